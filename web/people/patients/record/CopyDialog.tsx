import { Text } from '@mantine/core'
import { copyPatient } from '../../../../contract/clinical/patient-copies.ts'
import type { Patient } from '../../../../contract/people/patients.ts'
import { call } from '../../../ground/client/api.ts'
import { saveFile } from '../../../ground/client/save-file.ts'
import { ConfirmDialog } from '../../../ground/ui/dialog/ConfirmDialog.tsx'
import { fullName } from '../../../ground/ui/format.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { PatientSummary } from '../identity/PatientSummary.tsx'

/** Saves a copy of the whole record, to be given to the patient. */
export function CopyDialog({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  async function save() {
    const answer = await call(copyPatient, { params: { id: patient.id } })
    const copy = await answer.blob().catch((cause: unknown) => {
      throw new Error('The copy broke off and was not saved. Try again.', { cause })
    })
    saveFile(copy, `${patient.mrn} copy of the record.zip`)
    toast.success('Copy saved')
    onClose()
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Copy the record for ${fullName(patient)}`}
      confirmLabel="Save Copy"
      busyLabel="Saving…"
      danger={false}
      onConfirm={save}
    >
      <PatientSummary patient={patient} />
      <Text mt="md">
        A ZIP file with everything that is recorded: <b>copy.html</b> to read and print, <b>copy.json</b> for
        other systems{patient.photoMark && ', and the photo'}. Entries that were entered in error are marked.
      </Text>
      <Text mt="xs" c="dimmed">
        Give it to the patient alone, and delete it from this computer. The audit log records who copied it.
      </Text>
    </ConfirmDialog>
  )
}
