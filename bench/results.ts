// What `npm run bench` and `npm run chaos` found, kept in RESULTS.md from run to run.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { accountFor } from '../server/db/embedded/account.ts'
import { findBinaries } from '../server/db/embedded/binaries.ts'

const file = join(import.meta.dirname, 'RESULTS.md')

/** One row: what tells it apart from all others of its table, and what was found. */
export interface Row {
  key: string
  cells: string[]
}

/**
 * Writes rows between the markers of a part of RESULTS.md. Those of lines that were not run this time stay with the day
 * on which they were found, as long as the machine is the same: figures of two machines are no table.
 */
export function recordRun(
  part: 'bench' | 'chaos',
  columns: readonly string[],
  rows: readonly Row[],
  on = new Date(),
): void {
  writeFileSync(file, withRun(readFileSync(file, 'utf8'), { part, columns, rows, on, machine: machine() }))
}

interface Run {
  part: string
  columns: readonly string[]
  rows: readonly Row[]
  on: Date
  machine: string
}

/** The text of RESULTS.md after a run. */
export function withRun(text: string, { part, columns, rows, on, machine: where }: Run): string {
  const [begin, end] = [`<!-- ${part}: written by the run -->`, `<!-- ${part}: end -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`RESULTS.md has no place for ${part}.`)
  const before = text.slice(from + begin.length, to)
  const kept = before.includes(where) ? rowsIn(before) : new Map<string, string>()
  for (const { key, cells } of rows) {
    kept.set(inCell(key), line([key, ...cells, on.toISOString().slice(0, 10)]))
  }
  const table = [line([...columns, 'on']), line([...columns, 'on'].map(() => '---')), ...kept.values()]
  return `${text.slice(0, from)}${begin}\n\n${where}\n\n${table.join('\n')}\n\n${text.slice(to)}`
}

/** Cores, memory, system and versions of this machine, in one line. */
function machine(): string {
  const processors = cpus()
  const postgres = execFileSync(findBinaries(accountFor([])).program('postgres'), ['--version']).toString()
  return [
    `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `${systemName()} (${type()} ${release()})`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${/\d+(\.\d+)*/.exec(postgres)?.[0]}`,
  ].join(', ')
}

function systemName(): string {
  const about = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  return /^PRETTY_NAME="?([^"\n]+)/m.exec(about)?.[1] ?? process.platform
}

/** The rows of a table by their first cell, without its head. */
function rowsIn(text: string): Map<string, string> {
  const lines = text.split('\n').filter((one) => one.startsWith('| '))
  return new Map(lines.slice(2).map((one) => [one.slice(2).split(' | ')[0] ?? '', one]))
}

function line(cells: readonly string[]): string {
  return `| ${cells.map(inCell).join(' | ')} |`
}

/** A cell ends at a bar, and a table at the end of a line. */
function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim()
}
