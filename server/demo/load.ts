import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { dayText, timeText } from './calendar.ts'
import { kinds, uuidAt } from './random.ts'

type Row = Record<string, unknown>
type Column = { name: string; type: string; hasDefault: boolean }
type Target = { client: pg.Client; seed: number; since: number }

/**
 * Copies objects into tables as fast as they are made. An object without an id gets the one of its place, and one without
 * a time was there from the start. The column `doctor_id` takes their `doctorId`, or the id of their `doctor`; properties
 * without a column are left out. Moments, days and minutes past midnight are numbers.
 */
export async function copyRows(target: Target, tables: Record<string, Iterable<object>>): Promise<void> {
  for (const [table, objects] of Object.entries(tables)) {
    const rows = completed(target, table, objects as Iterable<Row>)
    const first = rows.next()
    if (first.done) continue
    const all = await target.client.query<Column>(
      `select column_name as name, data_type as type, column_default is not null as "hasDefault"
       from information_schema.columns where table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
      [table],
    )
    const columns = all.rows.filter(({ name, hasDefault }) => !hasDefault || camelCase(name) in first.value)
    const copy = `copy ${table} (${columns.map(({ name }) => name).join()}) from stdin csv`
    await pipeline(chunksOf(columns.map(cellOf), first.value, rows), target.client.query(copyFrom(copy)))
  }
}

function* completed({ seed, since }: Target, table: string, rows: Iterable<Row>) {
  const kind = (kinds as Record<string, number>)[camelCase(table)]
  let place = 0
  for (const row of rows) {
    if (kind) row.id ??= uuidAt(seed, kind, place++)
    row.createdAt ??= since
    row.updatedAt ??= row.createdAt
    yield row
  }
}

function* chunksOf(cells: readonly ((row: Row) => string)[], first: Row, others: Iterable<Row>) {
  const lineOf = (row: Row) => `${cells.map((cell) => cell(row)).join()}\n`
  let chunk = lineOf(first)
  for (const row of others) {
    chunk += lineOf(row)
    if (chunk.length < 64 * 1024) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

const camelCase = (name: string) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())

const writers: Record<string, (value: never) => string> = {
  'timestamp with time zone': (moment: number) => new Date(moment).toISOString(),
  date: dayText,
  'time without time zone': timeText,
  jsonb: JSON.stringify,
}

/** Writes a column of a row as CSV, where an empty cell is null. */
function cellOf({ name, type }: Column): (row: Row) => string {
  const [key, reference] = [camelCase(name), camelCase(name.replace(/_id$/, ''))]
  const write = writers[type] ?? String
  return (row) => {
    const value = row[key] ?? (row[reference] as { id?: string } | undefined)?.id ?? null
    return value === null ? '' : `"${write(value as never).replaceAll('"', '""')}"`
  }
}
