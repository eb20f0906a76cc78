/** What other nouns' screens show of vital signs. */
export { RecordVitalsDialog } from './form/RecordVitalsDialog.tsx'
export { RecentVitals } from './history/RecentVitals.tsx'
export { WrittenVitals } from './history/WrittenVitals.tsx'
export { News2Badge } from './News2.tsx'
export { latestVitalsQuery, useAwaitsScores } from './queries.ts'
export { useUnits } from './units.ts'
export { LastScore, RecordScore } from './warning/LastScore.tsx'
export { scoreOf } from './words.ts'
