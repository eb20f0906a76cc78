/** What other nouns' screens use of staff. */
export { DoctorField } from './DoctorField.tsx'
export { doctorsQuery } from './queries.ts'
