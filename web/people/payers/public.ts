/** The payers, for the coverage of patients and the settings. */
export { LatePayerSection } from './late.tsx'
export { payersQuery } from './queries.ts'
