import { ReasonDialog, type ReasonDialogProps } from './ReasonDialog.tsx'

/** Strikes an entry through that was made in error, with the reason; it stays in the history. */
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
      title={`Strike through ${thing}`}
      busyLabel="Striking through…"
      description="The entry stays in the history, struck through, and no longer counts. This can’t be undone."
      done="Entry struck through"
      undone="Not struck through"
      act={onStrike}
    />
  )
}
