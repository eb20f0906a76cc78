/** What other nouns' screens use of staff. */

export { useStaff, useUnlistedStaff } from './accounts.ts'
export { DoctorField, DoctorName } from './DoctorField.tsx'
export { doctorsQuery } from './queries.ts'
export { doctorWords } from './words.ts'
