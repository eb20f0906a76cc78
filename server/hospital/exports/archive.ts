import { PassThrough, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ZipFile } from 'yazl'
import { encrypting } from '../../ground/backup/encryption.ts'
import { readAlike } from '../../ground/backup/tables.ts'
import { csvOf } from '../../ground/records/csv.ts'
import { harmlessText } from './harmless.ts'
import { type ExportedTable, exportedOf, leftOutColumns, leftOutTables, readColumns } from './tables.ts'

/** The bytes of rows after which what was read is collected. */
const collectEvery = 4 * 2 ** 20

const byteOrderMark = '\uFEFF'

/**
 * The whole hospital as it is at one moment, as a ZIP that is made while it is read. `onEnd` gets the size of a file that was
 * read whole, and null if it broke off.
 */
export async function exportArchive(
  pool: pg.Pool,
  options: { hospital: string; at: Date; passphrase: string | null; onEnd: (bytes: number | null) => void },
): Promise<Readable> {
  const client = await pool.connect()
  let bytes = 0
  let isWhole = false
  try {
    await client.query('begin isolation level repeatable read read only')
    // It takes as long as its reader takes; one who stops reading is ended by `takePlace`.
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    await client.query(readAlike)
    const zip = await zipOf(client, options)
    const file = Readable.from(read(zip), { objectMode: false })
    file.once('close', () => {
      zip.destroy()
      // A COPY that broke off is still being answered.
      client.release(!isWhole)
      options.onEnd(isWhole ? bytes : null)
    })
    return file
  } catch (error) {
    client.release(true)
    throw error
  }

  async function* read(zip: Readable) {
    for await (const chunk of encrypting(options.passphrase)(zip)) {
      bytes += chunk.length
      yield chunk
    }
    await client.query('commit')
    isWhole = true
  }
}

async function zipOf(client: pg.PoolClient, { hospital, at }: { hospital: string; at: Date }) {
  const tables = exportedOf(await readColumns(client))
  const counts = new Map<string, number>()
  const zip = new ZipFile()
  const out = zip.outputStream as ReadableStream & Readable
  zip.on('error', (error: Error) => out.destroy(error))
  // The error goes to the reader; before the first byte is asked for there is none.
  out.on('error', () => {})
  // Stops reading tables once the download has ended.
  const add = (name: string, open: () => Readable) =>
    zip.addReadStreamLazy(name, { mtime: at }, (opened) =>
      opened(null, out.destroyed ? Readable.from([]) : open()),
    )
  zip.addBuffer(Buffer.from(readMe(hospital, at)), 'README.txt', { mtime: at })
  add('columns.csv', () => columnsCsv(tables))
  for (const table of tables) add(`${table.name}.csv`, () => rowsOf(client, table, counts))
  // The last, so that a file that has it is whole.
  add('tables.csv', () => tablesCsv(tables, counts))
  zip.end()
  return out
}

function rowsOf(client: pg.PoolClient, { name, columns }: ExportedTable, counts: Map<string, number>) {
  const list = columns.map(({ column, isText }) =>
    isText ? harmlessText(column) : pg.escapeIdentifier(column),
  )
  const rows = client.query(
    copyTo(
      `copy (select ${list.join(', ')} from ${pg.escapeIdentifier(name)}) to stdout (format csv, header)`,
    ),
  )
  // Spreadsheets ask for the mark.
  const csv = new PassThrough()
  let read = 0
  rows.on('data', (chunk: Buffer) => {
    read += chunk.length
    if (read < collectEvery) return
    read = 0
    // Buffers weigh little in the heap: Node would let 64 MB of them pile up beside what the hospital's work needs.
    globalThis.gc?.({ type: 'minor', execution: 'sync' })
  })
  csv.write(byteOrderMark)
  rows.once('end', () => counts.set(name, rows.rowCount))
  rows.on('error', (error) => csv.destroy(error))
  csv.once('close', () => rows.destroy())
  return rows.pipe(csv)
}

function columnsCsv(tables: readonly ExportedTable[]): Readable {
  return csvOf(every(tables.flatMap(({ columns }) => columns)), {
    table: ({ table }) => table,
    column: ({ column }) => column,
    meaning: ({ meaning }) => meaning,
    type: ({ type }) => type,
    references: ({ references }) => references,
    key: ({ isKey }) => (isKey ? 'yes' : null),
  })
}

function tablesCsv(tables: readonly ExportedTable[], counts: ReadonlyMap<string, number>): Readable {
  return csvOf(every(tables), {
    table: ({ name }) => name,
    meaning: ({ meaning }) => meaning,
    rows: ({ name }) => counts.get(name) ?? null,
  })
}

async function* every<One>(list: readonly One[]) {
  yield* list
}

function readMe(hospital: string, at: Date): string {
  const left = Object.entries({ ...leftOutTables, ...leftOutColumns }).map(
    ([name, why]) => `- ${name}: ${why}.`,
  )
  return `${hospital}: everything that Lantern keeps, as it was on ${at.toISOString()}.

Each table is a CSV file in UTF-8. columns.csv says what each column means, its type and what it refers to; tables.csv has the number
of rows of each table. Moments are in UTC. An empty cell is no value, and "" is an empty text.

So that no spreadsheet runs a text as a formula, an apostrophe (') stands before a character that would begin one. It is the only
difference from what is kept. docs/load-export.mjs of Lantern loads all of it into an empty PostgreSQL database, and takes it away.

What is not in here, and why:
${left.join('\n')}
`
}
