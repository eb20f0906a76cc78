/** What other nouns' screens show of appointments. */
export { AppointmentLine } from './history/AppointmentLine.tsx'
export { patientAppointmentColumns } from './history/patient-columns.tsx'
export { patientAppointmentsQuery } from './queries.ts'
