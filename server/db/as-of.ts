import { sql } from 'kysely'
import type { Database } from './connect.ts'

/**
 * As of when this process reads at least: a number that grows with every commit, on all servers of one database alike.
 * What is read after a number was seen holds all that a statement with that number, or a smaller one, held.
 */
export interface AsOf {
  /** The largest number seen so far. It costs nothing, and may lie a while back. */
  readonly latest: number
  /** The number of this moment, from the database. */
  now(): Promise<number>
  /** A number no smaller than `least`, if the database has come so far. */
  atLeast(least: number): Promise<number>
}

export async function readingAsOf(db: Database): Promise<AsOf> {
  let latest = 0
  let asking: Promise<number> | null = null
  let askingNext: Promise<number> | null = null

  async function ask() {
    const { rows } = await sql<{ number: number }>`select as_of() as number`.execute(db)
    latest = Math.max(latest, rows[0]?.number ?? 0)
    return latest
  }

  /** Many may ask at once: those who come while one is asked for share the next, which is from after they came. */
  function now(): Promise<number> {
    if (asking) {
      askingNext ??= asking.then(askNow, askNow)
      return askingNext
    }
    return askNow()
  }

  function askNow(): Promise<number> {
    askingNext = null
    const asked = ask().finally(() => {
      if (asking === asked) asking = null
    })
    asking = asked
    return asked
  }

  await now()
  return {
    get latest() {
      return latest
    },
    now,
    atLeast: async (least) => (latest >= least ? latest : now()),
  }
}
