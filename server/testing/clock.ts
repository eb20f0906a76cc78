import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Clock } from 'pg-boss'
import { expect, onTestFinished, vi } from 'vitest'
import { readSite } from '../../contract/hospital/hospital.ts'
import type { TestApp } from './app.ts'
import { createTestDatabase } from './database.ts'

/** A clock that a story sets: the server's, and the one that the database's rules about days ask. */
export interface StoryClock {
  /** For `startApp`. */
  clock: () => Date
  set(app: TestApp, moment: Date): Promise<void>
}

export function storyClock(start: string): StoryClock {
  let now = new Date(start)
  return {
    clock: () => now,
    async set(app, moment) {
      now = moment
      await app.asOwner(`
        create or replace function hospital_now() returns timestamptz language sql stable parallel safe
          return '${moment.toISOString()}'::timestamptz`)
    },
  }
}

/** Moves the hospital to another zone, and waits until the server has heard of it. */
export async function moveHospital(app: TestApp, timeZone: string): Promise<void> {
  await app.asOwner('update hospital set time_zone = $1', [timeZone])
  await vi.waitFor(async () => expect((await app.visitor.call(readSite)).body.timeZone).toBe(timeZone), {
    timeout: 8000,
    interval: 10,
  })
}

/** A database in which it is for pg-boss what a test says, and what its servers count seconds by. */
export interface ClockByHand {
  readonly url: string
  readonly timers: Clock
  now(): Date
  /** Lets time pass, with all that pg-boss does in it. */
  pass(seconds: number): Promise<void>
  /** Passing time waits for what is sent on the connections of this pool. */
  waitFor(pool: pg.Pool): void
}

export async function clockByHand(start: string): Promise<ClockByHand> {
  const database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const { TestClock } = await import('pg-boss')
  const clock = new TestClock(start)
  const pools: pg.Pool[] = []
  const isIdle = ({ waitingCount, idleCount, totalCount }: pg.Pool) =>
    waitingCount === 0 && idleCount === totalCount
  await clock.attach({
    schema: 'pgboss',
    db: { executeSql: (text, values) => owner.query(text, values) },
    // Whether there was anything to wait for.
    async idle() {
      if (pools.every(isIdle)) return false
      while (!pools.every(isIdle)) await sleep(1)
      return true
    },
  })
  // The server's account reads what the owner sets, on every connection that it opens from now on.
  await owner.query(`
    grant select on pgboss.__pgboss_test_clock to public;
    do $$ begin execute format('alter database %I set pgboss.test_clock = on', current_database()); end $$`)
  onTestFinished(async () => {
    await owner.end()
    await database.drop()
  })
  return {
    url: database.appUrl,
    timers: {
      now: () => clock.now(),
      setTimeout: (act, millis) => clock.setTimeout(act, millis),
      clearTimeout: (timer) => clock.clearTimeout(timer),
      setInterval: (act, millis) => clock.setInterval(act, millis),
      clearInterval: (timer) => clock.clearInterval(timer),
    },
    now: () => new Date(clock.now()),
    pass: (seconds) => clock.tick(seconds * 1000),
    waitFor: (pool) => void pools.push(pool),
  }
}
