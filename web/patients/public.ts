/** What other nouns' screens may use of patients. */
export { download } from './download.ts'
export { Allergies } from './PatientBanner.tsx'
export { PatientIdentityLine } from './PatientIdentityLine.tsx'
export { PatientPicker } from './PatientPicker.tsx'
export { patientQuery } from './queries.ts'
