import { fold } from '../../../../contract/fold.ts'
import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import { knownBirth } from '../../../../contract/people/birth/birth.ts'
import { finderOf } from '../../../../contract/search/people.ts'
import { type QueueSearch, statusesOf } from './queue-search.ts'

const findableText = ({ patient }: Appointment) =>
  fold(`${patient.firstName} ${patient.lastName} ${patient.mrn}`)

/**
 * The appointments that match the URL. A patient must match every typed word, or the date of birth. `ofClinic` are the doctors
 * of the clinic that the URL names.
 */
export function filterAppointments(
  appointments: readonly Appointment[],
  { search, status, doctor, clinic }: Pick<QueueSearch, 'search' | 'status' | 'doctor' | 'clinic'>,
  ofClinic?: readonly string[],
): Appointment[] {
  const wanted = statusesOf(status)
  const isFound = finderOf(search)
  return appointments.filter(
    (appointment) =>
      (wanted.length === 0 || wanted.includes(appointment.status)) &&
      (!doctor || appointment.doctorId === doctor) &&
      (!clinic || ofClinic?.includes(appointment.doctorId) === true) &&
      (!search || isFound(findableText(appointment), knownBirth(appointment.patient))),
  )
}
