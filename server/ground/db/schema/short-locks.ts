import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * Milliseconds that a change of the schema waits for a table. Later statements on the same table wait behind it, so it
 * is less than calls wait (record 13).
 */
const longestWait = 800
/** Milliseconds after which it asks again: in the meantime those who waited behind it are served. */
const pause = 400
/** Milliseconds after which it gives up. */
const longestTry = 3 * 60_000

/** Somebody kept what a change of the schema needs in use all the time. */
export class TableInUse extends Error {}

/**
 * Does `act` in a transaction that waits for nobody for long, again and again until it gets its locks: so the schema is
 * changed while another version of Lantern serves, and somebody exports what the change is about.
 */
export async function inShortLocks(client: pg.ClientBase, act: () => Promise<unknown>): Promise<void> {
  for (const end = performance.now() + longestTry; ; await sleep(pause * (1 + Math.random()))) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${longestWait}`)
      await act()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!isInUse(error)) throw error
      if (performance.now() > end) throw new TableInUse('A table was in use all the time', { cause: error })
    }
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}
