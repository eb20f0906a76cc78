import type { Consultation, Token } from '../appointments/public.ts'

/** When somebody who waits is likely to be called, from how the doctor's last consultations went. */

/** How many of a doctor's last consultations of a type are read, for their length and for the error of earlier guesses. */
export const history = 20
/** The fewest consultations of one type that a guess can be based on. */
const fewest = 5
/** How many of the errors of the last `history` guesses are left out at either end. */
const leftOut = 1

export type Waiting = Pick<Token, 'type' | 'appointedAt' | 'queuedAt'>
export type Called = Pick<Token, 'type' | 'startedAt'>

export interface Likely {
  from: number
  until: number
}

/** Those whom a doctor sees before: who is there now, and who waits ahead, in the order of the queue. */
export interface Ahead {
  current: Called | undefined
  waiting: readonly Waiting[]
}

/**
 * Guesses for one doctor's queue. A patient is called once they have come, at their appointed time or later, and after
 * those ahead of them, each taking the median of the last consultations of their type. The errors of past guesses for
 * this doctor give the range, so that it includes a doctor who always begins late. Null if too little is known.
 */
export function forecastFrom(past: readonly Consultation[]) {
  const done = past.map(inMilliseconds).toSorted((one, other) => other.completedAt - one.completedAt)
  const usual = new Map(
    [...Map.groupBy(done, ({ type }) => type)]
      .map(([type, those]) => [type, those.slice(0, history)] as const)
      .filter(([, those]) => those.length >= fewest)
      .map(([type, those]) => [type, median(those.map((one) => one.completedAt - one.startedAt))]),
  )

  /** NaN where a type is ahead of which too little is known. */
  function guess(one: Moments, current: Moments | undefined, ahead: readonly Moments[]): number {
    const lasts = ({ type }: Moments) => usual.get(type) ?? Number.NaN
    let free = current ? current.startedAt + lasts(current) : Number.NEGATIVE_INFINITY
    for (const before of ahead) free = Math.max(free, readyAt(before)) + lasts(before)
    return Math.max(free, readyAt(one))
  }

  const errors = done
    .slice(0, history)
    .map((one) => {
      const there = done.filter((other) => other !== one && other.queuedAt <= one.queuedAt)
      const current = there.find(
        ({ startedAt, completedAt }) => startedAt <= one.queuedAt && one.queuedAt < completedAt,
      )
      const ahead = there
        .filter(({ startedAt }) => startedAt > one.queuedAt)
        .toSorted((first, second) => first.queuedAt - second.queuedAt)
      return one.startedAt - guess(one, current, ahead)
    })
    .filter((error) => !Number.isNaN(error))
    .toSorted((one, other) => one - other)

  return function likely(one: Waiting, { current, waiting }: Ahead, now: number): Likely | null {
    const [least, most] = [errors[leftOut], errors.at(-1 - leftOut)]
    if (errors.length < history || least === undefined || most === undefined) return null
    const at = guess(inMilliseconds(one), current && inMilliseconds(current), waiting.map(inMilliseconds))
    const until = at + most
    // A forecast that has passed is none.
    return until > now ? { from: Math.max(at + least, now), until } : null
  }
}

interface Moments {
  type: Token['type']
  appointedAt: number
  queuedAt: number
  startedAt: number
  completedAt: number
}

function inMilliseconds(one: Partial<Record<keyof Moments, string | null>> & Pick<Token, 'type'>): Moments {
  const at = (moment: string | null | undefined) => (moment ? Date.parse(moment) : Number.NaN)
  return {
    type: one.type,
    appointedAt: at(one.appointedAt),
    queuedAt: at(one.queuedAt),
    startedAt: at(one.startedAt),
    completedAt: at(one.completedAt),
  }
}

function readyAt({ queuedAt, appointedAt }: Moments): number {
  return Math.max(queuedAt, appointedAt)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
