import { IconPencil } from '@tabler/icons-react'
import type { VisitNote } from '../../contract/clinical/visit-notes.ts'
import type { StatusLook } from '../ui/StatusBadge.tsx'

export const draftLook: StatusLook = { word: 'Draft', icon: IconPencil, tone: 'amber' }

/** Where the browser keeps what was typed of a visit's note. */
export function typedNoteKey(appointmentId: string): string {
  return `visit-note:${appointmentId}`
}

/** What is left to do of the note of a visit that is over; nothing where it is signed, or none was begun. */
export function unfinishedWords(
  notes: readonly VisitNote[],
  { accountId, hasTyped }: { accountId: string; hasTyped: boolean },
): string | undefined {
  if (hasTyped) return 'Your visit note has unsaved changes. Open Visit Note to save or sign it.'
  const draft = notes.find(({ struck, signedAt }) => !struck && !signedAt)
  if (!draft) return undefined
  return draft.authorId === accountId
    ? 'Your visit note is kept as a draft. Open Visit Note to sign it.'
    : `The visit note is kept as a draft by ${draft.recordedBy}.`
}
