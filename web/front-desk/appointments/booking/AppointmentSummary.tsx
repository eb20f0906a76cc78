import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import { PatientSummary } from '../../../people/patients/public.ts'
import { slotWords } from '../words.ts'

/** The patient and the present state of the appointment that a dialog is about. */
export function AppointmentSummary({ appointment }: { appointment: Appointment }) {
  const { patient, queueNumber } = appointment
  return <PatientSummary patient={patient} now={`Number ${queueNumber}: ${slotWords(appointment)}`} />
}
