import { useQuery } from '@tanstack/react-query'
import type { Appointment } from '../../../contract/appointments.ts'
import { Allergies, PatientIdentityLine, patientQuery } from '../../patients/public.ts'
import { formatDay, formatTime, fullName } from '../../ui/format.ts'
import classes from './AppointmentForm.module.css'

/** Whose appointment a dialog is about, and as it stands now. */
export function AppointmentSummary({ appointment }: { appointment: Appointment }) {
  const { patient, date, time, doctor, queueNumber } = appointment
  const record = useQuery(patientQuery(patient.id))
  return (
    <div className={classes.whom}>
      <PatientIdentityLine patient={patient} />
      {!record.isPending && <Allergies allergies={record.data?.allergies} />}
      <p className={classes.now}>
        Number {queueNumber}: {formatDay(date)}, {formatTime(time)} with {fullName(doctor)}
      </p>
    </div>
  )
}
