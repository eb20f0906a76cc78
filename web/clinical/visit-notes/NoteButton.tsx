import { Button } from '@mantine/core'
import type { VisitNote } from '../../../contract/clinical/visit-notes.ts'
import type { Appointment } from '../../../contract/front-desk/appointments.ts'
import { useMay } from '../../ground/sign-in/account.ts'
import { formatDay, formatTime } from '../../ground/ui/format.ts'
import classes from './VisitNote.module.css'

/** Opens the note of a visit in a list; for those who may see clinical entries. A visit that has not begun has none. */
export function NoteButton({
  appointment: { id, date, time },
  notes,
  onOpen,
}: {
  appointment: Appointment
  /** The notes of the listed visits; undefined while they load. */
  notes: readonly VisitNote[] | undefined
  onOpen: (button: HTMLElement) => void
}) {
  const mayWrite = useMay()('clinical.write')
  const own = notes?.filter(({ appointmentId }) => appointmentId === id) ?? []
  const note = own.find(({ struck }) => !struck)
  const label = note ? (note.signedAt ? 'Visit Note' : 'Draft Note') : mayWrite ? 'Write Note' : 'Visit Note'
  return (
    <div className={classes.open}>
      {notes &&
        (mayWrite || own.length > 0 ? (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`${label}: ${formatDay(date)}, ${formatTime(time)}`}
            onClick={(event) => onOpen(event.currentTarget)}
          >
            {label}
          </Button>
        ) : (
          <span className={classes.none}>No visit note</span>
        ))}
    </div>
  )
}
