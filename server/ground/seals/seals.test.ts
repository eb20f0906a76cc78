import { generateKeyPairSync, randomUUID } from 'node:crypto'
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { connect } from '../db/connect.ts'
import { nobodyWaits } from '../db/time-limits.ts'
import { copySeals } from './copy-seals.ts'
import { sealKeyIn, sealKeyOf } from './key.ts'
import { lastSeal, sealOf } from './seal.ts'
import { sealTrail } from './sealing.ts'
import { verifyTrail } from './verify.ts'

const key = sealKeyOf(generateKeyPairSync('ed25519').privateKey)

/** A hospital with nothing on record yet. */
async function givenTrail() {
  const database = await createTestDatabase()
  const { db } = connect(database.appUrl, { connections: 4, limits: nobodyWaits })
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  onTestFinished(async () => {
    await owner.end()
    await db.destroy()
    await database.drop()
  })
  let now = Date.now()
  return {
    db,
    owner,
    url: database.appUrl,
    later: (millis: number) => {
      now += millis
    },
    clock: () => new Date(now),
    seal: (patience = 10_000) =>
      sealTrail({ db, key, clock: () => new Date(now), patience, mostCovered: 50 }),
    verify: (copy?: string[]) => verifyTrail(db, { keys: [key.public], ...(copy && { copy }) }),
    tell: (action: string, at = 'now()') =>
      owner.query(`insert into audit_entry (at, action) values (${at}, $1)`, [action]),
  }
}

async function connected(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('what is told between two seals is covered by the second, and told apart where it tells of another time', async () => {
  const trail = await givenTrail()
  await trail.tell('first')
  await trail.seal()
  await trail.tell('from before', `now() - interval '3 days'`)
  await trail.tell('told late', `now() - interval '50 minutes'`)
  await trail.tell('from a clock that is ahead', `now() + interval '50 minutes'`)
  await trail.owner.query(
    `insert into audit_sight (id, at, patient_ids) values ($1, now(), array[$2::uuid, $3::uuid])`,
    [randomUUID(), randomUUID(), randomUUID()],
  )
  await trail.seal()
  expect(await trail.verify()).toMatchObject({
    seals: 2,
    rows: 5,
    unsealed: 0,
    faults: [{ says: expect.stringMatching(/^Entry \d+ \(from before\) tells of another time/) }],
  })
  // So much at once is sealed by several seals, of which each may tell of the time of all.
  trail.later(5 * 3_600_000)
  await trail.owner.query(
    `insert into audit_entry (at, action) select now() + interval '30 minutes', 'act' from generate_series(1, 120)`,
  )
  await trail.seal()
  expect(await trail.verify()).toMatchObject({ seals: 5, rows: 125, faults: [{ at: expect.any(String) }] })
  // Nothing new, no seal.
  await trail.seal()
  expect((await lastSeal(trail.db))?.number).toBe(5)
})

test.each(['others that ended since', 'none that ended since'])(
  'what a transaction told long before it ended is in the seal after that, behind %s',
  async (behind) => {
    const trail = await givenTrail()
    await trail.tell('before')
    const slow = await connected(trail.url)
    await slow.query('begin')
    await slow.query(`insert into audit_entry (action) values ('slow')`)
    if (behind.startsWith('others')) await trail.tell('quick')
    // While it is underway nothing from its number on is sealed: it would come in behind.
    await trail.seal(200)
    expect(await lastSeal(trail.db)).toBeUndefined()
    const sealing = trail.seal()
    await slow.query('commit')
    await sealing
    expect(await trail.verify()).toMatchObject({ seals: 1, unsealed: 0, faults: [] })
  },
)

test('of many who write, commit late and give up while seals are made, nothing is left out', async () => {
  const trail = await givenTrail()
  const writers = await Promise.all(Array.from({ length: 6 }, () => connected(trail.url)))
  let isOver = false
  const writing = writers.map(async (writer, place) => {
    // No seal holds up who writes, not for a moment.
    await writer.query(`set lock_timeout = '50ms'`)
    for (let round = 0; round < 40; round++) {
      await writer.query('begin')
      await writer.query(`insert into audit_entry (action) select 'act' from generate_series(1, 3)`)
      await writer.query('select pg_sleep($1)', [((round * 7 + place) % 5) / 400])
      await writer.query(round % 6 === place ? 'rollback' : 'commit')
    }
  })
  const sealing = (async () => {
    while (!isOver) {
      trail.later(60_000)
      await trail.seal()
    }
  })()
  await Promise.all(writing)
  isOver = true
  await sealing
  await trail.seal()
  const { rows } = await trail.owner.query('select count(*)::int as n from audit_entry')
  const verified = await trail.verify()
  expect(verified).toMatchObject({ rows: rows[0].n, unsealed: 0, faults: [] })
  expect(verified.seals).toBeGreaterThan(3)
})

test('of several processes one seals, and each seal follows the one before it', async () => {
  const trail = await givenTrail()
  for (let round = 0; round < 5; round++) {
    await trail.tell(`round ${round}`)
    await Promise.all([trail.seal(), trail.seal(), trail.seal()])
  }
  expect(await trail.verify()).toMatchObject({ rows: 5, faults: [] })
})

test('a month that the hospital keeps no longer was dropped lawfully; one that somebody dropped was not', async () => {
  const trail = await givenTrail()
  const month = (ago: number) => `date_trunc('month', now()) - interval '${ago} months'`
  for (const ago of [30, 29, 3]) {
    await trail.owner.query(`select make_audit_month((${month(ago)})::date)`)
    await trail.tell(`${ago} months ago`, month(ago))
  }
  await trail.tell('now')
  await trail.seal()
  await trail.owner.query('update hospital set audit_retention_months = 24')
  await trail.owner.query('select drop_audit_months()')
  await trail.seal()
  const whole = await trail.verify()
  expect(whole.faults).toEqual([])
  expect(whole.dropped).toHaveLength(2)

  // A superuser claims that a month was dropped which is not old enough.
  const { rows } = await trail.owner.query(`select to_char(${month(3)}, 'YYYY-MM') as name`)
  await trail.owner.query(`drop table audit_month.entry_${rows[0].name.replace('-', '_')}`)
  await trail.owner.query(
    `insert into audit_entry (action, changes) values ('dropAuditMonths', jsonb_build_object('dropped', jsonb_build_array($1::text)))`,
    [rows[0].name],
  )
  await trail.seal()
  expect((await trail.verify()).faults).toMatchObject([
    { says: expect.stringContaining(`of ${rows[0].name} was removed`) },
  ])
})

test('seals are copied to a file line by line, and what a process missed is made up for', async () => {
  const trail = await givenTrail()
  const folder = mkdtempSync(join(tmpdir(), 'lantern-seals-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'seals.txt')
  for (let round = 0; round < 4; round++) {
    await trail.tell(`round ${round}`)
    await trail.seal()
    // Each time another process, and not after each seal.
    if (round !== 1) await copySeals(trail.db, file).copy(0)
  }
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  expect(lines).toHaveLength(4)
  expect(await trail.verify(lines)).toMatchObject({ copied: 4, faults: [] })
})

test('a copy whose last line was torn goes on behind the last whole one, and accuses nobody', async () => {
  const trail = await givenTrail()
  const folder = mkdtempSync(join(tmpdir(), 'lantern-seals-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'seals.txt')
  const sealAndCopy = async (what: string) => {
    await trail.tell(what)
    await trail.seal()
    await copySeals(trail.db, file).copy(0)
    return statSync(file).size
  }
  const first = await sealAndCopy('one')
  // A power cut: of the first line alone, within the second, of all but its end, and with a block that was never written.
  truncateSync(file, 40)
  await sealAndCopy('two')
  truncateSync(file, first + 1)
  const third = await sealAndCopy('three')
  truncateSync(file, third - 1)
  await sealAndCopy('four')
  appendFileSync(file, Buffer.alloc(512))
  await sealAndCopy('five')
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  expect(lines).toHaveLength(5)
  expect(await trail.verify(lines)).toMatchObject({ copied: 5, faults: [] })
})

test('a file that holds something else than seals is left as it is', async () => {
  const trail = await givenTrail()
  const folder = mkdtempSync(join(tmpdir(), 'lantern-seals-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'letters.txt')
  for (const letter of ['Dear Ada,\nI am well.\n', 'Dear Ada', '\n', '\n\n']) {
    writeFileSync(file, letter)
    await trail.tell('one')
    await trail.seal()
    await expect(copySeals(trail.db, file).copy(0)).rejects.toThrow('something else than seals')
    expect(readFileSync(file, 'utf8')).toBe(letter)
  }
})

test('the key is made once, for its owner’s eyes alone, and signs the same after the next start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'data', 'audit-key.pem')
  const made = await sealKeyIn(file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await sealKeyIn(file)).public.text).toBe(made.public.text)
  expect(made.public.holds('line', (await sealKeyIn(file)).sign('line'))).toBe(true)
  expect(made.public.holds('lime', made.sign('line'))).toBe(false)
})

test('a seal says how many rows of which month it covers', async () => {
  const trail = await givenTrail()
  await trail.tell('one')
  await trail.tell('two')
  await trail.seal()
  const seal = sealOf((await lastSeal(trail.db))?.line ?? '')
  expect(seal?.months).toEqual([
    [new Date().toISOString().slice(0, 7), 2, expect.stringMatching(/^[\da-f]{64}$/)],
  ])
})
