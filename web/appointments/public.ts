/** What other nouns' screens show of appointments. */
export { AppointmentHistory } from './history/AppointmentHistory.tsx'
export { MostRecentAppointment } from './history/MostRecentAppointment.tsx'
export { UpcomingAppointments } from './history/UpcomingAppointments.tsx'
export { patientAppointmentsQuery } from './queries.ts'
