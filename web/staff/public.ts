/** What other nouns' screens use of staff. */
export { DoctorField, DoctorName } from './DoctorField.tsx'
export { doctorsQuery, useStaff, useUnlistedStaff } from './queries.ts'
export { doctorWords } from './words.ts'
