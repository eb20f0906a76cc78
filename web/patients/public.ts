/** What other nouns' screens may use of patients. */
export { Allergies } from './identity/PatientBanner.tsx'
export { PatientIdentityLine } from './identity/PatientIdentityLine.tsx'
export { PatientPicker } from './identity/PatientPicker.tsx'
export { patientQuery } from './queries.ts'
