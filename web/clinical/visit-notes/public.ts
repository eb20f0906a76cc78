/** The parts of visit notes that other nouns' screens use. */
export { NoteButton } from './NoteButton.tsx'
export { NoteText } from './NoteText.tsx'
export { visitNotesQuery } from './queries.ts'
export { NoteOnPage, VisitNote } from './VisitNote.tsx'
export { typedNoteKey, unfinishedWords } from './words.ts'
