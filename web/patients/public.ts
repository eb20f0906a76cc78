/** What other nouns' screens may use of patients. */
export { download } from './download.ts'
export { Allergies, PatientBanner } from './PatientBanner.tsx'
export { PatientIdentityLine, PatientName } from './PatientIdentityLine.tsx'
export { PatientPicker } from './PatientPicker.tsx'
export { patientQuery } from './queries.ts'
