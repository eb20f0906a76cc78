import { Alert, Textarea } from '@mantine/core'
import type { Patient } from '../../../../contract/people/patients.ts'
import { TakingBackDeath } from '../../../../contract/wards/admissions.ts'
import { useContractForm } from '../../../ground/client/forms.ts'
import { refusedBy } from '../../../ground/records/failures.ts'
import { DialogForm } from '../../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { fullName } from '../../../ground/ui/format.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { PatientSummary } from '../../../people/patients/public.ts'
import { useBedActions } from '../queries.ts'

const initialValues = { reason: '' }

/** Takes back a death that was recorded by mistake; says what that does not bring back. */
export function TakeBackDeathDialog({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  const { takeBackDeath } = useBedActions()
  const name = fullName(patient)
  const { form, summary, onSubmit, busy } = useContractForm({
    schema: TakingBackDeath,
    initialValues,
    async send(values) {
      await takeBackDeath(patient.id, TakingBackDeath.parse(values))
      onClose()
      toast.success(`The recorded death of ${name} is corrected`)
    },
    onFailure: refusedBy('Update failed'),
  })
  return (
    <DialogFrame title={<bdi>Correct the recorded death of {name}</bdi>} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label="Correct recorded death"
        busyLabel="Correcting…"
        danger
        onCancel={onClose}
      >
        <PatientSummary patient={patient} />
        <Alert color="amber" title="Admission and appointments stay as they are">
          The patient stays discharged, and appointments that the death cancelled stay cancelled. Admit the
          patient or book appointments again where needed.
        </Alert>
        <Textarea label="Reason" withAsterisk rows={2} maxLength={500} {...form.getInputProps('reason')} />
      </DialogForm>
    </DialogFrame>
  )
}
