import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isHeldUp } from './trouble.ts'

const mostTries = 4
/** Milliseconds after which nobody is kept waiting for another try: the first one and its whole wait for a lock fit in. */
const heldUpFor = 1_800

/**
 * Retries what PostgreSQL rolled back because of a conflict (a deadlock, a serialization failure): nothing was saved, and
 * the other transactions finish soon. What was held up by a slow commit or a slow disk is tried once more, at once.
 * `act` is a whole transaction, and must keep nothing from a failed attempt.
 */
export async function again<Result>(act: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  for (let tries = 1; ; tries++) {
    try {
      return await act()
    } catch (error) {
      if (isHeldUp(error) && tries < mostTries && performance.now() - began < heldUpFor) continue
      if (tries === mostTries || !isUndone(error)) throw error
      // Transactions that collided would collide again if they were retried at the same moment.
      await sleep(Math.random() * 20 * 2 ** tries)
    }
  }
}

export function isUndone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')
}
