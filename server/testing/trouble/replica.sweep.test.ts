import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { asOfHeader } from '../../../contract/api/live.ts'
import { listPatients } from '../../../contract/people/patients.ts'
import { startEmbedded } from '../../ground/db/embedded.ts'
import { migrate } from '../../ground/db/migrate.ts'
import { withAccountOf } from '../../ground/start/addresses.ts'
import { startApp } from '../app.ts'
import { givenPatient } from '../factories/patients/patients.ts'
import { commitOnBoth, destroy, openStandby } from './standby.ts'
import { acknowledged, openWriters } from './writers.ts'

// Longer than the path of a socket may be: the two find one another on loopback.
const home = join(mkdtempSync(join(tmpdir(), 'lantern-replica-')), 'x'.repeat(90))
const settings = { fsync: 'off', full_page_writes: 'off' }
const directory = join(home, 'primary')
const primary = { directory, ...(await startEmbedded(directory, { settings })) }
const { appUrl } = await migrate(primary.ownerUrl)
const standby = await openStandby(primary, join(home, 'standby'), settings)
const told: string[] = []
const app = await startApp({
  database: { ownerUrl: primary.ownerUrl, appUrl, drop: () => Promise.resolve() },
  databaseUrl: appUrl.replace(/(:\d+)\//, `$1,127.0.0.1:${new URL(standby.ownerUrl).port}/`),
  readUrl: withAccountOf(standby.ownerUrl, appUrl),
  logger: {
    level: 'warn',
    stream: new Writable({
      write: (line, _encoding, done) => {
        told.push(JSON.parse(String(line)).msg)
        done()
      },
    }),
  },
})
const copy = new pg.Client({ connectionString: standby.ownerUrl })
copy.on('error', () => {})
await copy.connect()
afterAll(async () => {
  await app.close()
  await copy.end().catch(() => {})
  await Promise.all([standby.stop(), primary.stop()])
  rmSync(home, { recursive: true, force: true })
})
const desk = await app.signIn('receptionist')

const search = async (text: string) => {
  const { items } = (await desk.call(listPatients, { query: { search: text } })).body
  return items.map(({ id }) => id)
}

/** When the server last asked the copy for patients. */
async function lastReadThere(): Promise<string> {
  const { rows } = await copy.query<{ last: string }>(
    `select max(query_start)::text as last from pg_stat_activity
     where usename like 'lantern_app_%' and query like '%from patient%'`,
  )
  return rows[0]?.last ?? ''
}

async function isReadThere(): Promise<boolean> {
  const before = await lastReadThere()
  await search('somebody')
  return (await lastReadThere()) > before
}

test('what is searched is read in the copy, as of when it was asked', async () => {
  const patient = await givenPatient(desk)
  await expect.poll(isReadThere, { timeout: 10_000 }).toBe(true)
  for (let times = 0; times < 20; times++) {
    const next = await givenPatient(desk)
    expect(await search(next.mrn)).toEqual([next.id])
  }
  const answer = await desk.call(listPatients, { query: { search: patient.mrn } })
  const asOf = Number(answer.headers.get(asOfHeader))
  const [row] = await app.asOwner<{ now: number }>('select as_of()::float as now')
  expect(asOf).toBeGreaterThan(0)
  expect(asOf).toBeLessThanOrEqual(row?.now ?? 0)
  expect(told).toEqual([])
})

test('nobody misses what was written a moment ago, by them or by others, while the copy is late', async () => {
  await standby.stayBehind(60_000)
  const other = await app.signIn('receptionist')
  for (let times = 0; times < 10; times++) {
    const patient = await givenPatient(times % 2 === 0 ? desk : other)
    expect(await search(patient.mrn)).toEqual([patient.id])
  }
  const last = await givenPatient(desk)
  const { rows } = await copy.query('select from patient where id = $1', [last.id])
  expect(rows).toEqual([])
  expect(told).toEqual(['The replica is not read for now; the database itself is read instead.'])
  expect(await isReadThere()).toBe(false)

  await standby.stayBehind(0)
  await expect.poll(isReadThere, { timeout: 20_000 }).toBe(true)
  expect(told.slice(1)).toEqual(['The replica is read again.'])
})

test('what takes too long in the copy alone is read in the database, and the copy is read on', async () => {
  await expect.poll(isReadThere, { timeout: 20_000 }).toBe(true)
  const before = told.length
  const { mrn, id } = await givenPatient(desk)
  // It comes to the copy by its log, as everything does.
  await app.asOwner(`alter table patient enable row level security;
    create policy slow_copy on patient
      using ((select case when pg_is_in_recovery() then pg_sleep(9)::text end) is distinct from 'slept')`)
  expect(await search(mrn)).toEqual([id])
  await app.asOwner('alter table patient disable row level security; drop policy slow_copy on patient')
  expect(await isReadThere()).toBe(true)
  expect(told.slice(before)).toEqual([])
})

test('when the database is lost and the copy takes its place, everything acknowledged is there', async () => {
  await commitOnBoth(primary)
  const keeper = await app.signIn('inventory_manager')
  const writers = openWriters(app.url, keeper, 8)
  onTestFinished(() => writers.stop())
  await expect.poll(() => acknowledged(writers).length, { timeout: 15_000 }).toBeGreaterThan(50)
  destroy(primary)
  const before = acknowledged(writers).length
  await standby.promote()
  await expect.poll(() => acknowledged(writers).length, { timeout: 20_000 }).toBeGreaterThan(before + 50)
  await writers.stop()
  const { rows } = await copy.query<{ name: string }>('select name from supplier')
  const there = new Set(rows.map(({ name }) => name))
  expect(acknowledged(writers).filter((name) => !there.has(name))).toEqual([])
})
