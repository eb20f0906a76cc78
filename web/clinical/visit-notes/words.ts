import { IconPencil } from '@tabler/icons-react'
import type { VisitNote } from '../../../contract/clinical/visit-notes.ts'
import type { Appointment } from '../../../contract/front-desk/appointments.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { formatDay, formatTime } from '../../ground/ui/format.ts'
import type { StatusLook } from '../../ground/ui/StatusBadge.tsx'

export const draftLook: StatusLook = { word: 'Draft', icon: IconPencil, tone: 'amber' }

/** '22 Nov 2026, 10:30 AM with Dr Grace Okafor' */
export function visitWords({ date, time, doctor }: Appointment): string {
  return `${formatDay(date)}, ${formatTime(time)} with ${doctorName(doctor)}`
}

/** The browser's storage key for the draft of a visit's note. */
export function typedNoteKey(appointmentId: string): string {
  return `visit-note:${appointmentId}`
}

/** The browser's storage key for the draft of an amendment. */
export function typedAmendmentKey(noteId: string): string {
  return `visit-note-amendment:${noteId}`
}

/**
 * How the writing of a visit's note ended when it can't be saved any more, as an edit says it.
 * @param writtenId the draft that it began from, if one was saved
 * @param note the visit's note as it is now
 */
export function endOfWriting(
  writtenId: string | null,
  { note, struck }: { note: VisitNote | undefined; struck: readonly VisitNote[] },
  accountId: string,
): string | undefined {
  if (struck.some(({ id }) => id === writtenId)) return 'marked as entered in error'
  if (!note) return undefined
  if (note.authorId === accountId) return note.signedAt ? 'signed' : undefined
  if (note.signedAt) return `signed by ${doctorName(note.recordedBy)}`
  return `${note.id === writtenId ? 'taken over' : 'begun'} by ${doctorName(note.recordedBy)}`
}

/** The work left on the note of a visit that is over; undefined if it is signed, or none was begun. */
export function unfinishedWords(
  notes: readonly VisitNote[],
  { accountId, hasTyped }: { accountId: string; hasTyped: boolean },
): string | undefined {
  if (hasTyped) return 'Your visit note has unsaved changes. Open Visit Note to save or sign it.'
  const draft = notes.find(({ struck, signedAt }) => !struck && !signedAt)
  if (!draft) return undefined
  return draft.authorId === accountId
    ? 'Your visit note is kept as a draft. Open Visit Note to sign it.'
    : `The visit note is kept as a draft by ${doctorName(draft.recordedBy)}.`
}
