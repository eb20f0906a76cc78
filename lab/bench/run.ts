// `npm run bench`: measures Lantern against the floor and prints one table. README.md explains each line.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { dirname, resolve } from 'node:path'
import { toolOf } from '../tool.ts'
import { measureTrail } from './audit.ts'
import { measureFreePlaces } from './free-places.ts'
import { type Hospitals, hospitalsIn } from './hospitals/hospitals.ts'
import { openPostgres } from './hospitals/postgres.ts'
import { measureLive } from './live/lines.ts'
import { loadLines, measureLoads } from './loads.ts'
import { measureMovingIn } from './moving/lines.ts'
import {
  type Asked,
  measureBoard,
  measureKeys,
  measureLarge,
  measureLighthouse,
  measurePalette,
  measureRecord,
  measureStart,
} from './own-lines.ts'
import { reportTo } from './report.ts'
import { measureStores } from './sizes.ts'
import { foundIn, type Line, rounded, tableOf } from './table.ts'

const root = resolve(import.meta.dirname, '../..')
/** The lines that need a large hospital. */
const largeLines = ['search-sizes', 'sizes', 'export', 'moving-out']
const numbers = (text: string) => text.split(',').map(Number)

/** The options of a run. */
interface Run extends Asked {
  patients: number
  items: number[]
  entries: number
  isKept: boolean
  screens: number
}

export const bench = toolOf({
  name: 'bench',
  lines: [
    ...loadLines,
    'start',
    'search-sizes',
    'sizes',
    'export',
    'moving-out',
    'moving-in',
    'store',
    'audit',
    'board',
    'keys',
    'palette',
    'record',
    'lighthouse',
    'live',
    'live-return',
    'live-calendars',
    'free-places',
  ],
  options: {
    quick: { type: 'boolean', default: false },
    patients: { type: 'string' },
    sizes: { type: 'string' },
    items: { type: 'string', default: '1000,100000' },
    screens: { type: 'string' },
    entries: { type: 'string' },
    keep: { type: 'boolean', default: false },
    connections: { type: 'string', default: '10,50' },
    postgres: { type: 'string', default: '18,15' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    json: { type: 'string', default: 'data/bench/result.json' },
  },
  async run(chosen, wantedLines) {
    const lines: Line[] = []
    const usual = (given: string | undefined, whole: number, quick: number) =>
      Number(given ?? (chosen.quick ? quick : whole))
    const run: Run = {
      wanted: (line) => wantedLines.includes(line),
      isQuick: chosen.quick,
      connections: numbers(chosen.connections),
      effort: { rounds: usual(chosen.rounds, 3, 1), seconds: usual(chosen.seconds, 3, 2) },
      add: reportTo(lines),
      patients: usual(chosen.patients, 100_000, 10_000),
      sizes: numbers(chosen.sizes ?? (chosen.quick ? '10000' : '10000,1000000')),
      judgements: usual(chosen.rounds, 5, 1),
      items: numbers(chosen.items),
      entries: usual(chosen.entries, 20_000_000, 200_000),
      isKept: chosen.keep,
      screens: usual(chosen.screens, 5000, 500),
    }
    const startedAt = Date.now()
    await measureOn(chosen.postgres.split(','), run)
    console.log(`\n${tableOf(lines)}\n`)
    say(`Measured in ${rounded((Date.now() - startedAt) / 1000)} s on ${cpus().length} cores.`)
    writeResult(chosen.json, run, lines)
    // A run does not fail at a missed bound, which may be due to the machine; the table shows it.
    return { found: foundIn(lines), held: true }
  },
})

async function measureOn(wantedPostgres: string[], run: Run): Promise<void> {
  for (const one of wantedPostgres) {
    const postgres = await openPostgres(one, resolve(root, 'data/bench'), say)
    if (!postgres) {
      say(
        `This machine has no PostgreSQL ${one}: what it takes there is not measured. Install it, or name an address.`,
      )
      continue
    }
    say(`On PostgreSQL ${postgres.version}:`)
    try {
      const hospitals = hospitalsIn(postgres, say)
      await measureUsual(hospitals, postgres.version, run)
      // Measures that compare Lantern with itself run only on the first PostgreSQL.
      if (one === wantedPostgres[0]) await measureOthers(hospitals, run)
    } finally {
      await postgres.stop()
    }
  }
}

/** Measures the hospital that is compared with the floor. */
async function measureUsual(hospitals: Hospitals, version: string, run: Run): Promise<void> {
  const isLoaded = loadLines.some(run.wanted)
  if (!isLoaded && !run.wanted('start')) return
  const hospital = await hospitals.open(run.patients)
  const where = `PostgreSQL ${Number.parseInt(version, 10)}`
  const there = { ...run, add: (line: Line) => run.add({ ...line, what: `${line.what}, ${where}` }) }
  if (isLoaded) await measureLoads(hospital, there)
  await hospitals.restore(hospital)
  if (run.wanted('start')) await measureStart(hospital, there)
}

async function measureOthers(hospitals: Hospitals, run: Run): Promise<void> {
  const { wanted } = run
  if (largeLines.some(wanted)) await measureLarge(hospitals, run)
  if (wanted('moving-in')) await measureMovingIn(hospitals, run.patients, run)
  if (wanted('store')) await measureStores(hospitals, run.items, run)
  if (wanted('audit')) await measureTrail(hospitals, { entries: run.entries, isKept: run.isKept }, run)
  if (wanted('free-places')) await measureFreePlaces(hospitals, run)
  if (wanted('board')) await measureBoard(hospitals, run)
  if (wanted('keys')) await measureKeys(hospitals, run)
  if (wanted('palette')) await measurePalette(hospitals, run)
  if (wanted('record')) await measureRecord(hospitals, run)
  if (wanted('lighthouse')) await measureLighthouse(hospitals, run)
  if (['live', 'live-return', 'live-calendars'].some(wanted)) await measureLive(hospitals, run.screens, run)
}

function writeResult(json: string, { effort }: Run, lines: Line[]): void {
  const file = resolve(root, json)
  mkdirSync(dirname(file), { recursive: true })
  const machine = { cores: cpus().length, cpu: cpus()[0]?.model, memory: totalmem(), node: process.version }
  writeFileSync(
    file,
    `${JSON.stringify({ at: new Date().toISOString(), machine, effort, lines }, null, 2)}\n`,
  )
  say(`The figures are in ${json}.`)
}

function say(sentence: string): void {
  console.log(sentence)
}
