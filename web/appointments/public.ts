/** What other nouns' screens show of appointments, and do with them. */
export { useQueueToday } from './booking/queue-today.ts'
export { TypeField } from './booking/TypeField.tsx'
export { LateConsultation } from './consultation/late.ts'
export { AppointmentHistory } from './history/AppointmentHistory.tsx'
export { MostRecentAppointment } from './history/MostRecentAppointment.tsx'
export { UpcomingAppointments } from './history/UpcomingAppointments.tsx'
export { foundAppointmentsQuery, numberedTodayQuery, patientAppointmentsQuery } from './queries.ts'
export { appointmentLooks } from './words.ts'
