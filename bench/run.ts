// `npm run bench`: measures Lantern against the floor and prints one table. README.md explains each line.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measureTrail } from './audit.ts'
import { boardTimes } from './browser/board.ts'
import { keyTimes } from './browser/keys.ts'
import { lighthouseScores } from './browser/lighthouse.ts'
import { longest, paletteTimes } from './browser/palette.ts'
import { mostOfEmpty, openingTimes } from './browser/record.ts'
import { mostWork } from './browser/screens.ts'
import { type Hospital, type Hospitals, hospitalsIn } from './hospitals/hospitals.ts'
import { openPostgres } from './hospitals/postgres.ts'
import { measureLive } from './live/lines.ts'
import { loadLines, measureLoads } from './loads.ts'
import { type Report, reportTo } from './report.ts'
import { recordRun } from './results.ts'
import { coldStart, exportAll, mostGrowth, mostSeconds } from './single-process.ts'
import { measureSizes, measureStores } from './sizes.ts'
import { cellsOf, columns, type Line, rounded, tableOf } from './table.ts'

const { values: chosen } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    lines: { type: 'string' },
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
    record: { type: 'boolean', default: false },
  },
})
const numbers = (text: string) => text.split(',').map(Number)
const patients = Number(chosen.patients ?? (chosen.quick ? 10_000 : 100_000))
const sizes = numbers(chosen.sizes ?? (chosen.quick ? '10000' : '10000,1000000'))
const entries = Number(chosen.entries ?? (chosen.quick ? 200_000 : 20_000_000))
const effort = {
  rounds: Number(chosen.rounds ?? (chosen.quick ? 1 : 3)),
  seconds: Number(chosen.seconds ?? (chosen.quick ? 2 : 3)),
}
const root = resolve(import.meta.dirname, '..')

const lines: Line[] = []
const report: Report = {
  wanted: (line) => !chosen.lines || chosen.lines.split(',').includes(line),
  isQuick: chosen.quick,
  connections: numbers(chosen.connections),
  effort,
  add: reportTo(lines),
}
const { wanted, add } = report
const startedAt = Date.now()
const wantedPostgres = chosen.postgres.split(',')
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
    await measureUsual(hospitals, postgres.version)
    // Measures that compare Lantern with itself run only on the first PostgreSQL.
    if (one === wantedPostgres[0]) await measureOthers(hospitals)
  } finally {
    await postgres.stop()
  }
}
console.log(`\n${tableOf(lines)}\n`)
say(`Measured in ${rounded((Date.now() - startedAt) / 1000)} s on ${cpus().length} cores.`)
writeResult()

/** The hospital that is compared with the floor. */
async function measureUsual(hospitals: Hospitals, version: string): Promise<void> {
  const isLoaded = loadLines.some(wanted)
  if (!isLoaded && !wanted('start')) return
  const hospital = await hospitals.open(patients)
  const where = `PostgreSQL ${Number.parseInt(version, 10)}`
  const there = { ...report, add: (line: Line) => add({ ...line, what: `${line.what}, ${where}` }) }
  if (isLoaded) await measureLoads(hospital, there)
  await hospitals.restore(hospital)
  if (wanted('start')) await measureStart(hospital, there)
}

async function measureOthers(hospitals: Hospitals): Promise<void> {
  if (wanted('search-sizes') || wanted('sizes') || wanted('export')) await measureLarge(hospitals)
  if (wanted('store')) await measureStores(hospitals, numbers(chosen.items), report)
  if (wanted('audit')) await measureTrail(hospitals, { entries, isKept: chosen.keep }, report)
  if (wanted('board')) await measureBoard(hospitals)
  if (wanted('keys')) await measureKeys(hospitals)
  if (wanted('palette')) await measurePalette(hospitals)
  if (wanted('record')) await measureRecord(hospitals)
  if (wanted('lighthouse')) await measureLighthouse(hospitals)
  if (wanted('live') || wanted('live-return')) {
    await measureLive(hospitals, Number(chosen.screens ?? (chosen.quick ? 500 : 5000)), report)
  }
}

async function measureStart(hospital: Hospital, { add }: Report): Promise<void> {
  const seconds = await coldStart(hospital, chosen.quick ? 3 : 7)
  add({
    what: 'start of the server',
    measured: `${rounded(seconds)} s`,
    figure: seconds,
    unit: 's',
    bound: { most: mostSeconds },
  })
}

/** The smallest hospital and the largest. */
async function measureLarge(hospitals: Hospitals): Promise<void> {
  const opened: Hospital[] = []
  for (const size of sizes) opened.push(await hospitals.open(size))
  const [smallest, largest] = [opened[0], opened.at(-1)]
  if (!smallest || !largest) return
  if (smallest !== largest) await measureSizes([smallest, largest], report)
  if (wanted('export')) await measureExport(largest)
}

async function measureBoard(hospitals: Hospitals): Promise<void> {
  const hospital = await hospitals.openBeds(1000)
  const times = await boardTimes(hospital, chosen.quick ? 3 : 9)
  for (const [act, { work, passed }] of times) {
    add({
      what: `work of the page on 1,000 beds, ${act}`,
      measured: `${rounded(passed)} ms on the clock`,
      figure: work,
      unit: 'ms',
      bound: { most: mostWork },
    })
  }
}

async function measureKeys(hospitals: Hospitals): Promise<void> {
  const times = await keyTimes(await hospitals.openBeds(1000), chosen.quick ? 3 : 9)
  for (const [box, { work, passed }] of times) {
    add({
      what: `work of the page on a key, ${box}`,
      measured: `${rounded(passed)} ms on the clock`,
      figure: work,
      unit: 'ms',
      bound: { most: mostWork },
    })
  }
}

async function measurePalette(hospitals: Hospitals): Promise<void> {
  const times = await paletteTimes(await hospitals.open(sizes.at(-1) ?? 10_000), chosen.quick ? 3 : 9)
  for (const [kind, passed] of times) {
    add({
      what: `first patient found from anywhere by ${kind}`,
      measured: 'from the last key until drawn',
      figure: passed,
      unit: 'ms',
      bound: { most: longest },
    })
  }
}

async function measureRecord(hospitals: Hospitals): Promise<void> {
  const times = await openingTimes(await hospitals.openRecord(20), chosen.quick ? 5 : 15)
  for (const [screen, { long, empty }] of times) {
    add({
      what: `${screen} of 20 years until it is there, against an empty one`,
      measured: `${rounded(long)} ms`,
      floor: `${rounded(empty)} ms`,
      figure: long / empty,
      unit: '×',
      bound: { most: mostOfEmpty },
    })
  }
}

async function measureLighthouse(hospitals: Hospitals): Promise<void> {
  const rounds = Number(chosen.rounds ?? (chosen.quick ? 1 : 5))
  const scores = await lighthouseScores(await hospitals.open(sizes[0] ?? 10_000), rounds)
  for (const { path, category, score, least, findings } of scores) {
    add({
      what: `Lighthouse, ${category} of ${path}`,
      measured: findings.join(', '),
      figure: score,
      unit: 'of 100',
      bound: { least },
    })
  }
}

async function measureExport(hospital: Hospital): Promise<void> {
  const { rows, seconds, before, growth } = await exportAll(hospital)
  add({
    what: `memory for an export of ${rows.toLocaleString('en')} patients`,
    measured: `from ${rounded(before)} MB, in ${rounded(seconds)} s`,
    figure: growth,
    unit: 'MB',
    bound: { most: mostGrowth },
  })
}

function writeResult(): void {
  const file = resolve(root, chosen.json)
  mkdirSync(dirname(file), { recursive: true })
  const machine = { cores: cpus().length, cpu: cpus()[0]?.model, memory: totalmem(), node: process.version }
  writeFileSync(
    file,
    `${JSON.stringify({ at: new Date().toISOString(), machine, effort, lines }, null, 2)}\n`,
  )
  say(`The figures are in ${chosen.json}.`)
  if (!chosen.record) return
  recordRun(
    'bench',
    columns,
    lines.map((line) => ({ key: line.what, cells: cellsOf(line) })),
  )
  say('And in bench/RESULTS.md.')
}

function say(sentence: string): void {
  console.log(sentence)
}
