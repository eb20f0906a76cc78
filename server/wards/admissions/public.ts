/** Stays, for other nouns to read. */
export { admissionPage, firstWard, isReadmission, lastWard } from './pages.ts'
export { admissionsByIds, staysByIds } from './queries.ts'
