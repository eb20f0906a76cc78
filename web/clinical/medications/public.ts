/** What other nouns' screens show of medications. */
export { CurrentMedications } from './CurrentMedications.tsx'
export { orderColumns, stoppedColumn } from './print-columns.tsx'
export { writtenMedication } from './written-medication.tsx'
