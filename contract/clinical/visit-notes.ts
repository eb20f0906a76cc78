import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, editOf, Id, Moment, optionalLines, requiredLines } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { largestPage, PageQuery, pageOf } from '../api/page.ts'
import { entryTrace, StrikeForm } from './entries.ts'

/**
 * A doctor's note of a consultation: a draft that its author edits until it is signed. After that it stays as it is, and
 * amendments are added to it (record 26).
 */

export const errors = {
  /** The consultation that it would be of has not begun. */
  visit_not_begun: 409,
  /** The consultation has a note already, a draft or signed. */
  note_begun: 409,
  /** It is the draft of somebody else. */
  note_of_colleague: 409,
  note_signed: 409,
  note_not_signed: 409,
} as const

export const Amendment = z.object({
  id: z.string(),
  text: z.string(),
  recordedAt: Moment,
  recordedBy: z.string(),
})

export const VisitNote = z.object({
  ...entryTrace,
  appointmentId: z.string(),
  /** The author of the draft. */
  authorId: z.string(),
  /** It is the draft of somebody who can no longer sign in. */
  canBeTakenOver: z.boolean(),
  /** Earlier authors, and when the draft was taken over; oldest first. */
  takenOver: z.array(z.object({ from: z.string(), at: Moment })),
  /** When the consultation began. */
  seenAt: Moment,
  reason: z.string().nullable(),
  findings: z.string().nullable(),
  assessment: z.string().nullable(),
  plan: z.string().nullable(),
  /** Null for a draft. */
  signedAt: Moment.nullable(),
  /** The earliest first. */
  amendments: z.array(Amendment),
  version: z.number().int(),
  updatedAt: Moment,
})
export type VisitNote = z.infer<typeof VisitNote>

export const scopes = {
  'patient-notes': {
    summary: 'A patient’s visit notes',
    permission: 'clinical.view',
    key: Id,
  },
} as const satisfies Record<string, ScopeKind>

const longest = 4000
const Texts = z.strictObject({
  reason: optionalLines(longest),
  findings: optionalLines(longest),
  assessment: optionalLines(longest),
  plan: optionalLines(longest),
})
/** The parts of a note, in the order in which they are written and read. */
export const noteParts = [
  'reason',
  'findings',
  'assessment',
  'plan',
] as const satisfies readonly (keyof z.infer<typeof Texts>)[]
export const notePartNames: Record<(typeof noteParts)[number], string> = {
  reason: 'Reason for visit',
  findings: 'Findings',
  assessment: 'Assessment',
  plan: 'Plan',
}

export const nothingWritten = 'Write something in at least one field'

export const VisitNoteForm = Texts.refine((form) => noteParts.some((part) => form[part] !== null), {
  path: ['reason'],
  message: nothingWritten,
})
export type VisitNoteForm = z.output<typeof VisitNoteForm>

export const AmendmentForm = z.strictObject({ text: requiredLines('Amendment is required', longest) })

/** Ids with commas between them. */
const ids = z
  .string()
  .max(largestPage * 37)
  .transform((typed) => typed.split(','))
  .pipe(z.array(Id))

export const listVisitNotes = endpoint({
  name: 'listVisitNotes',
  summary:
    'A patient’s visit notes, of the newest visit first; drafts and those struck through are among them',
  method: 'GET',
  path: '/patients/{id}/notes',
  permission: 'clinical.view',
  kind: 'read',
  namesPatients: true,
  params: byId,
  /** `appointments`: of these alone. */
  query: PageQuery.extend({ appointments: ids.optional() }),
  reply: pageOf(VisitNote),
})

export const beginVisitNote = endpoint({
  name: 'beginVisitNote',
  summary: 'Begin the note of a consultation, as a draft',
  method: 'POST',
  path: '/appointments/{id}/note',
  permission: 'clinical.write',
  kind: 'create',
  namesPatients: true,
  params: byId,
  body: VisitNoteForm,
  reply: VisitNote,
  errors: ['visit_not_begun', 'note_begun'],
})

export const editVisitNote = endpoint({
  name: 'editVisitNote',
  summary: 'Go on writing a draft; its author alone does',
  method: 'PUT',
  path: '/notes/{id}',
  permission: 'clinical.write',
  kind: 'edit',
  namesPatients: true,
  params: byId,
  body: editOf(Texts),
  reply: VisitNote,
  errors: ['note_of_colleague', 'note_signed'],
})

export const signVisitNote = endpoint({
  name: 'signVisitNote',
  summary:
    'Sign a draft as it was read at this version; its author alone does, and it stays as it is from then on',
  method: 'POST',
  path: '/notes/{id}/sign',
  permission: 'clinical.write',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: z.strictObject({ version: z.int32().min(1) }),
  reply: VisitNote,
  errors: ['note_of_colleague', 'note_signed', 'stale_version', 'visit_not_begun'],
})

export const takeOverVisitNote = endpoint({
  name: 'takeOverVisitNote',
  summary: 'Take over the draft of someone who can no longer sign in; the note says whose it was',
  method: 'POST',
  path: '/notes/{id}/take-over',
  permission: 'clinical.write',
  kind: 'change',
  namesPatients: true,
  params: byId,
  reply: VisitNote,
  errors: ['note_of_colleague', 'note_signed'],
})

export const amendVisitNote = endpoint({
  name: 'amendVisitNote',
  summary: 'Add to a signed note',
  method: 'POST',
  path: '/notes/{id}/amendments',
  permission: 'clinical.write',
  kind: 'create',
  namesPatients: true,
  params: byId,
  body: AmendmentForm,
  reply: Amendment.extend({ noteId: z.string(), patientId: z.string() }),
  errors: ['note_not_signed', 'entry_struck'],
})

export const strikeVisitNote = endpoint({
  name: 'strikeVisitNote',
  summary: 'Strike through a signed note that was made in error; another can be written then',
  method: 'POST',
  path: '/notes/{id}/strike',
  permission: 'clinical.write',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: StrikeForm,
  reply: VisitNote,
  errors: ['entry_struck', 'note_not_signed'],
})

export const auditWords = {
  listVisitNotes: 'visit notes',
  beginVisitNote: 'began a visit note',
  editVisitNote: 'edited a visit note',
  signVisitNote: 'signed a visit note',
  takeOverVisitNote: 'took over a visit note',
  amendVisitNote: 'amended a visit note',
  strikeVisitNote: 'marked a visit note as entered in error',
}
