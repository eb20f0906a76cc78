/** What other nouns read of stays in the hospital. */
export { admissionPage, firstWard, isReadmission, lastWard } from './pages.ts'
export { admissionsByIds, staysByIds } from './queries.ts'
