import { sql } from 'kysely'
import type { Database } from './connect.ts'
import { askedTogether } from './replica/asked-together.ts'

/**
 * A lower bound on how recent this process's reads are: a number that grows with every commit, the same on all servers of
 * one database. A read after a number was seen includes everything that a statement with that or a smaller number saw.
 */
export interface AsOf {
  /** The largest number seen so far. It costs no query, and may be out of date. */
  readonly latest: number
  /** The current number, from the database. */
  now(): Promise<number>
  /** A number no smaller than `least`, if the database has reached it. */
  atLeast(least: number): Promise<number>
}

export async function readingAsOf(db: Database): Promise<AsOf> {
  let latest = 0

  const now = askedTogether(async () => {
    const { rows } = await sql<{ number: number }>`select as_of() as number`.execute(db)
    latest = Math.max(latest, rows[0]?.number ?? 0)
    return latest
  })

  await now()
  return {
    get latest() {
      return latest
    },
    now,
    atLeast: async (least) => (latest >= least ? latest : now()),
  }
}
