/** What other nouns read of stays in the hospital. */
export { admissionPage, admissionsByIds, staysByIds } from './queries.ts'
