// No dialog in this file is about a patient.
import type { ReactNode } from 'react'
import { ApiError } from '../client/api.ts'
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../ui/toast.tsx'
import { sentenceOf } from './failures.ts'

/**
 * Asks before a record leaves its list. Where something stands against it (an open appointment, stock on the shelf),
 * the dialog stays open and says what; any other failure closes it with a message.
 */
export function DeleteDialog({
  title,
  children,
  confirmLabel,
  deleted,
  notDeleted,
  onDelete,
  onDeleted,
  onClose,
}: {
  title: string
  children: ReactNode
  /** A verb with its object: 'Delete bed A-101' */
  confirmLabel: string
  /** 'Bed deleted successfully' */
  deleted: string
  /** The message if the server can't be reached: 'Bed A-101 was not deleted' */
  notDeleted: string
  onDelete: () => Promise<unknown>
  /** After the dialog has closed. */
  onDeleted?: () => unknown
  onClose: () => void
}) {
  async function confirm() {
    try {
      await onDelete()
    } catch (error) {
      if (isRefusal(error)) throw error
      onClose()
      toast.error(sentenceOf(error, 'Deletion failed', notDeleted))
      return
    }
    onClose()
    toast.success(deleted)
    await onDeleted?.()
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      title={title}
      confirmLabel={confirmLabel}
      busyLabel="Deleting…"
      onConfirm={confirm}
    >
      {children}
    </ConfirmDialog>
  )
}

/** A rule of the hospital forbids it as things stand. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 409)
}
