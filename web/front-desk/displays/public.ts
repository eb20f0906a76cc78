/** Waiting-room screens, for the screens of other nouns. */
export { DisplayLinks } from './DisplayLinks.tsx'
export { waitWords } from './wait-words.ts'
export { wayWords } from './way-words.ts'
