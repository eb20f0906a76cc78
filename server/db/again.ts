import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const mostTries = 4

/**
 * Tries again what PostgreSQL undid because others were in its way (a deadlock, a serialization failure): it has left
 * nothing behind, and the others are done soon. `act` is a whole transaction, and keeps nothing of a try that failed.
 */
export async function again<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await act()
    } catch (error) {
      if (tries === mostTries || !isUndone(error)) throw error
      // Those who met here would meet again if they came back together.
      await sleep(Math.random() * 20 * 2 ** tries)
    }
  }
}

export function isUndone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')
}
