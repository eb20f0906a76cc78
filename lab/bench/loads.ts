import type { Hospital } from './hospitals/hospitals.ts'
import { callsOf, compare, generate, median, type Pair, startPair } from './measure.ts'
import { memoryOf } from './processes.ts'
import type { Report } from './report.ts'
import { checkSame } from './same.ts'
import { rounded } from './table.ts'

/** The name of each throughput line, and the minimum ratio to the floor. */
const throughput = {
  read: ['read a patient', 0.6],
  search: ['search any part of a name', 0.8],
  'day-50': ['a day of 50 appointments', 0.8],
  'day-600': ['a day of 600 appointments', 0.8],
  beds: ['bed board', 0.8],
  items: ['items of the store', 0.8],
  register: ['register a patient', 0.8],
  book: ['book an appointment', 0.8],
  'book-in-hours': ['book an appointment in a doctor’s hours', 0.8],
} as const

export const loadLines = [...Object.keys(throughput), 'mix', 'burst']

/** Measures both servers, which run at the same time and get the same load in turn. */
export async function measureLoads(hospital: Hospital, report: Report): Promise<void> {
  const { wanted, connections } = report
  const pair = await startPair(hospital)
  try {
    for (const [name, [title, least]] of Object.entries(throughput)) {
      if (!wanted(name)) continue
      await checkSame(pair, name, callsOf(name, hospital))
      for (const count of connections) await measureThroughput(pair, report, { name, title, least, count })
    }
    if (wanted('mix')) {
      await checkSame(pair, 'mix', callsOf('mix', hospital))
      await measureMix(pair, report)
    }
    if (wanted('burst')) await measureBurst(pair, report)
  } finally {
    await pair.stop()
  }
}

async function measureThroughput(
  pair: Pair,
  { add, effort }: Report,
  { name, title, least, count }: { name: string; title: string; least: number; count: number },
): Promise<void> {
  const { lantern, floor, ratio } = await compare(pair, name, count, effort)
  add({
    what: `${title}, ${count} connections`,
    measured: `${rounded(lantern.requestsPerSecond)}/s`,
    floor: `${rounded(floor.requestsPerSecond)}/s`,
    figure: ratio.throughput,
    unit: '×',
    bound: { least },
  })
}

export async function measureMix(pair: Pair, { add, effort }: Report): Promise<void> {
  const { lantern, floor, ratio } = await compare(pair, 'mix', 50, effort)
  add({
    what: 'p99, 80 % reads, 50 connections',
    measured: `${rounded(lantern.p99)} ms`,
    floor: `${rounded(floor.p99)} ms`,
    figure: ratio.p99,
    unit: '×',
    bound: { most: 2 },
  })
  const [memory, floorMemory] = [memoryOf(pair.lantern.pid), memoryOf(pair.floor.pid)]
  add({
    what: 'memory after that load, above the floor’s',
    measured: `${rounded(memory)} MB`,
    floor: `${rounded(floorMemory)} MB`,
    figure: memory - floorMemory,
    unit: 'MB',
    bound: { most: 60 },
  })
}

/** A busy morning, and searches in the ten seconds after it. */
async function measureBurst(pair: Pair, { add, effort, isQuick }: Report): Promise<void> {
  const amount = isQuick ? 500 : 5000
  const calls = callsOf('search', pair.hospital)
  const search = async () => {
    const rounds: number[] = []
    for (let round = 0; round < 3; round++) {
      const { requestsPerSecond } = await generate(pair, pair.lantern, {
        calls,
        connections: 10,
        seconds: Math.min(2, effort.seconds),
      })
      rounds.push(requestsPerSecond)
    }
    return median(rounds)
  }
  await search()
  const before = await search()
  await generate(pair, pair.lantern, { calls: [{ kind: 'register' }], connections: 50, seconds: 0, amount })
  const after = await search()
  add({
    what: `search within 10 s after ${amount.toLocaleString('en')} registrations, against before`,
    measured: `${rounded(after)}/s, before ${rounded(before)}/s`,
    figure: after / before,
    unit: '×',
    bound: { least: 0.8 },
  })
}
