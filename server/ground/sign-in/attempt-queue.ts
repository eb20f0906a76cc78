import { availableParallelism } from 'node:os'
import { pausedFor } from './too-many-attempts.ts'

/**
 * The lines in which people wait, in the order in which they are served: those whom this place or browser knows, those
 * without any history, and those who failed before or are where others fail.
 */
export const lines = ['known', 'new', 'doubtful'] as const
export type Line = (typeof lines)[number]

export interface Turns {
  /**
   * Acts when it is its turn; refused when too many wait or it takes too long, and when `isGone` says that nobody waits
   * for the answer.
   */
  take<Result>(line: Line, isGone: () => boolean, act: () => Promise<Result>): Promise<Result>
}

export interface TurnLimits {
  atOnce: number
  /** How many of those may be taken by others than the known. */
  strangersAtOnce: number
  /** In each line. */
  mostWaiting: Readonly<Record<Line, number>>
  /** Milliseconds. */
  longestWait: Readonly<Record<Line, number>>
}

/** A hash takes a core for a twentieth of a second and more, and Node has four threads for them. */
export function hashTurnLimits(processes = 1): TurnLimits {
  const cores = Math.max(1, Math.floor(Math.min(4, availableParallelism() / processes)))
  return {
    atOnce: cores,
    strangersAtOnce: Math.ceil(cores / 2),
    mostWaiting: { known: 5000, new: 500, doubtful: 100 },
    longestWait: { known: 60_000, new: 30_000, doubtful: 10_000 },
  }
}

/**
 * Each asks the hospital's provider, and waits for it: for a moment, or for as long as is waited for a provider that is
 * silent. So nobody can have it asked by us without end, and nobody is refused at the change of shift.
 */
export const signOnTurnLimits: TurnLimits = {
  atOnce: 16,
  strangersAtOnce: 8,
  mostWaiting: { known: 5000, new: 1000, doubtful: 1000 },
  longestWait: { known: 60_000, new: 30_000, doubtful: 30_000 },
}

/** Bounds what anybody can make this process work by asking: a password is hashed for each guess. */
export function inTurns(limits: TurnLimits): Turns {
  // Sets keep the order in which they are filled.
  const waiting = {
    known: new Set<() => void>(),
    new: new Set<() => void>(),
    doubtful: new Set<() => void>(),
  }
  let taken = 0
  let takenByStrangers = 0

  const isFree = (line: Line) =>
    taken < limits.atOnce && (line === 'known' || takenByStrangers < limits.strangersAtOnce)

  function begin(line: Line) {
    taken++
    if (line !== 'known') takenByStrangers++
  }

  function end(line: Line) {
    taken--
    if (line !== 'known') takenByStrangers--
    for (const next of lines) {
      for (const enter of waiting[next]) {
        if (!isFree(next)) break
        begin(next)
        enter()
      }
    }
  }

  function wait(line: Line): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(patience)
        waiting[line].delete(enter)
        resolve()
      }
      const patience = setTimeout(() => {
        waiting[line].delete(enter)
        reject(tooManyAtOnce())
      }, limits.longestWait[line])
      waiting[line].add(enter)
    })
  }

  return {
    async take(line, isGone, act) {
      if (isFree(line)) begin(line)
      else if (waiting[line].size >= limits.mostWaiting[line]) throw tooManyAtOnce()
      else await wait(line)
      try {
        if (isGone()) throw tooManyAtOnce()
        return await act()
      } finally {
        end(line)
      }
    },
  }
}

function tooManyAtOnce() {
  return pausedFor(5, 'Many people are signing in right now.')
}
