import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type Row = readonly (string | number | null)[]

/** Sends rows with COPY as fast as they are made and the database takes them. */
export async function copyRows(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  rows: Iterable<Row>,
): Promise<void> {
  const into = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(chunksOf(rows)), into)
}

const chunkLength = 64 * 1024

function* chunksOf(rows: Iterable<Row>): Generator<Buffer> {
  let chunk = ''
  for (const row of rows) {
    for (let column = 0; column < row.length; column++) {
      chunk += (column === 0 ? '' : '\t') + cellOf(row[column] ?? null)
    }
    chunk += '\n'
    if (chunk.length < chunkLength) continue
    yield Buffer.from(chunk)
    chunk = ''
  }
  if (chunk) yield Buffer.from(chunk)
}

const special = /[\\\t\n\r]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function cellOf(value: string | number | null): string {
  if (value === null) return '\\N'
  if (typeof value === 'number') return String(value)
  return special.test(value) ? value.replaceAll(/[\\\t\n\r]/g, (found) => escapes[found] ?? found) : value
}
