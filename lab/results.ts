// The findings of the lab's runs, kept in results.json. docs/quality.md has its figures from there.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { accountFor } from '../server/ground/db/embedded/account.ts'
import { findBinaries } from '../server/ground/db/embedded/binaries.ts'

const file = join(import.meta.dirname, 'results.json')

/** The tools whose results are kept. */
export type ToolName = 'bench' | 'chaos' | 'simulate' | 'attack'

/** The result of one line. */
export interface Found {
  /** The bound. */
  bound: string
  /** Lantern's figure. */
  measured: string
  /** The figure of the floor, or of the control in which a fault must be found; empty if there is neither. */
  against: string
  /** The figure that the bound is about; empty if it is `measured` itself. */
  figure: string
  /** Whether the figure is within the bound; null if there is no bound, or the line could not be run. */
  holds: boolean | null
}

/** Results by line. */
export type Lines = Readonly<Record<string, Found>>

/** The part of results.json that runs write. */
export interface Kept {
  runs: Readonly<Record<string, { machine: string; lines: Readonly<Record<string, Found & { on: string }>> }>>
}

/** Writes what a run with `--record` found. */
export function recordRun(tool: ToolName, lines: Lines, on = new Date()): void {
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept
  const next = withRun(kept, { tool, lines, on, machine: machine() })
  writeFileSync(file, `${JSON.stringify(next, null, 2)}\n`)
  console.log('The figures are in lab/results.json; npm run format writes them into docs/quality.md.')
}

interface Run {
  tool: string
  lines: Lines
  on: Date
  machine: string
}

/**
 * The results after a run. Lines that were not run this time stay with the day on which they were found, as long as the
 * machine is the same: figures of two machines can't be compared.
 */
export function withRun<Results extends Kept>(
  results: Results,
  { tool, lines, on, machine: where }: Run,
): Results {
  const before = results.runs[tool]
  const day = on.toISOString().slice(0, 10)
  const found = Object.entries(lines).map(([line, one]) => [line, { ...one, on: day }] as const)
  return {
    ...results,
    runs: {
      ...results.runs,
      [tool]: {
        machine: where,
        lines: { ...(before?.machine === where && before.lines), ...Object.fromEntries(found) },
      },
    },
  }
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
