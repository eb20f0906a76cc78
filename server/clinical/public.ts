import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/types.ts'
import { Refusal, violatedConstraint } from '../http/errors.ts'
import { found } from '../records/record.ts'

/** A table of clinical entries: its columns and triggers are those of migration 0036. */
type EntryTable = {
  [Table in keyof DB]: DB[Table] extends { struck_reason: unknown } ? Table : never
}[keyof DB]

export const entryGone = 'This entry doesn’t exist.'

/** What an entry that holds from when it is recorded is refused with after a death; any other error stays what it is. */
export function entryRefusal(error: unknown): unknown {
  return violatedConstraint(error) === 'clinical_entry_before_death'
    ? new Refusal('patient_deceased', 'This patient has died. Nothing more can be recorded.')
    : error
}

/** The contract's `entryTrace`, from an entry called `entry` with `entryPeople` joined to it. */
export const entryColumns = sql`
  entry.id, entry.patient_id as "patientId", entry.recorded_at as "recordedAt", recorder.name as "recordedBy",
  case when entry.struck_at is not null then jsonb_build_object('at', iso(entry.struck_at), 'by', striker.name,
    'reason', entry.struck_reason) end as struck`

export const entryPeople = sql`
  join staff recorder on recorder.id = entry.recorded_by
  left join staff striker on striker.id = entry.struck_by`

/** Strikes an entry through, for good; answers whose it is. A second one at the same moment is refused (`entry_struck`). */
export async function strikeEntry(
  trx: Transaction<DB>,
  table: EntryTable,
  id: string,
  struck: { by: string; reason: string },
): Promise<{ patientId: string }> {
  const { rows } = await sql<{ patientId: string }>`
    update ${sql.table(table)} as entry set struck_by = ${struck.by}, struck_reason = ${struck.reason}
    from patient where entry.id = ${id} and patient.id = entry.patient_id and patient.retired_at is null
    returning entry.patient_id as "patientId"
  `.execute(trx)
  return found({ gone: entryGone }, rows[0])
}
