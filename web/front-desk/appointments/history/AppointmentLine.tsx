import type { ReactNode } from 'react'
import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import { doctorName } from '../../../../contract/people/staff.ts'
import { AnchorLink } from '../../../ground/links/links.tsx'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { formatDay, formatTime } from '../../../ground/ui/format.ts'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import { typeWords } from '../how-booked.ts'
import { appointmentLooks } from '../words.ts'
import classes from './History.module.css'

/** One appointment of a patient who is named elsewhere: time, type, doctor and status. */
export function AppointmentLine({
  appointment,
  children,
}: {
  appointment: Appointment
  /** Its actions. */
  children?: ReactNode
}) {
  const { date, time, status } = appointment
  const today = useToday()
  const when = `${formatDay(date)}, ${formatTime(time)}`
  // A missed appointment is rescheduled or cancelled on the board of its day.
  const isMissed = status === 'SCHEDULED' && date < today
  return (
    <div className={classes.line}>
      <span className={classes.when}>
        {isMissed ? (
          <AnchorLink to="/opd-queue" search={{ date, card: appointment.id }}>
            {when}
          </AnchorLink>
        ) : (
          when
        )}
      </span>
      <span className={classes.what}>
        {typeWords(appointment)} with {doctorName(appointment.doctor)}
      </span>
      <StatusBadge look={appointmentLooks[appointment.status]} />
      {children}
    </div>
  )
}
