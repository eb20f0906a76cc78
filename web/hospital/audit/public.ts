/** What other nouns' screens use of the trail. */
export { LateAccessedBy } from './late.tsx'
