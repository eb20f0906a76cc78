import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

type Cell = string | number | boolean | null
/** By column; all rows of a table have the same columns in the same order. */
export type Row = Readonly<Record<string, Cell>>

/** Sends rows with COPY as fast as they are made and the database takes them. */
export async function copyRows(client: pg.Client, table: string, rows: Iterable<Row>): Promise<void> {
  const all = rows[Symbol.iterator]()
  const first = all.next()
  if (first.done) return
  const columns = Object.keys(first.value)
  const into = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(chunksOf(first, all, columns)), into)
}

const chunkLength = 64 * 1024

function* chunksOf(
  first: IteratorResult<Row>,
  rest: Iterator<Row>,
  columns: readonly string[],
): Generator<Buffer> {
  let chunk = ''
  for (let next = first; !next.done; next = rest.next()) {
    chunk += lineOf(next.value, columns)
    if (chunk.length < chunkLength) continue
    yield Buffer.from(chunk)
    chunk = ''
  }
  if (chunk) yield Buffer.from(chunk)
}

function lineOf(row: Row, columns: readonly string[]): string {
  let line = ''
  for (const column of columns) line += `${cellOf(row[column] ?? null)}\t`
  return `${line.slice(0, -1)}\n`
}

const special = /[\\\t\n\r]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function cellOf(value: Cell): string {
  if (value === null) return '\\N'
  if (typeof value !== 'string') return String(value)
  return special.test(value) ? value.replaceAll(/[\\\t\n\r]/g, (found) => escapes[found] ?? found) : value
}
