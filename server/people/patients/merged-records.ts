import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../ground/db/connect.ts'

/**
 * How entries are read of all records of one patient (record 102). A patient without merged records has one, and is read with the
 * statement that there always was.
 */
export function isOf(column: RawBuilder<unknown>, ids: readonly string[]): RawBuilder<SqlBool> {
  return ids.length === 1 ? sql`${column} = ${ids[0]}` : sql`${column} = any (${ids}::uuid[])`
}

/** Whether somebody's record, called `patient`, is there: not deleted. What was entered in a merged one can still be corrected. */
export const isOnRecord = sql<SqlBool>`(patient.retired_at is null or patient.merged_into is not null)`

/** The ids of all records of the patient that this one is of. */
export async function recordIds(db: Database, id: string): Promise<readonly string[]> {
  const { rows } = await sql<{ ids: string[] }>`select record_ids(${id})::text[] as ids`.execute(db)
  return rows[0]?.ids ?? [id]
}

/** The records that were merged into others, few in any hospital, under names that no other table has. */
export const mergedRecords = sql`(
  select id as record, merged_into as survivor from patient where merged_into is not null) merged`

/** The ids of the current patients who are meant, and of the records that were merged into theirs. */
export function recordsOf(isMeant: Expression<SqlBool>): RawBuilder<{ id: string }> {
  return sql`
    select patient.id from patient where patient.retired_at is null and ${isMeant}
    union all
    select record from ${mergedRecords} join patient on patient.id = survivor
    where patient.retired_at is null and ${isMeant}`
}
