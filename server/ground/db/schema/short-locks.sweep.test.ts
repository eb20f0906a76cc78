import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../testing/database.ts'
import { somebodyWaits } from '../time-limits.ts'
import { inShortLocks } from './short-locks.ts'

test('the schema is changed while somebody reads through the table, and others go on reading it', async () => {
  const database = await createTestDatabase()
  const connected = async (url: string, settings = '') => {
    const client = new pg.Client({ connectionString: url, options: settings })
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
  onTestFinished(() => database.drop())
  const owner = await connected(database.ownerUrl)
  const reader = await connected(database.appUrl)
  const caller = await connected(database.appUrl, `-c lock_timeout=${somebodyWaits.lock}`)

  await reader.query('begin; select count(*) from patient')
  let isChanged = false
  const changed = inShortLocks(owner, () => owner.query('alter table patient add column planted int')).then(
    () => {
      isChanged = true
    },
  )
  // As calls of the version that serves meanwhile: each is answered in its time.
  for (let times = 0; times < 30; times++) {
    await caller.query('select count(*) from patient')
    await sleep(100)
  }
  expect(isChanged).toBe(false)
  await reader.query('commit')
  await changed
  expect((await caller.query('select planted from patient')).rows).toEqual([])
})

test('what is wrong with a change is said at once, and nothing of it is left', async () => {
  const database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const change = inShortLocks(owner, () => owner.query('create table planted (); select from nowhere'))
  await expect(change).rejects.toThrow('nowhere')
  expect((await owner.query(`select to_regclass('planted') as it`)).rows).toEqual([{ it: null }])
  await owner.end()
  await database.drop()
})
