import type { ReactNode } from 'react'
import { DialogForm } from '../../ui/dialog/DialogForm.tsx'
import type { RecordEdit } from './record-edit.tsx'

/** The edit of a record in a dialog: what is to be known of it stands above its fields, and leaving gives it up. */
export function EditDialogForm<Values extends object>({
  edit,
  onClose,
  ...form
}: {
  edit: RecordEdit<Values>
  onClose: () => void
  /** A verb with its object: 'Update bed A-101' */
  label: ReactNode
  busyLabel: ReactNode
  cancelLabel?: string
  children: ReactNode
}) {
  return (
    <DialogForm
      {...form}
      onSubmit={edit.onSubmit}
      summary={edit.summary}
      busy={edit.busy}
      onCancel={() => {
        edit.giveUp()
        onClose()
      }}
      notice={
        <>
          {edit.notices}
          {edit.warning}
        </>
      }
    />
  )
}
