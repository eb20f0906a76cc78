/** What other nouns' screens show of beds and admissions. */
export { AdmissionHistory } from './history/AdmissionHistory.tsx'
export { bedsQuery, patientAdmissionsQuery } from './queries.ts'
export { AdmittedBadge, CurrentAdmission } from './stays/CurrentAdmission.tsx'
