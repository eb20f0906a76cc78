/** What other nouns' screens use of the waiting rooms' screens. */
export { DisplayLinks } from './DisplayLinks.tsx'
export { waitWords } from './wait-words.ts'
