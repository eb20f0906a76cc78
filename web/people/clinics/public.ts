/** The clinics, for the accounts of their doctors and for what is filtered by clinic. */
export { ClinicChoice } from './ClinicChoice.tsx'
export { LateClinicChoice } from './late.tsx'
export { useClinics } from './queries.ts'
