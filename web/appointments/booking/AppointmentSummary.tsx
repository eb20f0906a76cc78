import type { Appointment } from '../../../contract/appointments.ts'
import { PatientSummary } from '../../patients/public.ts'
import { formatDay, formatTime, fullName } from '../../ui/format.ts'

/** Whose appointment a dialog is about, and as it stands now. */
export function AppointmentSummary({ appointment }: { appointment: Appointment }) {
  const { patient, date, time, doctor, queueNumber } = appointment
  return (
    <PatientSummary
      patient={patient}
      now={`Number ${queueNumber}: ${formatDay(date)}, ${formatTime(time)} with ${fullName(doctor)}`}
    />
  )
}
