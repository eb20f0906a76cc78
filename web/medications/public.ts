/** What other nouns' screens show of medications. */
export { CurrentMedications } from './CurrentMedications.tsx'
export { writtenMedication } from './written-medication.tsx'
