import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import { PatientSummary } from '../../../people/patients/public.ts'
import { placeWords } from '../how-booked.ts'
import { slotWords } from '../words.ts'

/** The patient and the present state of the appointment that a dialog is about. */
export function AppointmentSummary({ appointment }: { appointment: Appointment }) {
  const { patient, queueNumber, overbookReason } = appointment
  const how = [placeWords(appointment), overbookReason].filter(Boolean).join(': ')
  return (
    <PatientSummary
      patient={patient}
      now={[`Number ${queueNumber}: ${slotWords(appointment)}`, how].filter(Boolean).join('. ')}
    />
  )
}
