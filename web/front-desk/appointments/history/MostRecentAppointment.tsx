import { useQuery } from '@tanstack/react-query'
import { appointmentTypeNames } from '../../../../contract/front-desk/appointments.ts'
import { doctorName } from '../../../../contract/people/staff.ts'
import { AnchorLink } from '../../../ground/links/links.tsx'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { formatDay, formatTime } from '../../../ground/ui/format.ts'
import { patientAppointmentsQuery } from '../queries.ts'
import classes from './History.module.css'

/** The last appointment that was to take place up to today, and was not cancelled. */
export function MostRecentAppointment({ patientId }: { patientId: string }) {
  const today = useToday()
  const { data, isError } = useQuery(patientAppointmentsQuery(patientId))
  if (!data) return isError ? 'Could not be loaded' : 'Loading…'
  const recent = data.items.find(({ date, status }) => date <= today && status !== 'CANCELLED')
  if (!recent) {
    if (data.nextCursor === null) return 'None yet'
    return (
      <AnchorLink to="/patients/$id" params={{ id: patientId }} search={{ tab: 'appointments' }}>
        See the appointments
      </AnchorLink>
    )
  }
  return (
    <>
      {formatDay(recent.date)}, {formatTime(recent.time)}
      <span className={classes.recent}>
        {appointmentTypeNames[recent.type]} with <bdi>{doctorName(recent.doctor)}</bdi>
      </span>
    </>
  )
}
