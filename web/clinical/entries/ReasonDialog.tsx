import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { StrikeForm } from '../../../contract/clinical/entries.ts'
import type { PatientIdentity } from '../../../contract/people/patients.ts'
import { useContractForm } from '../../ground/client/forms.ts'
import { refusedBy } from '../../ground/records/failures.ts'
import { DialogForm } from '../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { PatientSummary } from '../../people/patients/public.ts'

export interface ReasonDialogProps {
  patient: PatientIdentity
  /** The entry in a line, so that the right one is meant. */
  what: ReactNode
  onClose: () => void
}

/** Does something to an entry that needs a reason. */
export function ReasonDialog({
  patient,
  what,
  title,
  busyLabel,
  description,
  done,
  undone,
  act,
  onClose,
}: ReasonDialogProps & {
  /** The title of the dialog and of its button. */
  title: string
  busyLabel: string
  description: string
  /** The toast after it. */
  done: string
  undone: string
  /** @throws ApiError */
  act: (reason: string) => Promise<unknown>
}) {
  const { form, summary, onSubmit, busy } = useContractForm({
    schema: StrikeForm,
    initialValues: { reason: '' },
    async send({ reason }) {
      await act(reason)
      onClose()
      toast.success(done)
    },
    onFailure: refusedBy(undone),
  })
  return (
    <DialogFrame title={title} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label={title}
        busyLabel={busyLabel}
        danger
        onCancel={onClose}
      >
        <PatientSummary patient={patient} now={what} />
        <Textarea
          label="Reason"
          description={description}
          withAsterisk
          aria-required
          rows={2}
          maxLength={500}
          {...form.getInputProps('reason')}
        />
      </DialogForm>
    </DialogFrame>
  )
}
