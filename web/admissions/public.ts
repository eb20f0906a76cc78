/** What other nouns' screens show of beds and admissions. */
export { AdmissionHistory } from './AdmissionHistory.tsx'
export { AdmittedBadge, CurrentAdmission } from './CurrentAdmission.tsx'
export { patientAdmissionsQuery } from './queries.ts'
