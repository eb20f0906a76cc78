/** What other nouns read of stays in the hospital. */
export { admissionsByIds, staysByIds } from './queries.ts'
