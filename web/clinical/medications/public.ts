/** Medications, for the screens of other nouns. */
export { CurrentMedications } from './CurrentMedications.tsx'
export { orderColumns, stoppedColumn } from './print-columns.tsx'
export { writtenMedication } from './written-medication.tsx'
