// Simulated screens, in a process of their own: opens what its parent requests, and returns figures.
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SignIn, signIn } from '../../../testbed/sign-in.ts'
import { heldOf, machineTime } from './records.ts'
import { Screen, type Shown } from './screen.ts'

/** A write. Every screen must show the record in this version or a later one. */
export interface Change {
  id: string
  version: number
  /** When the write was acknowledged. */
  at: number
}

export type Order =
  | { kind: 'open'; shown: Shown; count: number }
  | { kind: 'fault' }
  | { kind: 'forget' }
  | { kind: 'freshen' }
  | { kind: 'result'; changes: Change[]; from: string }

/** The findings on the screens, and on the one that drops a frame. */
export interface Result {
  /** How many screens applied a change within each number of milliseconds, of those whose stream was open. */
  fresh: Float64Array
  missed: number
  differing: number
  bytes: number
  failed: Failure[]
  /** Milliseconds that the slowest screen took to catch up after the loss of its stream. */
  longestAway: number
  faulty: { missed: number; differing: number }
}

interface Failure {
  why: string
  at: number
}

// In a hospital the screens run on other machines, so that here they yield to the servers.
setPriority(10)

/** Longer delays, in milliseconds, count as this one. */
const slowest = 60_000

/** Milliseconds before a loss within which an event may be lost with the stream. */
const slack = 500

const screens: Screen[] = []
/** When each screen applied each version, by record. */
const applied = new Map<string, Map<number, Float64Array>>()
let bytes = 0
let failed: Failure[] = []
let desk: Promise<SignIn> | undefined
let token = { text: Promise.resolve(''), until: 0 }

/** The token of one account for all screens, renewed before it expires. */
function tokenOf(origin: string): Promise<string> {
  if (token.until > Date.now()) return token.text
  desk ??= signIn(origin, 'receptionist')
  token = { text: desk.then((signedIn) => signedIn.token()), until: Date.now() + 120_000 }
  token.text.catch(() => {
    token.until = 0
  })
  return token.text
}

async function open({ shown, count }: { shown: Shown; count: number }): Promise<void> {
  const around = {
    token: () => tokenOf(shown.origin),
    applied(screen: number, id: string, version: number, at: number) {
      let versions = applied.get(id)
      if (!versions) applied.set(id, (versions = new Map()))
      let times = versions.get(version)
      if (!times) versions.set(version, (times = new Float64Array(count).fill(Number.NaN)))
      if (Number.isNaN(times[screen])) times[screen] = at
    },
    bytes(more: number) {
      bytes += more
    },
    failed(why: string, askedAt: number) {
      failed.push({ why, at: askedAt })
    },
  }
  await tokenOf(shown.origin)
  for (let number = 0; number < count; number++) {
    const screen = new Screen(number, shown, around)
    screens.push(screen)
    void screen.open()
    if (number % 100 === 99) await sleep(50)
  }
  await freshen()
}

/** Waits until all screens are up to date. */
async function freshen(): Promise<void> {
  while (!screens.every((screen) => screen.isFresh)) await sleep(20)
}

/** Resets the counts. */
function forget() {
  applied.clear()
  bytes = 0
  failed = []
  for (const screen of screens) screen.away.length = 0
}

async function result({ changes, from }: { changes: Change[]; from: string }): Promise<Result> {
  const answer = await fetch(from, { headers: { authorization: `Bearer ${await tokenOf(from)}` } })
  const records = (await answer.json()) as { id: string; version: number }[]
  const truth = new Map(records.map((record) => [record.id, heldOf(record).hash]))
  const differs = ({ state }: Screen) =>
    state.size !== truth.size || [...state].some(([id, { hash }]) => truth.get(id) !== hash)
  // A screen that was away may have missed a record that came and went.
  const caughtUp = (number: number, { id, version, at }: Change) => {
    const screen = screens[number]
    const held = screen?.state.get(id)
    const isRight = held ? held.version >= version : !truth.has(id)
    return isRight && screen?.away.some(({ until }) => until >= at)
  }
  const fresh = new Float64Array(slowest + 1)
  const missed = screens.map(() => 0)
  for (const { id, version, at } of changes) {
    const versions = [...(applied.get(id) ?? [])].filter(([one]) => one >= version).map(([, times]) => times)
    for (const [number, { away }] of screens.entries()) {
      const when = Math.min(
        ...versions.map((times) => times[number] ?? Number.NaN).filter((time) => time > 0),
      )
      if (when === Number.POSITIVE_INFINITY) {
        if (!caughtUp(number, { id, version, at })) missed[number] = (missed[number] ?? 0) + 1
      } else if (!away.some((one) => one.from <= at + slack && at <= one.until)) {
        const bucket = Math.min(slowest, Math.max(0, Math.round(when - at)))
        fresh[bucket] = (fresh[bucket] ?? 0) + 1
      }
    }
  }
  const good = screens.slice(0, -1)
  const lost = good.flatMap(({ away }) => away.map(({ from: lostAt, until }) => until - lostAt))
  return {
    fresh,
    missed: missed.slice(0, -1).reduce((sum, one) => sum + one, 0),
    differing: good.filter(differs).length,
    bytes,
    failed,
    longestAway: Math.max(0, ...lost),
    faulty: { missed: missed.at(-1) ?? 0, differing: screens.slice(-1).filter(differs).length },
  }
}

async function obey(order: Order): Promise<Result | null> {
  if (order.kind === 'open') await open(order)
  else if (order.kind === 'freshen') await freshen()
  else if (order.kind === 'forget') forget()
  else if (order.kind === 'fault') for (const screen of screens.slice(-1)) screen.isFaulty = true
  else return result(order)
  return null
}

process.on('message', (order: Order) => {
  obey(order).then(
    (answer) => process.send?.({ answer, at: machineTime() }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.once('disconnect', () => process.exit())
