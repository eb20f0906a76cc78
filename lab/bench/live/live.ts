import { type ChildProcess, fork } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { daysAfter } from '../../../contract/days.ts'
import type { Server } from '../../../testbed/servers.ts'
import { signIn } from '../../../testbed/sign-in.ts'
import { firstBookedDay } from '../hospitals/forms.ts'
import type { Hospital } from '../hospitals/hospitals.ts'
import { quantile } from '../measure.ts'
import { startLantern } from '../processes.ts'
import { machineTime } from './records.ts'
import { Screen, type Shown } from './screen.ts'
import type { Change, Order, Result } from './screens.ts'
import { type Account, Writes } from './writes.ts'

type Followed = Pick<Shown, 'scope' | 'path' | 'beside' | 'again'>

const path = '/api/appointments/queue'
/** Today's queue; each screen also follows the figures of the dashboard. */
const theQueue: Followed = {
  scope: 'queue',
  path,
  beside: ['dashboard-patients', 'dashboard-appointments', 'dashboard-days', 'dashboard-beds'],
}

/** A day of the calendar: its bookings by record, and its free places, which are read again after changes. */
export function calendarOf(day: string): Followed {
  const free = `availability:${day}`
  return {
    scope: `appointments-of-day:${day}`,
    path: `/api/appointments/days/${day}`,
    beside: [free, 'closures'],
    again: { scope: free, path: `/api/availability/days/${day}` },
  }
}

const perSecond = 20
/**
 * The most bytes that a screen may receive for a change of another day, as a share of those for a change that it shows.
 */
export const mostElsewhere = 0.01

export interface LiveEffort {
  screens: number
  /** For how many seconds changes are made with screens, and then again without. */
  seconds: number
  /** Today's queue unless it says something else. */
  followed?: Followed
}

export interface LiveFigures {
  changes: number
  /** Milliseconds from the acknowledgement of a write until a screen with an open stream has applied it. */
  fresh: { p50: number; p99: number; worst: number }
  missed: number
  differing: number
  /** Bytes sent to each screen for each change. */
  bytes: number
  /** Bytes sent to each screen for each change of another day. */
  bytesElsewhere: number
  /** Milliseconds. */
  writes: { p99: number; p99Without: number }
  /** Milliseconds until the last screen of the killed server had caught up. */
  longestAway: number
}

/**
 * Measures screens on today's queue, half of them on each of two servers, while people work and one server is killed.
 */
export async function liveFigures(
  hospital: Hospital,
  { screens, seconds, followed }: LiveEffort,
): Promise<LiveFigures> {
  const site = await startSite(hospital, followed)
  try {
    const { writes } = site
    await writes.go('today', perSecond, 3)
    writes.forget()
    await workThroughLoss(site, seconds)
    const p99Without = quantile(writes.times, 0.99)

    await site.open(screens)
    const { bytesElsewhere, bytesThere } = await elsewhere(site, hospital, Math.min(20, seconds))

    await site.tell({ kind: 'forget' })
    writes.forget()
    await workThroughLoss(site, seconds)
    const p99 = quantile(writes.times, 0.99)
    const changes = [...writes.changes]
    await site.tell({ kind: 'freshen' })
    await site.tell({ kind: 'fault' })
    await writes.go('today', perSecond, 1)
    await sleep(3000)
    const results = await site.results(writes.changes)
    requireFault(results)
    const fresh = merged(results)
    const bytes = sum(results.map((result) => result.bytes)) / writes.times.length / screens
    if (bytesThere <= mostElsewhere * bytes) {
      throw new Error(`A screen showed another day, and that was not found: ${bytesThere} of ${bytes} bytes.`)
    }
    return {
      changes: changes.length,
      fresh: { p50: shareOf(fresh, 0.5), p99: shareOf(fresh, 0.99), worst: shareOf(fresh, 1) },
      missed: sum(results.map(({ missed }) => missed)),
      differing: sum(results.map(({ differing }) => differing)),
      bytes,
      bytesElsewhere,
      writes: { p99, p99Without },
      longestAway: Math.max(...results.map(({ longestAway }) => longestAway)),
    }
  } finally {
    await site.stop()
  }
}

export interface ReturnFigures {
  /** Seconds from the servers' restart until the last screen is up to date. */
  seconds: number
  failed: number
  /** The first failure. */
  why: string | undefined
}

/** Measures how all screens reconnect at once, after both servers were killed. */
export async function liveReturn(hospital: Hospital, screens: number): Promise<ReturnFigures> {
  const site = await startSite(hospital)
  try {
    await site.open(screens)
    await site.tell({ kind: 'forget' })
    await Promise.all([site.restart(0), site.restart(1)])
    const up = machineTime()
    // Every screen must show all changes, including those that were made while it was away.
    await site.writes.go('today', perSecond, 1)
    await site.tell({ kind: 'freshen' })
    const seconds = (machineTime() - up) / 1000
    const results = await site.results(site.writes.changes)
    const failed = results.flatMap((result) => result.failed.filter(({ at }) => at > up))
    const differing = sum(results.map((result) => result.differing))
    if (differing > 0) throw new Error(`${differing} screens came back with something else than there is.`)
    return { seconds, failed: failed.length + site.writes.refused, why: failed[0]?.why }
  } finally {
    await site.stop()
  }
}

/** Makes changes of today while one server is killed and restarted, which delays writes even without screens. */
async function workThroughLoss(site: Site, seconds: number): Promise<void> {
  const working = site.writes.go('today', perSecond, seconds)
  await sleep((seconds / 2) * 1000)
  await site.restart(0)
  await working
}

/** Measures the bytes sent to screens for changes of days that they don't show, and to one screen that shows them. */
async function elsewhere(site: Site, { sample }: Hospital, seconds: number) {
  const sentThere = await site.showDay(daysAfter(sample.today, firstBookedDay))
  await site.tell({ kind: 'forget' })
  const before = site.writes.times.length
  await site.writes.go('elsewhere', perSecond, seconds)
  await sleep(1000)
  const results = await site.results([])
  const written = site.writes.times.length - before
  return {
    bytesElsewhere: sum(results.map(({ bytes }) => bytes)) / written / sum(site.counts),
    bytesThere: sentThere() / written,
  }
}

interface Site {
  writes: Writes
  /** The number of screens on each server. */
  counts: number[]
  open(screens: number): Promise<void>
  /** Opens one more screen, for a day. The result closes it, and returns how many bytes it was sent. */
  showDay(day: string): Promise<() => number>
  /** Sends all screens an order, and waits until they have carried it out. */
  tell(order: Order): Promise<unknown>
  results(changes: Change[]): Promise<Result[]>
  /** Kills a server, and starts it again at once at the same address. */
  restart(which: number): Promise<void>
  stop(): Promise<void>
}

/** Starts two servers on one database, people at work, and for each server a process for its screens. */
async function startSite(hospital: Hospital, followed = theQueue): Promise<Site> {
  const servers: Server[] = [await startLantern(hospital), await startLantern(hospital)]
  const origins = servers.map(({ origin }) => origin)
  const token = await tokens(origins[1] ?? '')
  const queue = await fetch(`${origins[1]}${path}`, {
    headers: { authorization: `Bearer ${await token('receptionist')}` },
  })
  const booked = (await queue.json()) as ConstructorParameters<typeof Writes>[3]
  const isBooked = new Set(booked.map(({ patientId }) => patientId))
  const others = hospital.sample.patients.filter(({ id }) => !isBooked.has(id))
  const writes = new Writes(origins, token, { ...hospital.sample, patients: others }, booked)
  const children = origins.map(() => startScreens())
  const counts = origins.map(() => 0)

  const all = (orderOf: (which: number) => Order) =>
    Promise.all(children.map((child, which) => asked(child, orderOf(which))))
  return {
    writes,
    counts,
    async open(screens) {
      await all((which) => {
        // One more screen drops a frame, to show that this is noticed.
        counts[which] = screens / servers.length + 1
        return {
          kind: 'open',
          count: counts[which],
          shown: { origin: origins[which] ?? '', ...followed },
        }
      })
    },
    async showDay(day) {
      let sent = 0
      const shown = {
        origin: origins[1] ?? '',
        scope: `appointments-of-day:${day}`,
        path: `/api/appointments/days/${day}`,
        beside: [],
      }
      const screen = new Screen(0, shown, {
        token: () => token('receptionist'),
        applied: () => {},
        bytes: (count) => {
          sent += count
        },
        failed: (why) => {
          throw new Error(`The screen of another day: ${why}`)
        },
      })
      await screen.open()
      while (!screen.isFresh) await sleep(20)
      sent = 0
      return () => {
        screen.close()
        return sent
      }
    },
    tell: (order) => all(() => order),
    async results(changes) {
      const found = await all(() => ({
        kind: 'result',
        changes,
        from: `${writes.origins[0]}${followed.path}`,
      }))
      return found.flatMap((result) => result ?? [])
    },
    async restart(which) {
      const server = servers[which]
      if (!server) return
      writes.origins = writes.origins.filter((origin) => origin !== server.origin)
      await server.kill()
      servers[which] = await startLantern(hospital, { port: Number(new URL(server.origin).port) })
      writes.origins = [...writes.origins, server.origin]
    },
    async stop() {
      for (const child of children) child.kill()
      for (const server of servers) await server.stop()
    },
  }
}

async function tokens(origin: string): Promise<(account: Account) => Promise<string>> {
  const people = {
    receptionist: await signIn(origin, 'receptionist'),
    doctor: await signIn(origin, 'doctor'),
  }
  const held = new Map<Account, { text: Promise<string>; until: number }>()
  return (account) => {
    const known = held.get(account)
    if (known && known.until > Date.now()) return known.text
    const text = people[account].token()
    held.set(account, { text, until: Date.now() + 200_000 })
    return text
  }
}

function startScreens(): ChildProcess {
  return fork(resolve(import.meta.dirname, 'screens.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
}

function asked(child: ChildProcess, order: Order): Promise<Result | null> {
  return new Promise((done, reject) => {
    const ended = (code: number | null) => reject(new Error(`The screens ended with ${code}.`))
    child.once('exit', ended)
    child.once('message', (message: { answer: Result | null; error?: string }) => {
      child.off('exit', ended)
      if (message.error) reject(new Error(message.error))
      else done(message.answer)
    })
    child.send(order)
  })
}

/** A check that can't detect a screen that drops a frame proves nothing about the others. */
function requireFault(results: Result[]) {
  for (const { faulty } of results) {
    if (faulty.missed === 0 || faulty.differing === 0) {
      throw new Error(`A screen dropped a frame, and that was not found: ${JSON.stringify(faulty)}.`)
    }
  }
}

function merged(results: Result[]): Float64Array {
  const all = new Float64Array(results[0]?.fresh.length ?? 0)
  for (const { fresh } of results) for (const [at, count] of fresh.entries()) all[at] = (all[at] ?? 0) + count
  return all
}

/** The percentile: the milliseconds within which this share of all counts falls. */
function shareOf(counts: Float64Array, share: number): number {
  let left = sum([...counts]) * share
  return counts.findIndex((count) => {
    left -= count
    return left <= 0
  })
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
