/** Staff, for the screens of other nouns. */

export { useStaff, useUnlistedStaff } from './accounts.ts'
export { DoctorChoice } from './DoctorChoice.tsx'
export { DoctorField, DoctorName } from './DoctorField.tsx'
export { doctorChoices, everybody } from './doctor-choices.ts'
export { doctorsQuery } from './queries.ts'
