import { type Appointment, appointmentTypeNames } from '../../../contract/appointments.ts'
import { formatDay, formatTime, fullName } from '../../ui/format.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { appointmentLooks } from '../words.ts'
import classes from './History.module.css'

/** One appointment of a patient who is named elsewhere: when, what, with whom, and how it stands. */
export function AppointmentLine({ appointment }: { appointment: Appointment }) {
  return (
    <div className={classes.line}>
      <span className={classes.when}>
        {formatDay(appointment.date)}, {formatTime(appointment.time)}
      </span>
      <span className={classes.what}>
        {appointmentTypeNames[appointment.type]} with {fullName(appointment.doctor)}
      </span>
      <StatusBadge look={appointmentLooks[appointment.status]} />
    </div>
  )
}
