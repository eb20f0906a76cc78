import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { dayText, timeText } from './calendar.ts'

type Row = Readonly<Record<string, unknown>>
type Column = { name: string; type: string; hasDefault: boolean }

/**
 * Copies objects into tables as fast as they are made. The column `doctor_id` takes their `doctorId`, or the id of their
 * `doctor`; properties without a column are left out. Moments, days and minutes past midnight are numbers.
 */
export async function copyRows(client: pg.Client, tables: Record<string, Iterable<object>>): Promise<void> {
  for (const [table, objects] of Object.entries(tables)) await copyTable(client, table, objects)
}

async function copyTable(client: pg.Client, table: string, objects: Iterable<object>): Promise<void> {
  const rows = (objects as Iterable<Row>)[Symbol.iterator]()
  const first = rows.next()
  if (first.done) return
  const all = await client.query<Column>(
    `select attname as name, format_type(atttypid, null) as type, atthasdef as "hasDefault" from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
    [table],
  )
  const columns = all.rows.flatMap(({ name, type, hasDefault }) => {
    const key = camelCase(name)
    const reference = camelCase(name.replace(/_id$/, ''))
    return hasDefault && !(key in first.value) ? [] : [{ name, key, reference, write: writers[type] }]
  })
  const names = columns.map(({ name }) => name).join(', ')
  await pipeline(Readable.from(chunks()), client.query(copyFrom(`copy ${table} (${names}) from stdin`)))

  function* chunks(): Generator<Buffer> {
    let chunk = ''
    for (let next = first; !next.done; next = rows.next()) {
      const row = next.value
      const cells = columns.map(({ key, reference, write }) =>
        cellOf(row[key] ?? (row[reference] as { id?: string } | undefined)?.id, write),
      )
      chunk += `${cells.join('\t')}\n`
      if (chunk.length < 64 * 1024) continue
      yield Buffer.from(chunk)
      chunk = ''
    }
    yield Buffer.from(chunk)
  }
}

const camelCase = (name: string) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())

type Write = (value: never) => string
const writers: Record<string, Write> = {
  'timestamp with time zone': (moment: number) => new Date(moment).toISOString(),
  date: dayText,
  'time without time zone': timeText,
  jsonb: JSON.stringify,
}
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function cellOf(value: unknown, write: Write = String): string {
  if (value === null || value === undefined) return '\\N'
  return write(value as never).replaceAll(/[\\\t\n\r]/g, (found) => escapes[found] ?? found)
}
