import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { cuttableLink } from '../../testing/trouble/cuttable-link.ts'
import { connect } from '../db/connect.ts'
import { type AuditTrail, auditTrail, type TrailOptions } from './audit-trail.ts'
import type { AuditEntry } from './entry.ts'
import { newSight } from './patient-sets.ts'

const database = await createTestDatabase()
const owner = new pg.Client({ connectionString: database.ownerUrl })
await owner.connect()
afterAll(async () => {
  await owner.end()
  await database.drop()
})

let now = new Date('2026-11-22T10:00:10Z')

/** The trail of a server's process, closed when the test is over. */
function startTrail(options: Partial<TrailOptions> = {}, url = database.appUrl) {
  const { db } = connect(url, { connections: 2 })
  const troubles: unknown[] = []
  const trail = auditTrail(db, { clock: () => now, onTrouble: (error) => troubles.push(error), ...options })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= trail.close().then(() => db.destroy())
    return closing
  }
  onTestFinished(close)
  return { trail, troubles, close }
}

function entryOf(entry: Partial<AuditEntry>): AuditEntry {
  return {
    at: now,
    staffId: randomUUID(),
    action: 'readQueue',
    subjectId: null,
    patientIds: [],
    changes: null,
    address: '127.0.0.1',
    requestId: 'one',
    outcome: 'done',
    ...entry,
  }
}

const someone = (count: number) => Array.from({ length: count }, () => randomUUID())

function later(millis: number) {
  now = new Date(now.getTime() + millis)
}

async function rows(statement: string, values: unknown[] = []) {
  return (await owner.query(statement, values)).rows
}

/** The sights by which the patient is on record, and how many entries refer to each. */
function sightsOf(patientId: string) {
  return rows(
    `select (select count(*)::int from audit_entry entry where entry.sight_id = sighting.sight_id) as seen_by
     from audit_sighting sighting where patient_id = $1 order by at`,
    [patientId],
  )
}

test('a list that two thousand read is told once, and each reader for themselves', async () => {
  const { trail } = startTrail()
  const sight = newSight(someone(600))
  for (let reader = 0; reader < 2000; reader++) trail.note(entryOf({ sight }))
  await trail.flush()
  for (const id of sight.patientIds.slice(0, 3)) expect(await sightsOf(id)).toEqual([{ seen_by: 2000 }])
  expect(await rows('select patient_ids from audit_sight where id = $1', [sight.id])).toEqual([
    { patient_ids: sight.patientIds },
  ])
})

test('lists that are read one by one and show the same patients share a sight too', async () => {
  const { trail } = startTrail()
  const [first, second] = [someone(20), someone(20)]
  for (const patientIds of [first, second, [...first], [...first]]) trail.note(entryOf({ patientIds }))
  await trail.flush()
  expect(await sightsOf(first[0] ?? '')).toEqual([{ seen_by: 3 }])
  expect(await sightsOf(second[0] ?? '')).toEqual([{ seen_by: 1 }])
})

test('a sight that is shown for hours is told again now and then', async () => {
  const { trail } = startTrail()
  const sight = newSight(someone(2))
  for (let times = 0; times < 3; times++) {
    trail.note(entryOf({ sight }))
    trail.note(entryOf({ sight }))
    later(11 * 60_000)
  }
  await trail.flush()
  expect(await sightsOf(sight.patientIds[0] ?? '')).toEqual([{ seen_by: 2 }, { seen_by: 2 }, { seen_by: 2 }])
})

test('whoever reads one patient leaves an entry that names them, and nothing else', async () => {
  const { trail } = startTrail()
  const [patientId = ''] = someone(1)
  trail.note(entryOf({ patientIds: [patientId] }))
  trail.note(entryOf({ action: 'readNobody', sight: newSight([]) }))
  await trail.flush()
  expect(await rows('select sight_id from audit_entry where patient_ids[1] = $1', [patientId])).toEqual([
    { sight_id: null },
  ])
  expect(await rows(`select patient_ids, sight_id from audit_entry where action = 'readNobody'`)).toEqual([
    { patient_ids: [], sight_id: null },
  ])
  expect(await sightsOf(patientId)).toEqual([])
})

/** The staff who followed a scope while something about the patient was sent there, by process and time. */
async function receivers(patientId: string): Promise<string[]> {
  const received = await rows(
    `select distinct following.staff_id from audit_sighting sighting
     join audit_sight sight on sight.id = sight_id and sight.at = sighting.at
     join audit_following following on following.process_id = sight.process_id and following.scope = sight.scope
       and following.at < sight.at + interval '1 minute'
     where patient_id = $1 and is_told and not exists (
       select from audit_unfollowing where id = following.id and at < sight.at)`,
    [patientId],
  )
  return received.map((row) => row.staff_id)
}

function follow(trail: AuditTrail, ...scopes: string[]) {
  const following = {
    id: randomUUID(),
    at: now,
    staffId: randomUUID(),
    address: '::1',
    requestId: '1',
    scopes,
  }
  trail.followed(following)
  return following
}

test('who received a patient’s data live follows from who followed what, when and where', async () => {
  const [here, elsewhere] = [startTrail().trail, startTrail().trail]
  const [patient = ''] = someone(1)
  const left = follow(here, 'queue')
  later(120_000)
  here.unfollowed(left.id, now)
  later(120_000)
  const stayed = follow(here, 'beds', 'queue')
  const other = follow(here, 'beds')
  const far = follow(elsewhere, 'queue')
  later(120_000)
  here.told('queue', [patient])
  later(120_000)
  const late = follow(here, 'queue')
  await Promise.all([here.flush(), elsewhere.flush()])
  expect(await receivers(patient)).toEqual([stayed.staffId])
  expect([left, other, far, late].map(({ staffId }) => staffId)).not.toContain(stayed.staffId)
})

test('what a scope is told again and again is kept once a minute', async () => {
  const { trail } = startTrail()
  const patients = someone(5)
  now = new Date('2026-11-22T11:00:00Z')
  for (let times = 0; times < 100; times++) {
    trail.told('queue', patients.slice(times % 3, 5))
    later(400)
  }
  await trail.flush()
  trail.told('queue', patients)
  await trail.flush()
  now = new Date('2026-11-22T11:01:00Z')
  trail.told('queue', patients.slice(0, 1))
  await trail.flush()
  const told = await rows(
    'select at, cardinality(patient_ids) as patients from audit_sight where process_id = $1 order by at',
    [trail.id],
  )
  expect(told).toEqual([
    { at: new Date('2026-11-22T11:00:00Z'), patients: 5 },
    { at: new Date('2026-11-22T11:01:00Z'), patients: 1 },
  ])
})

test('a screen that follows for days is told again, so that nobody has to look back for days', async () => {
  const { trail } = startTrail()
  const { id } = follow(trail, 'queue')
  for (let hours = 0; hours < 13; hours++) {
    later(3_600_000)
    trail.told('queue', someone(1))
  }
  await trail.flush()
  expect(await rows('select from audit_following where id = $1', [id])).toHaveLength(3)
})

test('a server that stops has told whatever was noted, and whose screens it followed no more', async () => {
  const { trail, close } = startTrail()
  const [open, ended] = [follow(trail, 'queue', 'beds'), follow(trail, 'queue')]
  trail.unfollowed(ended.id, now)
  trail.note(entryOf({ action: 'lastWord' }))
  later(5000)
  await close()
  expect(await rows(`select from audit_entry where action = 'lastWord'`)).toHaveLength(1)
  expect(await rows('select at from audit_unfollowing where id = $1', [open.id])).toEqual([{ at: now }])
  expect(await rows('select from audit_unfollowing where id = $1', [ended.id])).toHaveLength(1)
})

test('while the database is away everything waits, until there is no room; then it is told, all of it', async () => {
  const link = await cuttableLink(database.appUrl)
  onTestFinished(() => link.close())
  const { trail, troubles } = startTrail({ room: 50 }, link.url)
  const { staffId } = follow(trail, 'queue')
  await trail.flush()
  await link.cut()
  let noted = 0
  for (; trail.hasRoom; noted++) trail.note(entryOf({ staffId, patientIds: someone(2) }))
  expect(noted).toBe(25)
  await trail.flush()
  expect(troubles).not.toEqual([])
  expect(trail.hasRoom).toBe(false)
  // An entry that arrives while the buffer is full is not lost either.
  trail.note(entryOf({ staffId }))
  await link.mend()
  await expect.poll(() => trail.hasRoom, { timeout: 15_000 }).toBe(true)
  expect(await rows('select from audit_entry where staff_id = $1', [staffId])).toHaveLength(noted + 1)
})

test('a trace that the database refuses is told, and keeps no other from being written', async () => {
  const { trail, troubles } = startTrail()
  const staffId = randomUUID()
  for (let times = 0; times < 20; times++) trail.note(entryOf({ staffId }))
  trail.note(entryOf({ staffId, subjectId: 'no id' }))
  for (let times = 0; times < 20; times++) trail.note(entryOf({ staffId }))
  await trail.flush()
  expect(await rows('select from audit_entry where staff_id = $1', [staffId])).toHaveLength(40)
  expect(troubles).toMatchObject([{ message: 'A trace can’t be written.' }])
})
