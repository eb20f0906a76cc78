import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, type Parser, parse } from 'csv-parse'
import { sql } from 'kysely'
import { type DateEvidence, dateProof, noEvidence, noteDate } from '../../../contract/people/imports/dates.ts'
import { headerKey, headerWords } from '../../../contract/people/imports/fields.ts'
import {
  type ColumnUse,
  type ImportColumn,
  type ImportKind,
  type ImportMapping,
  mostColumns,
  mostImportRows,
  mostValues,
} from '../../../contract/people/imports/imports.ts'
import { noNumbers, noteNumber, numberProof } from '../../../contract/people/imports/numbers.ts'
import type { Database } from '../../ground/db/connect.ts'
import { beforeHarmless } from '../../ground/records/csv.ts'
import { kinds } from './kinds.ts'
import { delimiterOf, factsOf, partsOf, textOf } from './parts.ts'

/** A sentence for why a file can't be read. */
export class UnreadableFile extends Error {}

const rowsAtOnce = 1000
const longestShown = 200
const largestRow = 1024 * 1024

/** Gathers facts about a column while its cells pass. */
class ColumnFacts {
  readonly #values = new Set<string>()
  readonly #dates: DateEvidence = noEvidence()
  readonly #numbers = noNumbers()
  readonly #header: string
  #filled = 0
  constructor(header: string) {
    this.#header = header
  }

  add(cell: string): void {
    const value = cell.trim()
    if (value === '') return
    this.#filled++
    noteDate(this.#dates, value)
    noteNumber(this.#numbers, value)
    if (this.#values.size <= mostValues) this.#values.add(value.slice(0, longestShown))
  }

  described(): ImportColumn {
    const { dayFirst, monthFirst, openExample } = this.#dates
    const proof = dateProof(this.#dates)
    const { point, comma, open } = this.#numbers
    const ofNumbers = numberProof(this.#numbers)
    const proving = [dayFirst, monthFirst].filter((one) => one !== null)
    return {
      header: this.#header,
      values: [...this.#values].slice(0, mostValues),
      hasMoreValues: this.#values.size > mostValues,
      filled: this.#filled,
      dateProof: proof,
      dateExamples: proof === null ? [] : proof === 'UNPROVED' && openExample ? [openExample] : proving,
      numberProof: ofNumbers,
      numberExamples:
        ofNumbers === null
          ? []
          : (ofNumbers === 'UNPROVED' ? [open] : [point, comma]).filter((one) => one !== null),
    }
  }
}

/** Reads the file of a batch into rows, and what its columns are. @throws UnreadableFile */
export async function readFile(db: Database, batch: { id: string; kind: ImportKind }): Promise<void> {
  const { hash, encoding, beginning } = await factsOf(partsOf(db, batch.id))
  // Some spreadsheets name their delimiter in a first line.
  const named = /^\uFEFF?sep=([,;\t|])\r?\n/i.exec(beginning)
  const records = parse({
    delimiter: named?.[1] ?? delimiterOf(beginning),
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: largestRow,
    ...(named && { from_line: 2 }),
  })
  let columns: ColumnFacts[] | undefined
  let headers: string[] = []
  let line = 0
  let count = 0
  let waiting: { line: number; cells: string[] }[] = []
  async function take(given: readonly string[]): Promise<void> {
    line++
    if (given.every((cell) => cell.trim() === '')) return
    const cells = given.map(beforeHarmless)
    if (!columns) {
      headers = headersOf(cells)
      columns = headers.map((header) => new ColumnFacts(header))
      return
    }
    if (++count > mostImportRows)
      throw new UnreadableFile(
        `The file has more than ${mostImportRows.toLocaleString('en-GB')} rows. Divide it.`,
      )
    for (const [at, column] of columns.entries()) column.add(cells[at] ?? '')
    if (waiting.push({ line, cells }) < rowsAtOnce) return
    await keep(db, batch.id, waiting)
    waiting = []
  }

  try {
    await recordsOf(records, textOf(partsOf(db, batch.id), encoding), take)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFile(
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'A quotation mark is opened and never closed. Save the file as CSV again.'
        : `Row ${line + 1} can’t be read. Save the file as CSV again.`,
    )
  }
  await keep(db, batch.id, waiting)
  if (!columns) throw new UnreadableFile('The file is empty.')
  if (count === 0) throw new UnreadableFile('The file has headers, and no rows.')
  const described = columns.map((column) => column.described())
  const suggested = await kinds[batch.kind].suggest(db, described)
  const before = await mappedBefore(db, batch.kind, headers)
  await sql`
    update import_batch set state = 'READ', file_hash = ${hash}, columns = ${JSON.stringify(described)}::jsonb,
      mapping = ${JSON.stringify(before ? withChoices(suggested, headers, before) : suggested)}::jsonb,
      is_mapped_as_before = ${before !== undefined}, rows = ${count}, worked_since = null, problem_words = null,
      version = version + 1
    where id = ${batch.id}
  `.execute(db)
  await sql`delete from import_part where batch_id = ${batch.id}`.execute(db)
}

/**
 * Parses a text piece by piece. The next piece is read when all rows of the one before are kept: both are done on one
 * connection, one after the other.
 */
async function recordsOf(
  parser: Parser,
  text: AsyncIterable<string>,
  take: (record: string[]) => Promise<void>,
): Promise<void> {
  let failure: Error | undefined
  parser.on('error', (error) => {
    failure ??= error
  })
  const takeAll = async () => {
    for (let record = parser.read(); record !== null; record = parser.read()) await take(record as string[])
    if (failure) throw failure
  }
  for await (const piece of text) {
    parser.write(piece)
    await takeAll()
  }
  parser.end()
  while (!parser.readableEnded) {
    await nextTurn()
    await takeAll()
  }
}

/** The headers without empty cells at the end; an empty one among them is called by its place. */
function headersOf(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  if (last >= mostColumns)
    throw new UnreadableFile(
      `The file has more than ${mostColumns} columns. Delete those that are not needed.`,
    )
  return cells.slice(0, last + 1).map((cell, at) => cell.trim().slice(0, longestShown) || `Column ${at + 1}`)
}

async function keep(db: Database, batchId: string, rows: { line: number; cells: string[] }[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into import_row (batch_id, line, cells)
    select ${batchId}, line, cells from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(line integer, cells text[])
  `.execute(db)
}

/** Rejected rows come back with the column that says why; it makes them no other file. */
export const problemHeader = 'Problem'
const isOfFile = (header: string) => headerWords(header) !== headerWords(problemHeader)

export function headersHash(headers: readonly string[]): string {
  return createHash('sha256')
    .update(headerKey(headers.filter(isOfFile)))
    .digest('hex')
}

interface Profile {
  headers: string[]
  mapping: ImportMapping
}

async function mappedBefore(db: Database, kind: ImportKind, headers: string[]): Promise<Profile | undefined> {
  const { rows } = await sql<Profile>`
    select headers, mapping from import_profile where kind = ${kind} and headers_hash = ${headersHash(headers)}
  `.execute(db)
  return rows[0]
}

/** The mapping of an earlier file with these columns, each found by its header. */
function withChoices(suggested: ImportMapping, headers: readonly string[], before: Profile): ImportMapping {
  const waiting = new Map<string, ColumnUse[]>()
  for (const [at, header] of before.headers.entries()) {
    const use = before.mapping.columns[at]
    const words = headerWords(header)
    if (use) waiting.set(words, [...(waiting.get(words) ?? []), use])
  }
  const columns = headers.map(
    (header) => waiting.get(headerWords(header))?.shift() ?? { field: '', dateOrder: null, values: {} },
  )
  // The order of dates and the rows to import anyhow were chosen for the earlier file alone.
  return {
    ...suggested,
    constants: before.mapping.constants,
    columns: columns.map(({ field, values }) => ({ field, dateOrder: null, values })),
  }
}
