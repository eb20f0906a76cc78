import { type SqlBool, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { Page } from '../../../contract/api/page.ts'
import type { amendVisitNote, VisitNote, VisitNoteForm } from '../../../contract/clinical/visit-notes.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { PageRequest } from '../../ground/db/paging.ts'
import type { DB } from '../../ground/db/types.ts'
import type { NewRecord } from '../../ground/http/new-record.ts'
import { isOnRecord } from '../../people/patients/public.ts'
import { entryColumns, entryPeople, entryQueries } from '../entries/public.ts'

const columns = sql`${entryColumns}, entry.appointment_id as "appointmentId", entry.recorded_by as "authorId",
  entry.seen_at as "seenAt", entry.reason, entry.findings, entry.assessment, entry.plan, entry.signed_at as "signedAt",
  entry.version, entry.updated_at as "updatedAt", entry.signed_at is null and not recorder.active as "canBeTakenOver",
  coalesce((select jsonb_agg(jsonb_build_object('from', author.name, 'at', iso(takeover.taken_at))
      order by takeover.taken_at, takeover.id)
    from visit_note_takeover takeover join staff author on author.id = takeover.taken_from
    where takeover.visit_note_id = entry.id), '[]') as "takenOver",
  coalesce((select jsonb_agg(jsonb_build_object('id', amendment.id, 'text', amendment.text,
      'recordedAt', iso(amendment.recorded_at), 'recordedBy', amender.name) order by amendment.recorded_at, amendment.id)
    from visit_note_amendment amendment join staff amender on amender.id = amendment.recorded_by
    where amendment.visit_note_id = entry.id), '[]') as amendments`

const { page, byIds } = entryQueries<VisitNote>('visit_note', { columns, trueAt: 'seen_at' })

export const notesByIds = byIds

export function notesPage(
  db: Database,
  patientIds: readonly string[],
  { appointments, ...request }: PageRequest & { appointments?: readonly string[] | undefined },
): Promise<Page<VisitNote>> {
  const those = appointments && sql<SqlBool>`appointment_id = any (${appointments}::uuid[])`
  return page(db, patientIds, request, those)
}

/** The note of a patient who is on record. */
export async function noteById(db: Database, id: string): Promise<VisitNote | undefined> {
  const { rows } = await sql<VisitNote>`
    select ${columns} from visit_note entry ${entryPeople}
    join patient on patient.id = entry.patient_id and ${isOnRecord} where entry.id = ${id}
  `.execute(db)
  return rows[0]
}

/** The note that counts of a consultation. */
export async function noteOfVisit(
  db: Database,
  appointmentId: string,
): Promise<Pick<VisitNote, 'authorId' | 'recordedBy' | 'signedAt'> | undefined> {
  const { rows } = await sql<VisitNote>`
    select ${columns} from visit_note entry ${entryPeople}
    where entry.appointment_id = ${appointmentId} and entry.struck_at is null
  `.execute(db)
  return rows[0]
}

/** Inserts nothing if the appointment does not exist, or its patient is not on record. */
export function newNote(appointmentId: string, form: VisitNoteForm, staffId: string): NewRecord<VisitNote> {
  return {
    writes: sql`
      begun as (
        insert into visit_note (patient_id, appointment_id, seen_at, recorded_by, reason, findings, assessment, plan)
        select patient.id, appointment.id, appointment.started_at, ${staffId}::uuid, ${form.reason}::text,
          ${form.findings}::text, ${form.assessment}::text, ${form.plan}::text
        from appointment join patient on patient.id = appointment.patient_id
        where appointment.id = ${appointmentId} and ${isOnRecord}
        returning *
      )`,
    select: sql<VisitNote>`select ${columns} from begun entry ${entryPeople}`,
    patient: 'patientId',
    moments: ['recordedAt', 'seenAt', 'signedAt', 'updatedAt'],
    changes: sql`jsonb_build_object('appointment', made."appointmentId")`,
  }
}

export async function insertTakeover(trx: Transaction<DB>, draft: VisitNote, staffId: string): Promise<void> {
  await sql`
    insert into visit_note_takeover (visit_note_id, taken_from, taken_by)
    values (${draft.id}, ${draft.authorId}, ${staffId})
  `.execute(trx)
}

type Amended = z.infer<typeof amendVisitNote.reply>

export function newAmendment(noteId: string, text: string, staffId: string): NewRecord<Amended> {
  return {
    writes: sql`
      amended as (
        insert into visit_note_amendment (visit_note_id, patient_id, text, recorded_by)
        select note.id, patient.id, ${text}, ${staffId}::uuid
        from visit_note note join patient on patient.id = note.patient_id
        where note.id = ${noteId} and ${isOnRecord}
        returning *
      )`,
    select: sql<Amended>`
      select amended.id, visit_note_id as "noteId", patient_id as "patientId", text, recorded_at as "recordedAt",
        staff.name as "recordedBy"
      from amended join staff on staff.id = recorded_by`,
    patient: 'patientId',
    moments: ['recordedAt'],
    changes: sql`jsonb_build_object('amended', made."noteId")`,
  }
}
