import { type Line, tableOf } from './table.ts'

/** The lines to measure, the effort, and the receiver of the results. */
export interface Report {
  wanted(line: string): boolean
  isQuick: boolean
  connections: number[]
  effort: { rounds: number; seconds: number }
  add(line: Line): void
}

/** Keeps the lines, and prints each as soon as it is known. */
export function reportTo(lines: Line[]): Report['add'] {
  return (line) => {
    lines.push(line)
    console.log(tableOf([line]).split('\n').at(-1))
  }
}
