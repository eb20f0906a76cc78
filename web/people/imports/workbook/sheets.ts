import readWorkbook from 'read-excel-file/universal'

/** A column whose numbers Excel may have changed: it drops leading zeros, and the digits after the fifteenth. */
export interface ColumnWarning {
  header: string
  lost: 'zeros' | 'digits'
}

/** A sheet with something on it, as a CSV file has it. */
export interface Sheet {
  name: string
  csv: string
  /** Rows below the headers. */
  rows: number
  warnings: ColumnWarning[]
}

/** A number as Excel keeps it; a class of its own tells it from text of digits. */
class Figure {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Cell = string | boolean | Date | Figure | null

/**
 * The sheets of an XLSX file that have something on them. Dates are yyyy-mm-dd, numbers are text without an exponent, and a
 * formula is its result.
 */
export async function sheetsOf(file: ArrayBuffer): Promise<Sheet[]> {
  const sheets = await readWorkbook<Figure>(file, { parseNumber: (text) => new Figure(text), trim: false })
  return sheets.flatMap(({ sheet, data }) => {
    const rows = data as unknown as Cell[][]
    const first = rows.findIndex((row) => row.some((cell) => cell !== null))
    if (first < 0) return []
    const [headers = [], ...below] = rows.slice(first)
    return {
      name: sheet,
      csv: [headers, ...below].map(lineOf).join(''),
      rows: below.filter((row) => row.some((cell) => cell !== null)).length,
      warnings: headers.flatMap((header, column) => {
        const lost = lossOf(below.map((row) => row[column] ?? null))
        return lost ? { header: textOf(header), lost } : []
      }),
    }
  })
}

function lineOf(row: readonly Cell[]): string {
  return `${row.map((cell) => quoted(textOf(cell))).join(',')}\r\n`
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Figure) return plain(cell.text)
  if (cell instanceof Date) return dayOf(cell)
  return typeof cell === 'boolean' ? (cell ? 'TRUE' : 'FALSE') : cell
}

/** '2026-11-21', and with its time where it has one: '2026-11-21 14:30'. */
function dayOf(moment: Date): string {
  const [day = '', time = ''] = moment.toISOString().split('T')
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`
}

/** '9.876543210E9' → '9876543210'; '0.30000000000000004' → '0.3' */
function plain(text: string): string {
  if (/^-?\d+$/.test(text)) return text
  const figure = Number(text)
  return Number.isInteger(figure) ? BigInt(figure).toString() : String(Number(figure.toPrecision(15)))
}

/** Numbers so long are hardly amounts: telephone, insurance and national numbers. */
const shortestNumber = 6
/** Excel keeps no more digits of a number. */
const mostDigits = 15

function lossOf(cells: readonly Cell[]): ColumnWarning['lost'] | undefined {
  const figures = cells.filter((cell) => cell instanceof Figure).map(({ text }) => plain(text))
  if (!figures.every((figure) => /^\d+$/.test(figure))) return undefined
  const lengths = figures.map(({ length }) => length)
  const longest = lengths.reduce((one, other) => Math.max(one, other), 0)
  if (longest > mostDigits) return 'digits'
  return longest >= shortestNumber && lengths.some((length) => length < longest) ? 'zeros' : undefined
}
