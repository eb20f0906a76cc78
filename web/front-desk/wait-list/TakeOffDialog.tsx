import type { WaitEntry } from '../../../contract/front-desk/wait-list.ts'
import { refusedAct } from '../../ground/records/failures.ts'
import { ConfirmDialog } from '../../ground/ui/dialog/ConfirmDialog.tsx'
import { fullName } from '../../ground/ui/format.ts'
import { toast } from '../../ground/ui/toast.tsx'
import { PatientSummary } from '../../people/patients/public.ts'
import { useWaitActions } from './queries.ts'
import { daysWords, forWords } from './words.ts'

export function TakeOffDialog({ entry, onClose }: { entry: WaitEntry; onClose: () => void }) {
  const { withdraw } = useWaitActions()
  const who = fullName(entry.patient)
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Take off the wait list?"
      confirmLabel="Take off the list"
      busyLabel="Taking off…"
      onConfirm={async () => {
        await withdraw(entry).catch((error: unknown) => {
          throw new Error(refusedAct(error, 'Not taken off'), { cause: error })
        })
        onClose()
        toast.success(`${who} was taken off the wait list`)
      }}
    >
      <PatientSummary patient={entry.patient} now={`${forWords(entry)}. ${daysWords(entry)}.`} />
      {entry.offer && <p>The place that is held for the patient can then be booked by others.</p>}
    </ConfirmDialog>
  )
}
