import type { ReactNode } from 'react'
import { ApiError } from '../client/api.ts'
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../ui/toast.tsx'

/**
 * Asks before a record leaves its list. Where something stands against it (an open appointment, stock on the shelf),
 * the dialog stays open and says what; any other failure closes it with a message.
 */
export function DeleteDialog({
  title,
  children,
  confirmLabel,
  deleted,
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
      toast.error(failureWords(error))
      return
    }
    onClose()
    toast.success(deleted)
    await onDeleted?.()
  }

  return (
    <ConfirmDialog
      opened
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

function failureWords(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return 'Deletion failed'
  return error.status === 401 ? 'Authentication required' : error.message
}
