import { sql } from 'kysely'
import type { Database } from './connect.ts'
import { askedTogether } from './replica/asked-together.ts'

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
