/** What other nouns' screens use of the waiting rooms' screens. */
export { DisplayLinks } from './DisplayLinks.tsx'
