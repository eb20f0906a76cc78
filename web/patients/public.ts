/** What other nouns' screens may use of patients. */
export { Allergies } from './identity/Allergies.tsx'
export { PatientIdentityLine } from './identity/PatientIdentityLine.tsx'
export { PatientPicker } from './identity/PatientPicker.tsx'
export { PatientSummary } from './identity/PatientSummary.tsx'
export { PrintedIdentity } from './identity/PrintedIdentity.tsx'
export { RecordLink } from './identity/RecordLink.tsx'
export { PrintedLabel } from './labels/labels.ts'
export { exactFirst, patientListQuery, patientQuery } from './queries.ts'
