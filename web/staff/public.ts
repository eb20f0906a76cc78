/** What other nouns' screens use of staff. */
export { DoctorField, DoctorName, doctorWords } from './DoctorField.tsx'
export { doctorsQuery, staffQuery } from './queries.ts'
