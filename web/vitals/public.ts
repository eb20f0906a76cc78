/** What other nouns' screens show of vital signs. */
export { RecordVitalsDialog } from './form/RecordVitalsDialog.tsx'
export { RecentVitals } from './history/RecentVitals.tsx'
