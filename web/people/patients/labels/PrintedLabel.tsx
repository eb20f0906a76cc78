import { genderNames, type Patient, readPatient } from '../../../../contract/people/patients.ts'
import { labelCode } from '../../../../contract/search/labels.ts'
import { api, type CallOptions } from '../../../ground/client/api.ts'
import { useForPrint } from '../../../ground/records/print/useForPrint.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { patientName } from '../../../ground/ui/format.ts'
import { Fitted } from '../../../ground/ui/print/Fitted.tsx'
import { PrintSheet } from '../../../ground/ui/print/PrintSheet.tsx'
import { QrCode } from '../../../ground/ui/print/QrCode.tsx'
import { DateOfBirth } from '../identity/PatientIdentityLine.tsx'
import { photoOf } from '../identity/photo-query.ts'
import type { Label } from './kinds.ts'
import classes from './labels.module.css'
import { Wristband } from './Wristband.tsx'

/** Prints a label or a wristband, of the patient as they are on record now. */
export function PrintedLabel({ kind, id, onDone }: { kind: Label; id: string; onDone: () => void }) {
  const { labelMark } = useSite()
  const patient = useForPrint(
    'patient',
    id,
    (options) => api(readPatient, { params: { id } }, options),
    onDone,
  )
  if (!patient) return null
  const code = labelCode({ mark: labelMark, patientId: id })
  if (kind === 'photo') return <PhotoWristband patient={patient} code={code} onDone={onDone} />
  return (
    <PrintSheet onDone={onDone}>
      {kind === 'label' ? (
        <PatientLabel patient={patient} code={code} />
      ) : (
        <Wristband patient={patient} code={code} />
      )}
    </PrintSheet>
  )
}

/** A wristband with the photo of the patient as it is now. */
function PhotoWristband({ patient, code, onDone }: { patient: Patient; code: string; onDone: () => void }) {
  const photo = useForPrint('patient-photo', patient.id, (options) => drawnPhoto(patient.id, options), onDone)
  return (
    photo && (
      <PrintSheet onDone={onDone}>
        <Wristband patient={patient} code={code} photo={photo.url} />
      </PrintSheet>
    )
  )
}

/** The photo when the browser can draw it at once. */
async function drawnPhoto(id: string, options: CallOptions) {
  const photo = await photoOf(id, options)
  const image = new Image()
  image.src = photo.url
  await image.decode()
  return photo
}

/** For a file, a sample, a form: who it is by name, date of birth and number. */
function PatientLabel({ patient, code }: { patient: Patient; code: string }) {
  const { hospitalName } = useSite()
  return (
    <section className={classes.label} aria-label="Patient label">
      <QrCode text={code} label="Code of the patient" />
      <div className={classes.words}>
        <Fitted
          texts={[patientName(patient)]}
          weight={700}
          width={34.5}
          height={13}
          largest={12}
          smallest={4.5}
        />
        <div className={classes.facts}>
          Born <DateOfBirth of={patient} />
          <br />
          {genderNames[patient.gender]} <span className={classes.number}>{patient.mrn}</span>
        </div>
        <div className={classes.hospital}>
          <Fitted texts={[hospitalName]} width={34.5} height={2.6} largest={6} smallest={4.5} />
        </div>
      </div>
    </section>
  )
}
