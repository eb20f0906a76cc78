import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { AuditEntry } from './audit-trail.ts'
import type { Repeatable } from './idempotency.ts'

/** How a record is made, as parts of one statement. */
export interface NewRecord<Row> {
  /** What writes it: expressions of a `with`. */
  writes: RawBuilder<unknown>
  /** Selects what was written; no row when nothing was, and then `writes` must have left nothing behind. */
  select: RawBuilder<Row>
  /** The column of `select` that names the patient; null when it is about none. */
  patient: string | null
  /** What the audit entry says was changed, as jsonb, from the row `made`. */
  changes: RawBuilder<unknown>
}

/**
 * Makes a record in one statement, its audit entry and the answer to its repetition included. The locks on what
 * numbers records (MRN, queue number) then last for the statement and its commit, however busy this process is.
 */
export async function makeRecord<Row>(
  db: Database,
  record: NewRecord<Row>,
  entry: Omit<AuditEntry, 'patientIds' | 'subjectId' | 'changes'>,
  repeat: Repeatable | null,
): Promise<Row | undefined> {
  const kept = repeat
    ? sql`, kept as (
        insert into idempotent_reply (staff_id, key, request_hash, reply, created_at)
        select ${repeat.staffId}::uuid, ${repeat.key}, ${repeat.requestHash}, to_jsonb(made), ${entry.at}::timestamptz
        from made
      )`
    : sql``
  const { rows } = await sql<Row>`
    with ${record.writes},
    made as (${record.select}),
    entry as (
      insert into audit_entry (at, staff_id, action, subject_id, patient_ids, changes, address, request_id)
      select ${entry.at}::timestamptz, ${entry.staffId}::uuid, ${entry.action}, made.id,
        ${record.patient ? sql`array[${sql.ref(`made.${record.patient}`)}]` : sql`'{}'::uuid[]`}, ${record.changes}, ${entry.address}, ${entry.requestId}
      from made
    )${kept}
    select * from made
  `.execute(db)
  return rows[0]
}
