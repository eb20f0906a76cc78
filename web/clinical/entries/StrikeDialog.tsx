import { ReasonDialog, type ReasonDialogProps } from './ReasonDialog.tsx'

/** Marks an entry as made in error, with the reason; it stays in the history. */
export function StrikeDialog({
  thing,
  onStrike,
  ...about
}: ReasonDialogProps & {
  /** 'vital signs' */
  thing: string
  /** @throws ApiError */
  onStrike: (reason: string) => Promise<unknown>
}) {
  return (
    <ReasonDialog
      {...about}
      title={`Mark ${thing} as entered in error`}
      busyLabel="Marking…"
      description="The entry stays in the history, marked as entered in error, and no longer counts. This can’t be undone."
      done="Marked as entered in error"
      undone="Not marked as entered in error"
      act={onStrike}
    />
  )
}
