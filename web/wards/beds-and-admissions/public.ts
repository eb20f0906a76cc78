/** Beds and admissions, for the screens of other nouns. */

export { AdmittedBadge, CurrentAdmission } from './current/CurrentAdmission.tsx'
export { LateAdmissionHistory } from './history/late.tsx'
export { bedsQuery, patientAdmissionsQuery, useBedsOf } from './queries.ts'
export { useRelease } from './release.ts'
export { type Place, useOpenPlace, useUnitOf, useWardChoice } from './units.ts'
