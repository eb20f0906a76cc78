/** What other nouns' screens use of the trail. */
export { AccessedBy } from './AccessedBy.tsx'
