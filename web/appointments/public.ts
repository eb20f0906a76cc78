/** What other nouns' screens show of appointments, and the clock, doctors and days that they share. */
export { AppointmentLine } from './AppointmentLine.tsx'
export { DayField } from './DayField.tsx'
export { DoctorField } from './DoctorField.tsx'
export { hospitalNow, usePassed, useToday } from './hospital-clock.ts'
export { patientAppointmentColumns } from './patient-columns.tsx'
export { patientAppointmentsQuery } from './queries.ts'
