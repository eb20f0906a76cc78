/** What other nouns' screens show of beds and admissions. */

export { AdmittedBadge, CurrentAdmission } from './current/CurrentAdmission.tsx'
export { LateAdmissionHistory } from './history/late.tsx'
export { bedsQuery, patientAdmissionsQuery } from './queries.ts'
