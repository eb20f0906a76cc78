/** What other nouns' screens show of recorded diagnoses. */
export { Problems } from './Problems.tsx'
