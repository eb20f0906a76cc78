/** What other nouns read of stays in the hospital. */
export { admissionPage, admissionsByIds, firstWard, isReadmission, lastWard, staysByIds } from './queries.ts'
