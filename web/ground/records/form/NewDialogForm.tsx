import type { ReactNode } from 'react'
import { DialogForm } from '../../ui/dialog/DialogForm.tsx'
import type { NewRecord } from './new-record.tsx'

/** The form of a new record in a dialog: leaving it gives up what was typed. */
export function NewDialogForm<Values extends object>({
  adding: { onSubmit, summary, busy, notices, giveUp },
  onClose,
  ...form
}: {
  adding: NewRecord<Values>
  onClose: () => void
  label: ReactNode
  busyLabel: ReactNode
  children: ReactNode
}) {
  return (
    <DialogForm
      {...form}
      onSubmit={onSubmit}
      summary={summary}
      busy={busy}
      onCancel={() => {
        giveUp()
        onClose()
      }}
      notice={notices}
    />
  )
}
