import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { addBed } from '../../../contract/wards/beds.ts'
import { somebodyWaits } from '../../ground/db/time-limits.ts'
import { startApp } from '../app.ts'
import { pausablePostgres } from './pausable-postgres.ts'

/** Commits that tell something take turns in all of PostgreSQL: one that waits for the disk holds up the others. */

const { database } = await pausablePostgres({ synchronous_commit: 'on' })
const owner = await connected()
// The commits of the app do not wait for the copy that is never there; that of the holder does.
await owner.query('alter role all set synchronous_commit = local')
// A short lock limit leaves a busy machine the time between the two limits.
const limits = { ...somebodyWaits, lock: 300 }
const app = await startApp({ database, limits })
afterAll(async () => {
  await owner.end()
  await app.close()
})
const admin = await app.founder()

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  return client
}

async function copyIs(name: string) {
  await owner.query(`alter system set synchronous_standby_names = '${name}'`)
  await owner.query('select pg_reload_conf()')
}

/** A commit that stands still, with what it has to tell, until it is let go. */
async function stillCommit(): Promise<() => Promise<void>> {
  await copyIs('nobody')
  const holder = await connected()
  await holder.query('set synchronous_commit = on')
  const committed = holder.query(
    `begin; update hospital set name = name; select pg_notify('elsewhere', ''); commit`,
  )
  await expect
    .poll(
      async () => (await owner.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)).rowCount,
      {
        interval: 10,
      },
    )
    .toBe(1)
  return async () => {
    await copyIs('')
    await committed
    await holder.end()
  }
}

async function waiting(count: number) {
  await expect
    .poll(
      async () =>
        (await owner.query(`select from pg_locks where locktype = 'object' and not granted`)).rowCount,
      { interval: 10 },
    )
    .toBe(count)
}

const add = (bedNumber: string) => admin.call(addBed, { body: { bedNumber, ward: 'ICU', notes: null } })

test('who sets up beds waits for a commit that is slow, and is refused none', async () => {
  const letGo = await stillCommit()
  const added = Array.from({ length: 10 }, (_, place) => add(`SLOW-${place}`))
  await waiting(10)
  await new Promise((resolve) => setTimeout(resolve, limits.lock + 100))
  await letGo()
  const answers = await Promise.all(added)
  expect(answers.map(({ status, text }) => (status === 201 ? 201 : text))).toEqual(Array(10).fill(201))
  const [row] = await app.asOwner<{ count: number }>(
    `select count(*)::int from bed where bed_number like 'SLOW-%'`,
  )
  expect(row?.count).toBe(10)
})

test('a commit that stays slow is told as that, and not as a colleague’s change', async () => {
  const letGo = await stillCommit()
  const began = performance.now()
  const refused = await add('NEVER')
  expect(performance.now() - began).toBeLessThan(3500)
  await letGo()
  expect(refused.problem).toMatchObject({
    status: 503,
    code: 'database_unavailable',
    detail: 'The database took too long to answer. Nothing was changed. Try again in a moment.',
  })
  expect(await app.asOwner(`select from bed where bed_number = 'NEVER'`)).toEqual([])
})
