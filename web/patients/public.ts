/** What other nouns' screens may use of patients. */
export { PatientBanner } from './PatientBanner.tsx'
export { PatientIdentityLine, PatientName } from './PatientIdentityLine.tsx'
export { PatientPicker } from './PatientPicker.tsx'
