/** What other nouns' screens show of appointments. */
export { AppointmentLine } from './AppointmentLine.tsx'
export { useToday } from './hospital-clock.ts'
export { patientAppointmentColumns } from './patient-columns.tsx'
export { patientAppointmentsQuery } from './queries.ts'
