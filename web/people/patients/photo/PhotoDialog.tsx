import { Alert, Button, Group } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { removePatientPhoto, savePatientPhoto } from '../../../../contract/people/patient-photos.ts'
import type { PatientIdentity } from '../../../../contract/people/patients.ts'
import { api } from '../../../ground/client/api.ts'
import { refusedAct } from '../../../ground/records/failures.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { ConfirmDialog } from '../../../ground/ui/dialog/ConfirmDialog.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { formatMoment, fullName } from '../../../ground/ui/format.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { PatientPhoto } from '../identity/PatientPhoto.tsx'
import { PatientSummary } from '../identity/PatientSummary.tsx'
import { dataUrlOf, photoQuery } from '../identity/photo-query.ts'
import { patientQuery } from '../queries.ts'
import { CameraView, hasCamera } from './CameraView.tsx'
import { CropField } from './CropField.tsx'
import { type Crop, firstCrop, type Picture, photoFrom, pictureOf } from './crop.ts'
import { FileChoice } from './FileChoice.tsx'
import classes from './Photo.module.css'

interface Chosen {
  picture: Picture
  crop: Crop
}
/** Pictures that are not saved yet, by patient: a dialog that was closed by mistake opens with its own. */
const unsaved = new Map<string, Chosen>()

/** The photo in large, and the ways to take, replace and remove it. */
export function PhotoDialog({
  patient,
  mayEdit,
  onClose,
}: {
  patient: PatientIdentity & { photoMark: string | null }
  mayEdit: boolean
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const { timeZone } = useSite()
  const { id, photoMark } = patient
  const [chosen, setChosen] = useState(mayEdit ? unsaved.get(id) : undefined)
  const [isFilming, film] = useState(false)
  const [isAsking, ask] = useState(false)
  const [failure, fail] = useState<string>()
  /** The photo that there was when the dialog opened. */
  const [first] = useState(photoMark)
  const photo = useQuery(photoQuery(patient))

  function choose(next: Chosen | undefined) {
    if (next) unsaved.set(id, next)
    else unsaved.delete(id)
    setChosen(next)
    film(false)
  }
  const takeUp = (picture: Picture) => {
    fail(undefined)
    choose({ picture, crop: firstCrop(picture) })
  }
  async function read(file: File) {
    try {
      takeUp(await pictureOf(file))
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error))
    }
  }
  const readAgain = () => queryClient.invalidateQueries({ queryKey: patientQuery(id).queryKey })

  const save = useMutation({
    mutationFn: async ({ picture, crop }: Chosen) => {
      const url = await dataUrlOf(await photoFrom(picture, crop))
      const body = { photo: url.slice(url.indexOf(',') + 1), seen: photoMark }
      return api(savePatientPhoto, { params: { id }, body })
    },
    onMutate: () => fail(undefined),
    onSuccess: async () => {
      unsaved.delete(id)
      await readAgain()
      onClose()
      toast.success('Photo saved')
    },
    onError: (error) => {
      fail(refusedAct(error, 'Photo not saved'))
      void readAgain()
    },
  })

  const buttons = (
    <Group gap="xs" justify="center">
      <FileChoice
        label={chosen ? 'Choose another file' : 'Choose a file'}
        name="Photo"
        isFirst
        onChoose={(file) => void read(file)}
      />
      {hasCamera() ? (
        <Button
          variant="default"
          onClick={() => {
            fail(undefined)
            film(true)
          }}
        >
          {chosen ? 'Take another picture' : 'Take a picture'}
        </Button>
      ) : (
        <FileChoice
          label="Take a picture"
          name="Picture from the camera"
          capture="environment"
          onChoose={(file) => void read(file)}
        />
      )}
      {!chosen && photoMark && (
        <Button variant="subtle" color="red" onClick={() => ask(true)}>
          Remove photo
        </Button>
      )}
    </Group>
  )

  return (
    <DialogFrame title={<bdi>Photo of {fullName(patient)}</bdi>} onClose={onClose}>
      <div className={classes.dialog}>
        <div className={classes.about}>
          {chosen && photoMark && <PatientPhoto patient={patient} />}
          <PatientSummary patient={patient} />
        </div>
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        {chosen && photoMark !== first && (
          <Alert color="amber" role="status">
            {photoMark
              ? 'A colleague has saved another photo in the meantime. It is shown above, and saving replaces it.'
              : 'A colleague has removed the photo in the meantime.'}
          </Alert>
        )}
        {isFilming ? (
          <CameraView onTaken={takeUp} onCancel={() => film(false)} />
        ) : chosen ? (
          <CropField
            picture={chosen.picture}
            crop={chosen.crop}
            onChange={(crop) => choose({ ...chosen, crop })}
          />
        ) : (
          <div className={classes.middle}>
            {photoMark ? (
              <PatientPhoto patient={patient} isLarge />
            ) : (
              <p className={classes.note}>There is no photo yet.</p>
            )}
            {photo.data && <p className={classes.note}>Taken {formatMoment(photo.data.takenAt, timeZone)}</p>}
          </div>
        )}
        {mayEdit && !isFilming && buttons}
      </div>
      {chosen && !isFilming && (
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button
            variant="default"
            onClick={() => {
              choose(undefined)
              onClose()
            }}
          >
            Cancel
          </Button>
          <Button aria-busy={save.isPending} onClick={() => !save.isPending && save.mutate(chosen)}>
            {save.isPending ? 'Saving…' : photoMark ? 'Replace photo' : 'Save photo'}
          </Button>
        </Group>
      )}
      {isAsking && (
        <ConfirmDialog
          opened
          title="Remove this photo?"
          confirmLabel="Remove photo"
          busyLabel="Removing…"
          onClose={() => ask(false)}
          onConfirm={async () => {
            await api(removePatientPhoto, { params: { id }, body: { seen: photoMark ?? '' } })
            await readAgain()
            ask(false)
            onClose()
            toast.success('Photo removed')
          }}
        >
          <PatientSummary patient={patient} now="The photo is not kept." />
        </ConfirmDialog>
      )}
    </DialogFrame>
  )
}
