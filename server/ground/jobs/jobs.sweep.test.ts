import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { getRollbackPlans } from 'pg-boss'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { listStockAlerts } from '../../../contract/store/stock.ts'
import { startApp } from '../../testing/app.ts'
import { type ClockByHand, clockByHand } from '../../testing/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { givenItem, move } from '../../testing/factories/items.ts'
import { cuttableLink } from '../../testing/trouble/cuttable-link.ts'
import { connect } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { migrationTable, runBaseline } from '../db/schema/bring-up-to-date.ts'
import { readSources } from '../db/schema/sources.ts'
import { sendThrough } from './database.ts'
import type { Job, JobContext } from './job.ts'
import { runJobs } from './run.ts'

const app = await startApp()
const database = await createTestDatabase()
afterAll(async () => {
  await app.close()
  await database.drop()
})

/** A cron expression that is due once a day, at this second. */
function onceAt(moment: Date): string {
  return `${moment.getUTCSeconds()} ${moment.getUTCMinutes()} ${moment.getUTCHours()} * * *`
}

const notNow = onceAt(new Date(Date.now() + 12 * 3_600_000))

/** Starts a server that only runs jobs, and looks for them every second, or every five on a clock set by hand. */
function startServer(jobs: Job[], { url, by }: { url?: string; by?: ClockByHand } = {}) {
  const connected = connect(url ?? by?.url ?? database.appUrl, { connections: 2 })
  by?.waitFor(connected.pool)
  const troubles: unknown[] = []
  const onTrouble = (error: unknown) => void troubles.push(error)
  const clock = () => by?.now() ?? new Date()
  const looks = { lookSeconds: by ? 5 : 1, timers: by?.timers }
  const running = runJobs({ ...connected, jobs, clock, onTrouble, ...looks })
  const stop = async () => {
    await running.stop()
    if (!connected.pool.ended) await connected.db.destroy()
  }
  onTestFinished(stop)
  return { ...connected, troubles, stop }
}

async function asOwner<Row extends pg.QueryResultRow>(statement: string, of = database): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: of.ownerUrl })
  await owner.connect()
  try {
    return (await owner.query<Row>(statement)).rows
  } finally {
    await owner.end()
  }
}

const morning = '2026-11-23T10:00:00Z'
const inHalfAMinute = onceAt(new Date('2026-11-23T10:00:30Z'))

/** Moves the clock on by seconds while it polls; a server takes half a real second to begin. */
function passes<Value>(clock: ClockByHand, read: () => Value) {
  return expect.poll(
    async () => {
      await clock.pass(1)
      return read()
    },
    { timeout: 10_000, interval: 50 },
  )
}

const hasBegun = ({ pool }: { pool: pg.Pool }) => pool.totalCount > 0

test('servers that start at once do a job once, and one that starts a little later not again', async () => {
  const by = await clockByHand(morning)
  const done: string[] = []
  const start = (server: string) =>
    startServer([{ name: 'begin', every: inHalfAMinute, run: async () => void done.push(server) }], { by })
  const servers = [start('first'), start('second')]
  await passes(by, () => servers.every(hasBegun)).toBe(true)
  await passes(by, () => done.length).toBe(1)
  const later = start('a little later')
  await Promise.all(servers.map(({ stop }) => stop()))
  // The next run is the one that is due, so the later server has begun by then.
  await passes(by, () => done.length).toBe(2)
  expect(done[1]).toBe('a little later')
  expect(by.now().getTime()).toBeGreaterThanOrEqual(Date.parse('2026-11-23T10:00:30Z'))
  expect([...servers, later].flatMap(({ troubles }) => troubles)).toEqual([])
})

test('of several servers one does a job when it is due', async () => {
  const by = await clockByHand(morning)
  const done: Date[] = []
  const start = () =>
    startServer([{ name: 'count', every: inHalfAMinute, run: async () => void done.push(by.now()) }], { by })
  const servers = [start(), start()]
  await passes(by, () => servers.every(hasBegun)).toBe(true)
  // One run soon after the start, and one when it is due.
  await passes(by, () => done.length).toBe(1)
  await by.pass(90)
  expect(done).toHaveLength(2)
  expect(done.some((at) => at >= new Date('2026-11-23T10:00:30Z'))).toBe(true)
  expect(servers.flatMap(({ troubles }) => troubles)).toEqual([])
})

test('a job that takes longer than until it is due again is not begun beside itself', async () => {
  const by = await clockByHand(morning)
  const begun: JobContext[] = []
  let others = 0
  const other: Job = { name: 'other', every: inHalfAMinute, run: async () => void others++ }
  const slow: Job = {
    name: 'slow',
    every: inHalfAMinute,
    run: async (context) => {
      begun.push(context)
      await once(context.signal, 'abort')
    },
  }
  startServer([slow], { by })
  await passes(by, () => begun.length).toBe(1)
  startServer([slow, other], { by })
  // One run soon after the start; then both are due, and the free server runs the other.
  await passes(by, () => others).toBe(2)
  await by.pass(30)
  expect(begun).toHaveLength(1)
})

test('kept answers, sign-in counts and sessions go when their time is over, the younger stay', async () => {
  const { id } = await app.signIn('receptionist')
  const session = (at: string) => `'${id}', '${at}', now() + interval '${at}'`
  await app.asOwner(`
    insert into idempotent_reply (staff_id, key, request_hash, reply, created_at)
      select '${id}', 'old ' || n, '', '{}', now() - interval '25 hours' from generate_series(1, 2500) n;
    insert into idempotent_reply (staff_id, key, request_hash, reply, created_at)
      values ('${id}', 'young', '', '{}', now() - interval '23 hours');
    insert into sign_in_count (key, refused, forgotten_at, staff_id, address)
      select 'sign-in:' || n, n % 2, now() - interval '1 second',
        case when n % 4 = 1 then '${id}'::uuid end, '192.0.2.' || n % 3 from generate_series(1, 1200) n;
    insert into sign_in_count (key, refused, forgotten_at) values ('sign-in:counting', 1, now() + interval '1 minute');
    insert into sign_in_place (staff_id, place, last_at)
      select '${id}', 'old ' || n, now() - interval '57 days' from generate_series(1, 1200) n;
    insert into sign_in_place (staff_id, place, last_at) values ('${id}', 'usual', now() - interval '55 days');
    insert into session (staff_id, token, expires_at) values
      (${session('-1 minute')}), (${session('1 minute')})`)
  const server = await startApp({ on: app, runsJobs: true })
  onTestFinished(() => server.close())
  const left = async () => ({
    replies: await app.asOwner(`select key from idempotent_reply where staff_id = '${id}'`),
    counts: await app.asOwner(`select key from sign_in_count where key like 'sign-in:%'`),
    places: await app.asOwner(
      `select place from sign_in_place where place in ('usual', 'old 1', 'old 1200')`,
    ),
    sessions: await app.asOwner(`select token from session where token like '%minute'`),
  })
  await expect.poll(left, { timeout: 10_000 }).toEqual({
    replies: [{ key: 'young' }],
    counts: [{ key: 'sign-in:counting' }],
    places: [{ place: 'usual' }],
    sessions: [{ token: '1 minute' }],
  })
  // Six hundred refused attempts have at most one entry for each account and address in each of the two batches.
  const told = await app.asOwner<{ refused: number; known: boolean }>(
    `select (changes ->> 'refused')::int as refused, subject_id is not null as known from audit_entry
     where action = 'signIn' and outcome = 'too_many_requests'`,
  )
  expect(told.length).toBeLessThanOrEqual(12)
  const sum = (known: boolean) =>
    told.filter((entry) => entry.known === known).reduce((total, { refused }) => total + refused, 0)
  expect([sum(true), sum(false)]).toEqual([300, 300])
})

test('an alert that only the calendar raises is raised without a call', async () => {
  const store = await startApp()
  onTestFinished(() => store.close())
  const keeper = await store.signIn('inventory_manager')
  const item = await givenItem(keeper, { quantity: 0, reorderLevel: 0 })
  const expiryDate = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  await move(keeper, item, { kind: 'RECEIVE', quantity: 5, batchNumber: 'B-1', expiryDate })
  const kinds = async () => {
    const { body } = await keeper.call(listStockAlerts)
    return body.items.filter(({ inventoryItemId }) => inventoryItemId === item.id).map(({ kind }) => kind)
  }
  expect(await kinds()).toEqual(['EXPIRING'])
  // Ten days pass without a movement.
  await store.asOwner('update batch set expiry = expiry - 10 where item_id = $1', [item.id])
  const server = await startApp({ on: store, runsJobs: true })
  onTestFinished(() => server.close())
  await expect.poll(kinds, { timeout: 10_000 }).toEqual(['EXPIRED'])
})

test('a job that fails is told of, holds no other up, and leaves nothing of its error in the database', async () => {
  const done: string[] = []
  const failing: Job = { name: 'failing', every: notNow, run: () => Promise.reject(new Error('of Asha Rao')) }
  const working: Job = { name: 'working', every: notNow, run: async () => void done.push('working') }
  const { troubles } = startServer([failing, working])
  await expect.poll(() => done, { timeout: 10_000 }).toEqual(['working'])
  expect(troubles).toEqual([new Error('The job failing failed.', { cause: new Error('of Asha Rao') })])
  const jobs = () => asOwner(`select state, output from pgboss.job where singleton_key = 'failing'`)
  await expect.poll(jobs).toEqual([{ state: 'retry', output: null }])
})

test('a job that met a deadlock is done all the same', async () => {
  const tries: number[] = []
  const meeting: Job = {
    name: 'meeting',
    every: notNow,
    run: async ({ db }) => {
      if (tries.push(1) === 1) await sql`do $$ begin raise sqlstate '40P01'; end $$`.execute(db)
    },
  }
  const { troubles } = startServer([meeting])
  await expect.poll(() => tries.length, { timeout: 10_000 }).toBe(2)
  expect(troubles).toEqual([])
})

test('a job that is no longer declared is no longer due', async () => {
  const job = (name: string): Job => ({ name, every: notNow, run: async () => {} })
  const scheduled = () => asOwner('select key from pgboss.schedule order by key')
  const before = startServer([job('kept'), job('renamed')])
  await expect.poll(scheduled, { timeout: 10_000 }).toEqual([{ key: 'kept' }, { key: 'renamed' }])
  await before.stop()
  startServer([job('kept')])
  await expect.poll(scheduled, { timeout: 10_000 }).toEqual([{ key: 'kept' }])
})

test('a server that stops breaks off what it is doing', async () => {
  const steps: string[] = []
  const endless: Job = {
    name: 'endless',
    every: notNow,
    run: async ({ signal }) => {
      steps.push('begun')
      while (!signal.aborted) await sleep(10)
      steps.push('broken off')
    },
  }
  const server = startServer([endless])
  await expect.poll(() => steps, { timeout: 10_000 }).toEqual(['begun'])
  await server.stop()
  steps.push('stopped')
  expect(steps).toEqual(['begun', 'broken off', 'stopped'])
  expect(server.troubles).toEqual([])
})

test('what became due while the database was away is done when it is back', async () => {
  const by = await clockByHand(morning)
  const link = await cuttableLink(by.url)
  onTestFinished(() => link.close())
  const done: Date[] = []
  const job: Job = { name: 'due-meanwhile', every: inHalfAMinute, run: async () => void done.push(by.now()) }
  const server = startServer([job], { url: link.url, by })
  await passes(by, () => done.length).toBe(1)
  await link.cut()
  await by.pass(40)
  expect(done).toHaveLength(1)
  expect(server.troubles).not.toEqual([])
  await link.mend()
  await passes(by, () => done.length).toBe(2)
  const asked = await Promise.all([1, 2].map(() => server.pool.query('select 1 as one')))
  expect(asked.map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ one: 1 }]])

  // It stops without the database too.
  await link.cut()
  await server.stop()
})

test('a server that starts while the database is away stops all the same', async () => {
  const link = await cuttableLink(database.appUrl)
  await link.cut()
  const server = startServer([], { url: link.url })
  await expect.poll(() => server.troubles.length, { timeout: 10_000 }).toBeGreaterThan(0)
  await server.stop()
})

test('a text that fails halfway through its transaction does not leave it open on the connection', async () => {
  const { pool } = connect(database.appUrl, { connections: 1 })
  onTestFinished(() => pool.end())
  await expect(sendThrough(pool).executeSql('begin; select 1 / 0; commit')).rejects.toThrow(
    'division by zero',
  )
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test.each([
  'create table pgboss.mine (id int)',
  'alter table pgboss.queue add column mine int',
  'drop table pgboss.job_common',
  'drop schema pgboss cascade',
  `create or replace function pgboss.job_now() returns timestamptz language sql as 'select now()'`,
  `select pgboss.create_queue('mine', '{"policy": "standard", "partition": "true"}')`,
  `insert into pgboss.bam (name, version, table_name, command) values ('mine', 1, 'job', 'select 1')`,
  'delete from pgboss.version',
])('the server may not %s', async (statement) => {
  const { pool } = connect(database.appUrl, { connections: 1 })
  onTestFinished(() => pool.end())
  await expect(pool.query(statement)).rejects.toThrow(/permission denied|must be owner/)
})

/** The version, columns and indexes of pg-boss's schema. */
async function shapeOf(of: TestDatabase) {
  return {
    version: await asOwner('select version from pgboss.version', of),
    columns: await asOwner(
      `select table_name, column_name, data_type from information_schema.columns where table_schema = 'pgboss'
         and table_name !~ '^queue_stats_' order by 1, 2`,
      of,
    ),
    indexes: await asOwner(
      `select indexname, indexdef from pg_indexes where schemaname = 'pgboss' and tablename !~ '^queue_stats_' order by 1`,
      of,
    ),
  }
}

test.each([
  ['from before there were jobs', 'drop schema pgboss cascade'],
  ['with an older pg-boss', [43, 42, 41].map((version) => getRollbackPlans('pgboss', version)).join(';')],
])('a database %s is brought up to date, by two servers that start at once too', async (_which, goBack) => {
  const old = await createTestDatabase()
  onTestFinished(() => old.drop())
  await migrate(old.ownerUrl)
  const asNew = await shapeOf(old)
  await asOwner(goBack.replaceAll(' CONCURRENTLY ', ' '), old)
  const [{ appUrl }] = await Promise.all([migrate(old.ownerUrl), migrate(old.ownerUrl)])
  expect(await shapeOf(old)).toEqual(asNew)
  const done: string[] = []
  const { troubles } = startServer(
    [{ name: 'first', every: notNow, run: async () => void done.push('first') }],
    { url: appUrl },
  )
  await expect.poll(() => done, { timeout: 10_000 }).toEqual(['first'])
  expect(troubles).toEqual([])
})

/** Creates a database without a schema. */
async function emptyDatabase(): Promise<string> {
  const name = `test_empty_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: inject('templateOwnerUrl') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.query(`drop role if exists lantern_app_${name}`)
    await admin.end()
  })
  const url = new URL(inject('templateOwnerUrl'))
  url.pathname = `/${name}`
  return url.href
}

/** Starts two at once, and returns the errors. */
async function startedTwice(start: (url: string) => Promise<unknown>): Promise<string[]> {
  const url = await emptyDatabase()
  const started = await Promise.allSettled([start(url), start(url)])
  const failed = started.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  const [first, second] = started.map((one) => (one.status === 'fulfilled' ? one.value : null))
  return isDeepStrictEqual(first, second) || failed.length > 0 ? failed : ['they got two databases']
}

test('two servers that start at once on an empty database both get it', async () => {
  expect(await startedTwice(migrate)).toEqual([])
})

test('two that do not take turns would be found: one of them fails', async () => {
  let here = 0
  const found = await startedTwice(async (ownerUrl) => {
    const owner = new pg.Client({ connectionString: ownerUrl })
    await owner.connect()
    try {
      here++
      // Both see the empty database before either creates anything.
      await expect.poll(() => here, { timeout: 10_000, interval: 5 }).toBe(2)
      await owner.query(migrationTable)
      await owner.query('begin')
      await runBaseline(owner, (await readSources()).baseline)
      await owner.query('commit')
    } finally {
      await owner.end()
    }
  })
  expect(found).not.toEqual([])
})

test('a database of a newer pg-boss is refused', async () => {
  const newer = await createTestDatabase()
  onTestFinished(() => newer.drop())
  await asOwner('update pgboss.version set version = version + 1', newer)
  await expect(migrate(newer.ownerUrl)).rejects.toThrow('was made by a newer Lantern')
})
