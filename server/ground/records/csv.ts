import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

/** The value of each column of an export, by its title. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>

/**
 * The rows as CSV (RFC 4180, UTF-8 with a byte order mark, which spreadsheets ask for), written as they are read. Texts
 * that a spreadsheet would run as a formula are made harmless; a number, negative too, stays one.
 */
export function csvOf<Row>(rows: AsyncIterable<Row>, columns: CsvColumns<Row>): Readable {
  return csvOfCells(Object.keys(columns), cellsOf(rows, Object.values(columns)))
}

type Cells = readonly (string | number | null)[]

/** Such a file of rows that are cells already, in the order of their titles. */
export function csvOfCells(titles: readonly string[], rows: AsyncIterable<Cells>): Readable {
  const csv = stringify({
    bom: true,
    quoted_match: /[;\t]/,
    record_delimiter: 'windows',
  })
  const source = Readable.from(harmlessRows(titles, rows))
  source.on('error', (error) => csv.destroy(error))
  csv.on('close', () => source.destroy())
  return source.pipe(csv)
}

async function* cellsOf<Row>(
  rows: AsyncIterable<Row>,
  cells: readonly ((row: Row) => string | number | null)[],
): AsyncGenerator<Cells> {
  for await (const row of rows) yield cells.map((cell) => cell(row))
}

/** Begins once the first row is there: a reading that fails is then refused, and no file of titles alone. */
async function* harmlessRows(titles: readonly string[], rows: AsyncIterable<Cells>): AsyncGenerator<Cells> {
  let isTitled = false
  for await (const row of rows) {
    if (!isTitled) yield titles
    isTitled = true
    yield row.map(harmless)
  }
  if (!isTitled) yield titles
}

/**
 * The beginning of a formula, in full-width and small forms too: at the beginning of a text, wherever a spreadsheet that
 * splits at semicolons, tabs, line ends or quotes would begin another cell, and behind spaces and invisible characters.
 */
const formula =
  /(?<=(?:^|[;；\t-\r\u0085\u2028\u2029"])[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800"]*)[=+\-@＝＋－＠﹦﹢﹣﹫⁼₌⁺₊−]/gu
/** Such a beginning with the apostrophe that makes it harmless, which spreadsheets write too. */
const madeHarmless = new RegExp(formula.source.replace(/\[=.*$/u, "'(?=$&)"), 'gu')

function harmless(cell: string | number | null): string | number | null {
  return typeof cell === 'string' ? cell.replace(formula, "'$&") : cell
}

/** The text of a cell before an export made it harmless. */
export function beforeHarmless(cell: string): string {
  return cell.includes("'") ? cell.replace(madeHarmless, '') : cell
}
