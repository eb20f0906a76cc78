import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import type { TestApp } from './app.ts'

/**
 * A transaction of the database's owner that holds what its statement locks until `letGo` commits it. `waiting` counts only
 * what waits for it, directly or behind another, because a commit that notifies waits a moment for any other, of any database.
 */
export async function holdLock(app: TestApp, statement: string, values: unknown[] = []) {
  const holder = new pg.Client({ connectionString: app.database.ownerUrl })
  await holder.connect()
  onTestFinished(() => holder.end())
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
  await holder.query('begin')
  await holder.query(statement, values)
  async function waiting(): Promise<number> {
    const [row] = await app.asOwner<{ count: number }>(
      `with recursive held (pid) as (
         select $1::int
         union
         select waits.pid from pg_stat_activity waits join held on held.pid = any(pg_blocking_pids(waits.pid))
         where waits.datname = current_database() and waits.wait_event_type = 'Lock'
       )
       select count(*)::int - 1 as count from held`,
      [rows[0]?.pid],
    )
    return row?.count ?? 0
  }
  return {
    waiting,
    untilWaiting: (howMany = 1) => expect.poll(waiting, { timeout: 15_000, interval: 10 }).toBe(howMany),
    async letGo() {
      await holder.query('commit')
      await holder.end()
    },
  }
}
