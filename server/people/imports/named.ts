import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../ground/db/connect.ts'
import type { OnRecord } from './kind-rules.ts'

/** Kinds whose records are known by one text, such as a name, that no two of them have. */

/**
 * Rows whose text a record has.
 * @param having a query of `id` and the `key` of each record with one of the keys of `given`
 */
export async function namedOnRecord(
  db: Database,
  rows: readonly { line: number; record: object }[],
  { key, having, message }: { key: string; having: RawBuilder<unknown>; message: string },
): Promise<OnRecord[]> {
  if (rows.length === 0) return []
  const given = JSON.stringify(
    rows.map(({ line, record }) => ({ line, key: (record as Record<string, unknown>)[key] })),
  )
  const { rows: found } = await sql<{ line: number; id: string }>`
    with given as materialized (
      select line, fold(key) as key from jsonb_to_recordset(${given}::jsonb) as given(line integer, key text))
    select distinct on (given.line) given.line, there.id from given join (${having}) there on there.key = given.key
    order by given.line
  `.execute(db)
  return found.map(({ line, id }) => ({ line, recordId: id, state: 'KNOWN', message }))
}

/** Marks the rows that have the text of an earlier row that is not rejected. */
export async function namedTwice(
  db: Database,
  batchId: string,
  keys: readonly RawBuilder<unknown>[],
  what: string,
): Promise<void> {
  await sql`
    with alike as (
      select line, min(line) over (partition by ${sql.join(keys)}) as first
      from import_row where batch_id = ${batchId} and state in ('READY', 'KNOWN', 'POSSIBLE'))
    update import_row set state = 'KNOWN', problems = problems || jsonb_build_array(jsonb_build_object('column', null,
      'message', 'Row ' || alike.first || ' of the file has this ' || ${what}::text))
    from alike where batch_id = ${batchId} and import_row.line = alike.line and alike.first < alike.line and state = 'READY'
  `.execute(db)
}

/** The columns of other tables that refer to records of this one, read from the catalogue. */
export async function referencesTo(
  db: Database,
  table: string,
): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select distinct conrelid::regclass::text as table, attribute.attname as column
    from pg_constraint join pg_attribute attribute on attribute.attrelid = conrelid and attribute.attnum = conkey[1]
    where contype = 'f' and confrelid = ${table}::regclass and conparentid = 0 and conrelid <> ${table}::regclass
    order by 1, 2
  `.execute(db)
  return rows
}

/**
 * Locks the records with these ids and says of each that was edited or is referred to since its import why it is kept.
 * @param called how the tables that refer to it are called: 'batches'
 */
export async function usedSince(
  db: Database,
  table: 'supplier' | 'bed',
  ids: readonly string[],
  called: Readonly<Record<string, string>>,
): Promise<Map<string, string>> {
  const { rows: locked } = await sql<{ id: string; isEdited: boolean }>`
    select id, version > 1 as "isEdited" from ${sql.table(table)} where id = any (${ids}::uuid[]) order by id for update
  `.execute(db)
  const reasons = new Map(
    locked.flatMap(({ id, isEdited }) => (isEdited ? [[id, 'It was edited since']] : [])),
  )
  const references = await referencesTo(db, table)
  const asked = references.map(
    ({ table: by, column }) => sql`
      select distinct ${sql.ref(column)}::uuid as id, ${by} as by from ${sql.table(by)}
      where ${sql.ref(column)} = any (${ids}::uuid[])`,
  )
  const { rows: used } = await sql<{ id: string; by: string }>`${sql.join(asked, sql` union all `)}`.execute(
    db,
  )
  const order = Object.keys(called)
  for (const { id, by } of used.toSorted((one, other) => order.indexOf(one.by) - order.indexOf(other.by)))
    if (!reasons.has(id)) reasons.set(id, called[by] ?? 'Something refers to it since')
  return reasons
}
