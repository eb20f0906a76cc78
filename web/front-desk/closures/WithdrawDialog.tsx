// No dialog in this file is about a patient.
import type { Closure } from '../../../contract/front-desk/closures.ts'
import { refusedAct } from '../../ground/records/failures.ts'
import { ConfirmDialog } from '../../ground/ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { closureTitle, periodWords } from './closure-words.ts'
import { useClosureActions } from './queries.ts'

export function WithdrawDialog({
  closure,
  onWithdrawn,
  onClose,
}: {
  closure: Closure
  /** Leaves the page of the absence before that is gone. */
  onWithdrawn?: () => Promise<unknown>
  onClose: () => void
}) {
  const { withdraw, readAgain } = useClosureActions()
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Withdraw this absence?"
      confirmLabel="Withdraw absence"
      busyLabel="Withdrawing…"
      onConfirm={async () => {
        await withdraw(closure).catch((error: unknown) => {
          throw new Error(refusedAct(error, 'Not withdrawn'), { cause: error })
        })
        await onWithdrawn?.()
        await readAgain()
        onClose()
        toast.success(`${closureTitle(closure)} withdrawn`)
      }}
    >
      <bdi>{closureTitle(closure)}</bdi>, {periodWords(closure)}. Its time can be booked again. Bookings that
      were moved or cancelled stay so.
    </ConfirmDialog>
  )
}
