import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { StrikeForm } from '../../contract/clinical/entries.ts'
import type { PatientIdentity } from '../../contract/patients.ts'
import { useContractForm } from '../client/forms.ts'
import { PatientSummary } from '../patients/public.ts'
import { refusedBy } from '../records/failures.ts'
import { DialogForm } from '../ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../ui/dialog/DialogFrame.tsx'
import { toast } from '../ui/toast.tsx'

/** Strikes an entry through that was made in error, with the reason; it stays in the history. */
export function StrikeDialog({
  patient,
  thing,
  what,
  onStrike,
  onClose,
}: {
  patient: PatientIdentity
  /** 'vital signs' */
  thing: string
  /** The entry in a line, so that the right one is struck through. */
  what: ReactNode
  /** @throws ApiError */
  onStrike: (reason: string) => Promise<unknown>
  onClose: () => void
}) {
  const { form, summary, onSubmit, busy } = useContractForm({
    schema: StrikeForm,
    initialValues: { reason: '' },
    async send({ reason }) {
      await onStrike(reason)
      onClose()
      toast.success('Entry struck through')
    },
    onFailure: refusedBy('Not struck through'),
  })
  return (
    <DialogFrame title={`Strike through ${thing}`} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label={`Strike through ${thing}`}
        busyLabel="Striking through…"
        danger
        onCancel={onClose}
      >
        <PatientSummary patient={patient} now={what} />
        <Textarea
          label="Reason"
          description="The entry stays in the history, struck through, and no longer counts. This can’t be undone."
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
