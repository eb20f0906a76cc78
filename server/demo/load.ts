import { Readable } from 'node:stream'
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
  for (const [table, objects] of Object.entries(tables)) await copyTable(target, table, objects)
}

async function copyTable({ client, seed, since }: Target, table: string, objects: Iterable<object>) {
  const kind = (kinds as Record<string, number>)[camelCase(table)]
  const rows = completed()
  const first = rows.next()
  if (first.done) return
  const all = await client.query<Column>(
    `select column_name as name, data_type as type, column_default is not null as "hasDefault"
     from information_schema.columns where table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  )
  const columns = all.rows.filter(({ name, hasDefault }) => !hasDefault || camelCase(name) in first.value)
  const names = columns.map(({ name }) => name).join(', ')
  const cells = columns.map(cellOf)
  const lineOf = (row: Row) => `${cells.map((cell) => cell(row)).join(',')}\n`
  await pipeline(Readable.from(chunks()), client.query(copyFrom(`copy ${table} (${names}) from stdin csv`)))

  function* completed() {
    let place = 0
    for (const row of objects as Iterable<Row>) {
      if (kind) row.id ??= uuidAt(seed, kind, place++)
      row.createdAt ??= since
      row.updatedAt ??= row.createdAt
      yield row
    }
  }

  function* chunks() {
    let chunk = lineOf(first.value as Row)
    for (const row of rows) {
      if (chunk.length > 64 * 1024) {
        yield chunk
        chunk = ''
      }
      chunk += lineOf(row)
    }
    yield chunk
  }
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
  const key = camelCase(name)
  const reference = camelCase(name.replace(/_id$/, ''))
  const write = writers[type] ?? String
  return (row) => {
    const value = row[key] ?? (row[reference] as { id?: string } | undefined)?.id ?? null
    return value === null ? '' : `"${write(value as never).replaceAll('"', '""')}"`
  }
}
