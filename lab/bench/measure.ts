import { fork } from 'node:child_process'
import { resolve } from 'node:path'
import type { Server } from '../../testbed/servers.ts'
import { type SignIn, signIn } from '../../testbed/sign-in.ts'
import { measuredDays } from './hospitals/days.ts'
import type { Hospital } from './hospitals/hospitals.ts'
import type { Call, Figures, Job } from './load.ts'
import { startFloor, startLantern } from './processes.ts'
import { readCalls, searchPaths, searchTerms } from './terms.ts'

/** Lantern and the floor, both running on one hospital. */
export interface Pair {
  hospital: Hospital
  lantern: Server
  floor: Server
  desk: SignIn
  stop(): Promise<void>
}

export async function startPair(hospital: Hospital): Promise<Pair> {
  const [lantern, floor] = await Promise.all([startLantern(hospital), startFloor(hospital)])
  return {
    hospital,
    lantern,
    floor,
    desk: await signIn(lantern.origin, 'receptionist'),
    async stop() {
      await Promise.all([lantern.stop(), floor.stop()])
    },
  }
}

export interface Effort {
  rounds: number
  seconds: number
}

export interface Compared {
  lantern: Figures
  floor: Figures
  /** Medians of the ratios of single rounds, because in one round the machine slows both servers down alike. */
  ratio: { throughput: number; p99: number }
}

/** The calls of a line. */
export function callsOf(line: string, hospital: Hospital): Call[] {
  switch (line) {
    case 'day-50':
      return readCalls([`/api/appointments/days/${measuredDays[50]}`])
    case 'day-600':
      return readCalls([`/api/appointments/days/${measuredDays[600]}`])
    case 'beds':
      return readCalls(['/api/beds'])
    case 'items':
      return readCalls(['/api/inventory'])
    case 'search':
      return readCalls(searchPaths(searchTerms(hospital)))
    case 'read':
      return readCalls(hospital.sample.patients.map(({ id }) => `/api/patients/${id}`))
    case 'register':
      return [{ kind: 'register' }]
    case 'book':
      return [{ kind: 'book' }]
    case 'book-in-hours':
      return [{ kind: 'book', inHours: true }]
    default:
      return mixedCalls(hospital)
  }
}

/** 80 % reads as screens make them, 20 % writes. */
function mixedCalls(hospital: Hospital): Call[] {
  const searches = callsOf('search', hospital)
  const reads = callsOf('read', hospital)
  const day = callsOf('day-50', hospital)
  return searches.slice(0, 50).flatMap((search, index): Call[] => {
    const read = reads.slice(index * 5, index * 5 + 5)
    return [...read, { kind: 'register' }, ...day, search, search, { kind: 'book' }]
  })
}

/** The number of records created so far in this run, over all jobs. */
let created = 0
export const nextNumber = () => created++

/** Runs the line's load on both in turn, `rounds` times, and returns the medians. */
export async function compare(
  pair: Pair,
  line: string,
  connections: number,
  effort: Effort,
): Promise<Compared> {
  const calls = callsOf(line, pair.hospital)
  const rounds: { lantern: Figures; floor: Figures }[] = []
  // A first run without measurement compiles code and fills caches.
  for (const server of [pair.floor, pair.lantern]) {
    await generate(pair, server, { calls, connections, seconds: Math.min(2, effort.seconds) })
  }
  for (let round = 0; round < effort.rounds; round++) {
    const measured = new Map<Server, Figures>()
    const both = [pair.floor, pair.lantern]
    for (const server of round % 2 === 0 ? both : both.toReversed()) {
      measured.set(server, await generate(pair, server, { calls, connections, seconds: effort.seconds }))
    }
    const lantern = measured.get(pair.lantern)
    const floor = measured.get(pair.floor)
    if (lantern && floor) rounds.push({ lantern, floor })
  }
  return {
    lantern: medianFigures(rounds.map(({ lantern }) => lantern)),
    floor: medianFigures(rounds.map(({ floor }) => floor)),
    ratio: {
      throughput: median(
        rounds.map(({ lantern, floor }) => lantern.requestsPerSecond / floor.requestsPerSecond),
      ),
      p99: median(rounds.map(({ lantern, floor }) => lantern.p99 / floor.p99)),
    },
  }
}

export async function generate(
  { hospital, desk }: Pair,
  server: Server,
  load: Pick<Job, 'calls' | 'connections' | 'seconds' | 'amount'>,
): Promise<Figures> {
  const job: Job = {
    ...load,
    origin: server.origin,
    token: await desk.token(),
    firstNumber: created,
    sample: hospital.sample,
  }
  const figures = await new Promise<Figures>((done, reject) => {
    const child = fork(resolve(import.meta.dirname, 'load.ts'), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.once('message', (message) => done(message as Figures))
    child.once('exit', (code) => reject(new Error(`The load generator ended with ${code}.`)))
    child.send(job)
  })
  created += figures.created
  if (figures.failed > 0) throw new Error(`${server.name} refused ${figures.failed} requests of the load.`)
  return figures
}

export function median(values: number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place % 1)
}

function medianFigures(figures: Figures[]): Figures {
  const of = (name: keyof Figures) => median(figures.map((figure) => figure[name]))
  return {
    requestsPerSecond: of('requestsPerSecond'),
    p50: of('p50'),
    p99: of('p99'),
    failed: of('failed'),
    created: of('created'),
  }
}
