import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { AuditEntry } from './entry.ts'
import type { Following, ToldRow, Unfollowing } from './followings.ts'
import { newSight, type SightRow } from './patient-sets.ts'

/** An entry as it is on record: one patient is named by it, several by the sight that it refers to. */
export interface EntryRow extends Omit<AuditEntry, 'patientIds' | 'sight'> {
  patientId: string | null
  sightId: string | null
}

/** A row of the trail that is written in the background, in order of arrival. */
export type Trace =
  | { kind: 'entry'; row: EntryRow }
  | { kind: 'sight'; row: SightRow | ToldRow }
  | { kind: 'following'; row: Following }
  | { kind: 'unfollowing'; row: Unfollowing }

/** Writes all of them or none, in one statement. */
export async function writeTraces(db: Database, processId: string, traces: readonly Trace[]): Promise<void> {
  const inserts = kinds.flatMap((kind) => {
    const rows = traces.filter((trace) => trace.kind === kind).map(({ row }) => row)
    return rows.length > 0 ? [insertOf[kind](sql`${JSON.stringify(rows)}::json`, processId)] : []
  })
  const last = inserts.pop()
  if (!last) return
  const before = inserts.map((insert, index) => sql`${sql.ref(`part${index}`)} as (${insert})`)
  await sql`${before.length > 0 ? sql`with ${sql.join(before)}` : sql``} ${last}`.execute(db)
}

const kinds = ['sight', 'following', 'unfollowing', 'entry'] as const satisfies Trace['kind'][]

const insertOf: Record<Trace['kind'], (rows: RawBuilder<unknown>, processId: string) => RawBuilder<unknown>> =
  {
    sight: (rows, processId) => sql`
      insert into audit_sight (id, at, patient_ids, process_id, scope)
      select id, at, "patientIds", case when scope is not null then ${processId}::uuid end, scope
      from json_to_recordset(${rows}) as sight(id uuid, at timestamptz, "patientIds" uuid[], scope text)`,
    following: (rows, processId) => sql`
      insert into audit_following (id, at, process_id, scope, staff_id, address, request_id)
      select id, at, ${processId}::uuid, scope, "staffId", address, "requestId"
      from json_to_recordset(${rows}) as following(id uuid, at timestamptz, "staffId" uuid, address text,
        "requestId" text, scopes text[]), unnest(scopes) scope
      on conflict do nothing`,
    unfollowing: (rows) => sql`
      insert into audit_unfollowing (id, at)
      select id, at from json_to_recordset(${rows}) as unfollowing(id uuid, at timestamptz)
      on conflict do nothing`,
    entry: (rows) => sql`
      insert into audit_entry (at, staff_id, action, subject_id, patient_ids, sight_id, changes, address, request_id,
        outcome)
      select at, "staffId", action, "subjectId", array_remove(array["patientId"], null), "sightId", changes, address,
        "requestId", outcome
      from json_to_recordset(${rows}) as entry(at timestamptz, "staffId" uuid, action text, "subjectId" uuid,
        "patientId" uuid, "sightId" uuid, changes jsonb, address text, "requestId" text, outcome text)`,
  }

type Given = { [Field in keyof Omit<AuditEntry, 'sight'>]: AuditEntry[Field] | RawBuilder<unknown> }

/**
 * The insert of an entry in the statement of a write: of values, or of what is read `from`. It names one patient at
 * most.
 */
export function auditInsert(
  entry: Given & { sightId?: string },
  from: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`
    insert into audit_entry (at, staff_id, action, subject_id, patient_ids, sight_id, changes, address, request_id,
      outcome)
    select ${entry.at}::timestamptz, ${entry.staffId}::uuid, ${entry.action}::text, ${entry.subjectId}::uuid,
      ${entry.patientIds}::uuid[], ${entry.sightId ?? null}::uuid, ${entry.changes}::jsonb, ${entry.address}::text,
      ${entry.requestId}::text, ${entry.outcome}::text
    ${from}`
}

/** Leaves an entry in the transaction of a write. */
export async function leaveEntry(db: Database, entry: AuditEntry): Promise<void> {
  if (entry.patientIds.length <= 1) {
    await auditInsert(entry).execute(db)
    return
  }
  const { id, patientIds } = newSight(entry.patientIds)
  await sql`
    with sight as (
      insert into audit_sight (id, at, patient_ids) values (${id}, ${entry.at}, ${patientIds}::uuid[]))
    ${auditInsert({ ...entry, patientIds: [], sightId: id })}
  `.execute(db)
}
