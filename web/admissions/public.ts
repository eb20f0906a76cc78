/** What other nouns' screens show of beds and admissions. */
export { LateAdmissionHistory } from './history/late.tsx'
export { bedsQuery, patientAdmissionsQuery } from './queries.ts'
export { AdmittedBadge, CurrentAdmission } from './stays/CurrentAdmission.tsx'
