import { late } from '../../ground/ui/lazy-component.tsx'

/** The dialog with the note of a visit, loaded late because no screen opens with it. */
export const VisitNote = late(() => import('./VisitNoteDialog.tsx'), 'VisitNoteDialog', {
  isOpen: ({ opened }) => opened,
  close: ({ onClose }) => onClose(),
})

/** The note on the page of a patient who is in consultation. */
export const NoteOnPage = late(() => import('./NoteOnPage.tsx'), 'NoteOnPage', {
  isOpen: () => true,
})
