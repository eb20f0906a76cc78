import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import {
  amendVisitNote,
  beginVisitNote,
  editVisitNote,
  listVisitNotes,
  noteParts,
  nothingWritten,
  signVisitNote,
  strikeVisitNote,
  takeOverVisitNote,
  type VisitNote,
} from '../../../contract/clinical/visit-notes.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import type { Database } from '../../ground/db/connect.ts'
import { Refusal, violatedConstraint } from '../../ground/http/errors.ts'
import { where } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import {
  type EditedKind,
  editRecord,
  recordById,
  refuseStale,
  updateRow,
} from '../../ground/records/record.ts'
import { ofCurrentPatient } from '../../people/patients/public.ts'
import { entryGone, strikeEntry } from '../entries/public.ts'
import * as queries from './queries.ts'

const note: EditedKind<VisitNote> = {
  called: 'this visit note',
  gone: entryGone,
  read: queries.noteById,
  changedBy: [editVisitNote, signVisitNote, takeOverVisitNote],
  audited: noteParts,
}

const signed = 'This visit note is signed and can’t be changed. Add an amendment instead.'

/** The draft, for its author. Everybody else is refused with the reason. */
async function ownDraft(db: Database, id: string, staffId: string): Promise<VisitNote> {
  const current = await recordById(db, note, id)
  if (current.signedAt !== null) throw new Refusal('note_signed', signed)
  if (current.authorId !== staffId) {
    const how = current.canBeTakenOver ? takeOver : amendLater
    throw new Refusal('note_of_colleague', `${doctorName(current.recordedBy)} is writing this note. ${how}`)
  }
  return current
}
const amendLater = 'You can add an amendment once it is signed.'
const takeOver = 'Their account is deactivated: take the draft over to go on writing.'

/** Why there is no second note of a consultation. */
async function begunBefore(db: Database, appointmentId: string, staffId: string): Promise<Refusal> {
  const current = await queries.noteOfVisit(db, appointmentId)
  if (current?.signedAt) {
    return new Refusal('note_begun', 'This visit has a signed note already. Add an amendment instead.')
  }
  return current && current.authorId !== staffId
    ? new Refusal(
        'note_begun',
        `${doctorName(current.recordedBy)} is writing the note of this visit. ${amendLater}`,
      )
    : new Refusal('note_begun', 'You have a draft of this visit’s note already. Open it to go on writing.')
}

function routes(app: FastifyInstance) {
  serve(app, listVisitNotes, async ({ db, params, query }) => {
    return ofCurrentPatient(db, params.id, (ids) => queries.notesPage(db, ids, query))
  })

  serve(app, beginVisitNote, async ({ db, create, params, body, staff }) => {
    const gone = () => new Refusal('not_found', 'This appointment doesn’t exist.')
    return create(queries.newNote(params.id, body, staff.id), gone).catch(async (error: unknown) => {
      if (violatedConstraint(error) !== 'visit_note_once') throw error
      throw await begunBefore(db, params.id, staff.id)
    })
  })

  serve(app, editVisitNote, async (call) => {
    const { trx, params, staff, audit, body } = call
    const { patientId } = await ownDraft(trx, params.id, staff.id)
    audit.patientIds = [patientId]
    return editRecord(call, note, () => updateRow(call, 'visit_note', body))
  })

  serve(app, signVisitNote, async (call) => {
    const { trx, params, body, staff, audit } = call
    const draft = await ownDraft(trx, params.id, staff.id)
    audit.patientIds = [draft.patientId]
    // Lock the appointment before its draft, as starting a visit does.
    await sql`select from appointment where id = ${draft.appointmentId} for share`.execute(trx)
    const { numAffectedRows } = await sql`
      update visit_note set signed_at = now(), updated_at = now(), version = version + 1
      where id = ${params.id} and version = ${body.version} and signed_at is null
    `.execute(trx)
    const current = await recordById(trx, note, params.id)
    if (numAffectedRows === 0n) await refuseStale({ ...call, version: body.version }, note, current)
    audit.changes = { signed: current.signedAt }
    return current
  })

  serve(app, takeOverVisitNote, async ({ trx, params, staff, audit }) => {
    const draft = await recordById(trx, note, params.id)
    if (draft.authorId === staff.id && draft.signedAt === null) return draft
    audit.patientIds = [draft.patientId]
    audit.changes = { takenOverFrom: draft.authorId }
    await queries.insertTakeover(trx, draft, staff.id)
    return recordById(trx, note, params.id)
  })

  serve(app, amendVisitNote, ({ create, params, body, staff }) => {
    const gone = () => new Refusal('not_found', entryGone)
    return create(queries.newAmendment(params.id, body.text, staff.id), gone)
  })

  serve(app, strikeVisitNote, (call) => strikeEntry(call, 'visit_note', note))
}

export const visitNotes = {
  routes,
  live: {
    stale: {
      // Anybody may take over the draft of an author who can no longer sign in.
      'patient-notes': { 'visit-note': ({ told }) => told.patient ?? [], staff: where('named', 'chosen') },
    },
  },
  constraints: {
    visit_note_of_visit: {
      code: 'visit_not_begun',
      detail: 'The visit note can be written once the consultation has begun.',
    },
    visit_note_not_signed_while_waiting: {
      code: 'visit_not_begun',
      detail: 'The patient is back in the queue. The draft is kept: sign it once the patient is here.',
    },
    visit_note_taken_from_absent_author: {
      code: 'note_of_colleague',
      detail: 'The author of this draft can still sign in. Only they can go on writing it.',
    },
    visit_note_signed: { code: 'note_signed', detail: signed },
    visit_note_says_something: { code: 'invalid_input', detail: nothingWritten, path: 'reason' },
    visit_note_struck_when_signed: {
      code: 'note_not_signed',
      detail: 'This visit note is a draft. Only a signed note can be marked as entered in error.',
    },
    visit_note_amended_when_signed: {
      code: 'note_not_signed',
      detail: 'This visit note is a draft. It can be amended once it is signed.',
    },
  },
} satisfies Noun
