import type { Lines } from '../results.ts'

/** One line of the result: a measurement, and its bound. */
export interface Line {
  what: string
  measured: string
  floor?: string
  /** The figure that the bound is about: a ratio, a time or a size. */
  figure: number
  unit: '×' | 'ms' | 's' | 'MB' | 'kB' | 'of 100' | '/ s'
  bound: { least: number } | { most: number } | null
}

export function holds({ figure, bound }: Line): boolean | null {
  if (!bound) return null
  return 'least' in bound ? figure >= bound.least : figure <= bound.most
}

const columns = ['what', 'Lantern', 'floor', 'figure', 'bound', '']

/** The lines as they are kept in the results. */
export function foundIn(lines: readonly Line[]): Lines {
  return Object.fromEntries(
    lines.map((line) => [
      line.what,
      {
        bound: boundText(line),
        measured: line.measured,
        against: line.floor ?? '',
        figure: figureText(line),
        holds: holds(line),
      },
    ]),
  )
}

/** The cells of a line after its name. */
function cellsOf(line: Line): string[] {
  return [line.measured, line.floor ?? '', figureText(line), boundText(line), sign(holds(line))]
}

/** The table, ready to print. */
export function tableOf(lines: Line[]): string {
  const rows = [columns, ...lines.map((line) => [line.what, ...cellsOf(line)])].map((row) => [
    row.at(-1) ?? '',
    ...row.slice(0, -1),
  ])
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function sign(isGood: boolean | null): string {
  return isGood === null ? '·' : isGood ? '✓' : '✗'
}

function figureText({ figure, unit }: Line): string {
  return `${rounded(figure)} ${unit}`
}

function boundText({ bound, unit }: Line): string {
  if (!bound) return ''
  return 'least' in bound ? `≥ ${bound.least} ${unit}` : `≤ ${bound.most} ${unit}`
}

export function rounded(figure: number): string {
  return figure >= 100
    ? Math.round(figure).toLocaleString('en')
    : figure >= 10
      ? figure.toFixed(1)
      : figure.toFixed(2)
}
