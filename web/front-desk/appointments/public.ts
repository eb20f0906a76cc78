/** The parts of appointments that other nouns' screens use. */
export { useAbilities } from './abilities.ts'
export { useQueueToday } from './booking/queue-today.ts'
export { TypeField } from './booking/TypeField.tsx'
export { waitingForQuery } from './booking/who-waits.ts'
export { LateConsultation } from './consultation/late.ts'
export { useOwnVisit } from './consultation/own-visit.ts'
export { AppointmentHistory } from './history/AppointmentHistory.tsx'
export { MostRecentAppointment } from './history/MostRecentAppointment.tsx'
export { UpcomingAppointments } from './history/UpcomingAppointments.tsx'
export { isUnplaced } from './hours/unplaced.ts'
export {
  dayQuery,
  foundAppointmentsQuery,
  numberedTodayQuery,
  patientAppointmentsQuery,
  upcomingAppointmentsQuery,
  useAppointmentActions,
} from './queries.ts'
export { DayNavigator } from './queue/DayNavigator.tsx'
export { appointmentLooks, slotWords } from './words.ts'
