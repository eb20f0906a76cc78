import { useQuery } from '@tanstack/react-query'
import { type Appointment, isVisit } from '../../../../contract/front-desk/appointments.ts'
import { doctorName } from '../../../../contract/people/staff.ts'
import { NoteText, visitNotesQuery } from '../../../clinical/visit-notes/public.ts'
import { formatDay } from '../../../ground/ui/format.ts'
import { patientAppointmentsQuery } from '../queries.ts'
import classes from './Consultation.module.css'

/** How many visits are searched for the last note. */
const visitsRead = 5

/** The latest note from an earlier visit, which can be expanded. */
export function LastNote({ visit }: { visit: Appointment }) {
  const { data } = useQuery(patientAppointmentsQuery(visit.patientId))
  const earlier = (data?.items ?? [])
    .filter((one) => isVisit(one) && momentOf(one) < momentOf(visit))
    .sort((one, other) => momentOf(other).localeCompare(momentOf(one)))
    .slice(0, visitsRead)
    .map(({ id }) => id)
  const { data: notes, isPending, isError } = useQuery(visitNotesQuery(visit.patientId, earlier))
  const found = earlier
    .map((id) => notes?.find((note) => note.appointmentId === id && note.signedAt && !note.struck))
    .find(Boolean)
  const on = data?.items.find(({ id }) => id === found?.appointmentId)
  if (!found || !on) {
    const isRead = data && (earlier.length === 0 || !isPending)
    const words = isError ? 'The last note could not be loaded' : isRead ? 'No earlier note' : '\u00a0'
    return <p className={classes.last}>{words}</p>
  }
  return (
    <details className={classes.last}>
      <summary>
        Last note: {formatDay(on.date)}, <bdi>{doctorName(found.recordedBy)}</bdi>
      </summary>
      <NoteText note={found} />
    </details>
  )
}

const momentOf = ({ date, time }: Appointment) => `${date} ${time}`
