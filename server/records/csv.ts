import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

/** What stands in each column of an export, by its title. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>

/**
 * The rows as CSV (RFC 4180, UTF-8 with a byte order mark, which spreadsheets ask for), written as they are read. Cells
 * that a spreadsheet would run as a formula are made harmless.
 */
export function csvOf<Row>(rows: AsyncIterable<Row>, columns: CsvColumns<Row>): Readable {
  const csv = stringify({
    header: true,
    columns: Object.keys(columns),
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  const source = Readable.from(cellsOf(rows, Object.values(columns)))
  source.on('error', (error) => csv.destroy(error))
  csv.on('close', () => source.destroy())
  return source.pipe(csv)
}

async function* cellsOf<Row>(
  rows: AsyncIterable<Row>,
  cells: readonly ((row: Row) => string | number | null)[],
): AsyncGenerator<(string | number | null)[]> {
  for await (const row of rows) yield cells.map((cell) => cell(row))
}
