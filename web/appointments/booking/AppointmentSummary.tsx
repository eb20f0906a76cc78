import type { Appointment } from '../../../contract/appointments.ts'
import { PatientSummary } from '../../patients/public.ts'
import { slotWords } from '../words.ts'

/** Whose appointment a dialog is about, and as it stands now. */
export function AppointmentSummary({ appointment }: { appointment: Appointment }) {
  const { patient, queueNumber } = appointment
  return <PatientSummary patient={patient} now={`Number ${queueNumber}: ${slotWords(appointment)}`} />
}
