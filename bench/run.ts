// `npm run bench`: measures Lantern against the floor and prints one table. README.md says what each line means.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { boardTimes } from './board.ts'
import { type Hospital, type Store, startHospitals } from './hospitals.ts'
import { compareSizes } from './latency.ts'
import { liveLatency } from './live.ts'
import { compare, type Pair, startPair } from './measure.ts'
import { memoryOf } from './processes.ts'
import { coldStart, exportAll } from './single-process.ts'
import { storePaths } from './store.ts'
import { type Line, rounded, tableOf } from './table.ts'
import { searchKinds, searchPaths } from './terms.ts'

const { values: chosen } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    lines: { type: 'string' },
    sizes: { type: 'string' },
    items: { type: 'string', default: '1000,100000' },
    connections: { type: 'string', default: '10,50' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    json: { type: 'string', default: 'data/bench/result.json' },
  },
})
const numbers = (text: string) => text.split(',').map(Number)
const sizes = numbers(chosen.sizes ?? (chosen.quick ? '10000' : '10000,1000000'))
const effort = {
  rounds: Number(chosen.rounds ?? (chosen.quick ? 1 : 3)),
  seconds: Number(chosen.seconds ?? (chosen.quick ? 2 : 3)),
}
const wanted = (line: string) => !chosen.lines || chosen.lines.split(',').includes(line)
const root = resolve(import.meta.dirname, '..')

/** What each throughput line is called, and the least of the floor that Lantern keeps. */
const throughput = {
  today: ['list today’s queue', 0.75],
  search: ['search patients', 0.75],
  beds: ['list beds', 0.75],
  read: ['read a patient', 0.5],
  register: ['create patient', 0.75],
  book: ['book appointment', 0.75],
} as const

const lines: Line[] = []
const startedAt = Date.now()
const hospitals = await startHospitals(resolve(root, 'data/bench'), say)
try {
  const opened: Hospital[] = []
  for (const size of sizes) opened.push(await hospitals.open(size))
  for (const hospital of opened) {
    await measureLoads(hospital)
    await hospitals.restore(hospital)
  }
  const [smallest] = opened
  const largest = opened.at(-1)
  if (smallest && wanted('start')) await measureStart(smallest)
  if (smallest && largest) await measureSizes(smallest, largest)
  if (wanted('store')) await measureStores()
  if (largest && wanted('export')) await measureExport(largest)
  if (wanted('board')) await measureBoard()
  if (smallest && wanted('live')) {
    await measureLive(smallest)
    await hospitals.restore(smallest)
  }
} finally {
  await hospitals.stop()
}
console.log(`\n${tableOf(lines)}\n`)
say(`Measured in ${rounded((Date.now() - startedAt) / 1000)} s on ${cpus().length} cores.`)
writeResult()

async function measureLoads(hospital: Hospital): Promise<void> {
  const names = [...Object.keys(throughput), 'mix'].filter(wanted)
  if (names.length === 0) return
  const pair = await startPair(hospital)
  try {
    for (const [name, [title, least]] of Object.entries(throughput)) {
      if (!wanted(name)) continue
      for (const connections of numbers(chosen.connections)) {
        await measureThroughput(pair, { name, title, least, connections })
      }
    }
    if (wanted('mix')) await measureMix(pair)
  } finally {
    await pair.stop()
  }
}

async function measureThroughput(
  pair: Pair,
  { name, title, least, connections }: { name: string; title: string; least: number; connections: number },
): Promise<void> {
  const what = `${title}, ${connections} connections, ${people(pair.hospital)}`
  const { lantern, floor, ratio } = await compare(pair, name, connections, effort)
  add({
    what,
    measured: `${rounded(lantern.requestsPerSecond)}/s`,
    floor: `${rounded(floor.requestsPerSecond)}/s`,
    figure: ratio.throughput,
    unit: '×',
    bound: { least },
  })
}

async function measureMix(pair: Pair): Promise<void> {
  const { lantern, floor, ratio } = await compare(pair, 'mix', 50, effort)
  add({
    what: `p99, 80 % reads, 50 connections, ${people(pair.hospital)}`,
    measured: `${rounded(lantern.p99)} ms`,
    floor: `${rounded(floor.p99)} ms`,
    figure: ratio.p99,
    unit: '×',
    bound: { most: 2 },
  })
  const memory = memoryOf(pair.lantern.pid)
  add({
    what: `memory after that load, ${people(pair.hospital)}`,
    measured: `${rounded(memory)} MB`,
    floor: `${rounded(memoryOf(pair.floor.pid))} MB`,
    figure: memory,
    unit: 'MB',
    bound: { most: 160 },
  })
}

async function measureStart(hospital: Hospital): Promise<void> {
  const seconds = await coldStart(hospital, chosen.quick ? 3 : 7)
  add({
    what: 'start of the server',
    measured: `${rounded(seconds)} s`,
    figure: seconds,
    unit: 's',
    bound: { most: 0.7 },
  })
}

async function measureSizes(smallest: Hospital, largest: Hospital): Promise<void> {
  if (smallest === largest || !(wanted('search-sizes') || wanted('sizes'))) return
  const kinds = wanted('search-sizes') ? Object.keys(searchKinds(smallest)) : []
  await measureLatencies([smallest, largest], people, (hospital) => {
    const searches = searchKinds(hospital)
    return {
      ...(wanted('search-sizes') && {
        'search, all kinds': [3, searchPaths(Object.values(searches).flat())],
      }),
      ...(wanted('sizes') && {
        'today’s queue': [2, Array.from({ length: 60 }, () => '/api/appointments/queue')],
        'bed board': [2, Array.from({ length: 60 }, () => '/api/beds')],
        'patient figures': [null, Array.from({ length: 60 }, () => '/api/patients/summary')],
      }),
      ...Object.fromEntries(
        kinds.map((kind) => [`search by ${kind}`, [null, searchPaths(searches[kind] ?? [])]]),
      ),
    }
  })
}

async function measureStores(): Promise<void> {
  const stores: Store[] = []
  for (const items of numbers(chosen.items)) stores.push(await hospitals.openStore(items))
  const [smallest, largest] = [stores[0], stores.at(-1)]
  if (!smallest || !largest || smallest === largest) return
  const name = ({ size }: Hospital) => `${size.toLocaleString('en')} items`
  await measureLatencies([smallest, largest], name, ({ items }) => storePaths(items))
}

async function measureBoard(): Promise<void> {
  const hospital = await hospitals.openBeds(1000)
  const times = await boardTimes(hospital, chosen.quick ? 3 : 9)
  for (const [act, { work, passed }] of times) {
    add({
      what: `work of the page on 1,000 beds, ${act}`,
      measured: `${rounded(passed)} ms on the clock`,
      figure: work,
      unit: 'ms',
      bound: { most: 50 },
    })
  }
}

type Lines = Record<string, [most: number | null, paths: string[]]>

/** How long one person waits at the larger one, against the smaller one. */
async function measureLatencies<H extends Hospital>(
  [smallest, largest]: [H, H],
  nameOf: (hospital: Hospital) => string,
  linesOf: (hospital: H) => Lines,
): Promise<void> {
  const paths = (hospital: H) =>
    Object.fromEntries(Object.entries(linesOf(hospital)).map(([line, [, asked]]) => [line, asked]))
  const figures = await compareSizes([smallest, largest], paths, chosen.quick ? 1 : 3)
  for (const [line, [most]] of Object.entries(linesOf(largest))) {
    const [small, large] = [figures.get(smallest)?.get(line), figures.get(largest)?.get(line)]
    if (!small || !large) continue
    add({
      what: `p95, ${line}, ${nameOf(largest)} against ${nameOf(smallest)}`,
      measured: `${rounded(large.p95)} ms (worst ${rounded(large.worst)})`,
      floor: `${rounded(small.p95)} ms (worst ${rounded(small.worst)})`,
      figure: large.p95 / small.p95,
      unit: '×',
      bound: most === null ? null : { most },
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
    bound: { most: 64 },
  })
}

async function measureLive(hospital: Hospital): Promise<void> {
  const { streams, changes, p50, p99, missed } = await liveLatency(hospital, 500, chosen.quick ? 10 : 60)
  add({
    what: `p99, a change until ${streams} streams of another process tell it`,
    measured: `p50 ${rounded(p50)} ms, ${changes} changes`,
    figure: p99,
    unit: 'ms',
    bound: { most: 250 },
  })
  add({
    what: 'changes missed, one restart included',
    measured: String(missed),
    figure: missed,
    unit: '×',
    bound: { most: 0 },
  })
}

function people({ size }: Hospital): string {
  return `${size.toLocaleString('en')} patients`
}

function add(line: Line): void {
  lines.push(line)
  console.log(tableOf([line]).split('\n').at(-1))
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
}

function say(sentence: string): void {
  console.log(sentence)
}
