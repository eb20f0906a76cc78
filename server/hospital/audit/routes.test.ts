import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { RequestOf } from '../../../contract/api/endpoint.ts'
import { type AuditRecord, auditKinds, exportAudit, listAudit } from '../../../contract/hospital/audit.ts'
import { editSettings, readSettings } from '../../../contract/hospital/settings.ts'
import {
  deletePatient,
  exportPatients,
  listPatients,
  printPatients,
  readPatient,
} from '../../../contract/people/patients.ts'
import { connect } from '../../ground/db/connect.ts'
import { type AuditTrail, auditTrail } from '../../ground/trail/audit-trail.ts'
import { newSight } from '../../ground/trail/patient-sets.ts'
import { type StaffClient, startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')

/** Two servers more, which tell what the test says, by its clock. */
let now = new Date()
const [audit, elsewhere] = [startTrail(), startTrail()]

function startTrail(): AuditTrail {
  const { db } = connect(app.database.appUrl, { connections: 2 })
  const trail = auditTrail(db, { clock: () => now, onTrouble: (error) => expect.fail(String(error)) })
  afterAll(() => trail.close().then(() => db.destroy()))
  return trail
}

type Query = NonNullable<RequestOf<typeof listAudit>['query']>

/** All pages of the trail, `limit` entries each. */
async function trail(query: Query, limit = 200): Promise<AuditRecord[]> {
  await Promise.all([app.flushAudit(), audit.flush(), elsewhere.flush()])
  const found: AuditRecord[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const asked = { ...query, limit, ...(cursor && { cursor }) }
    const answer = await admin.call(listAudit, { query: asked })
    expect(answer.status, answer.text).toBe(200)
    // The reads that find it out are in the trail as well, and left out here.
    const isAsked = ({ action }: AuditRecord) => action !== 'listAudit' || query.action === action
    found.push(...answer.body.items.filter(isAsked))
    cursor = answer.body.nextCursor
  }
  return found
}

const told = ({ action, staff }: AuditRecord) => [action, staff?.id]

/** After all that the hospital's own server has noted, which goes by the real time. */
function later(millis: number) {
  now = new Date(Math.max(now.getTime(), Date.now()) + millis)
}

function follow(who: StaffClient, scopes: string[], on = audit) {
  const id = randomUUID()
  on.followed({ id, at: now, staffId: who.id, address: '10.0.0.9', requestId: 'stream', scopes })
  return id
}

test('who saw a patient: by themselves, in a list and live, newest first, with names', async () => {
  const patient = await givenPatient(desk, { lastName: 'Whosaw' })
  await doctor.call(readPatient, { params: { id: patient.id } })
  await desk.call(listPatients, { query: { search: 'Whosaw' } })
  later(1000)
  const stream = follow(doctor, ['queue'])
  later(1000)
  audit.told('queue', [patient.id])
  later(1000)
  audit.unfollowed(stream, now)

  const found = await trail({ patientId: patient.id })
  expect(found.map(told)).toEqual([
    ['followLive', doctor.id],
    ['listPatients', desk.id],
    ['readPatient', doctor.id],
    ['registerPatient', desk.id],
  ])
  const { name } =
    (await app.asOwner<{ name: string }>('select name from staff where id = $1', [doctor.id]))[0] ?? {}
  expect(found[0]).toMatchObject({
    staff: { id: doctor.id, name },
    scope: 'queue',
    until: now.toISOString(),
    address: '10.0.0.9',
    patients: [{ id: patient.id, mrn: patient.mrn, lastName: 'Whosaw' }],
    patientCount: 1,
    outcome: 'done',
  })
  expect(found[2]).toMatchObject({ subjectId: patient.id, address: '127.0.0.1', until: null, scope: null })
  // Taken along, it says what was shown, as the screen does.
  const taken = await admin.call(exportAudit, { query: { patientId: patient.id, kind: 'received' } })
  expect(taken.text).toContain(',Live: the queue,')
})

test('what came of a patient’s data: opened, in a list, received live, changed, printed, exported, refused', async () => {
  const patient = await givenPatient(desk, { lastName: 'Whatcame', gender: 'OTHER' })
  const others = { gender: 'MALE' } as const
  await doctor.call(readPatient, { params: { id: patient.id } })
  await desk.call(listPatients, { query: { search: 'Whatcame' } })
  await desk.call(readPatient, { params: { id: patient.id } }, { headers: { 'lantern-purpose': 'print' } })
  await desk.call(printPatients, { query: { search: 'Whatcame' } })
  await desk.call(exportPatients, { query: { gender: 'OTHER' } })
  await desk.call(exportPatients, { query: others })
  await desk.call(deletePatient, { params: { id: patient.id } })
  const stream = follow(doctor, [`patient:${patient.id}`])
  audit.told(`patient:${patient.id}`, [patient.id])
  audit.unfollowed(stream, now)

  const kinds = (found: AuditRecord[]) => found.map(({ action, kind }) => `${kind}: ${action}`).toSorted()
  const whole = await trail({ patientId: patient.id })
  expect(kinds(whole)).toEqual([
    'changed: registerPatient',
    'exported: exportPatients',
    'listed: listPatients',
    'opened: readPatient',
    'printed: printPatients',
    'printed: readPatient',
    'received: followLive',
    'refused: deletePatient',
  ])
  for (const kind of auditKinds) {
    const ofKind = whole.filter((one) => one.kind === kind)
    expect(await trail({ patientId: patient.id, kind }), kind).toEqual(ofKind)
    const { total } = (await admin.call(listAudit, { query: { patientId: patient.id, kind } })).body
    expect(total, kind).toBeGreaterThanOrEqual(ofKind.length)
  }
  const byDoctor = await trail({ patientId: patient.id, staffId: doctor.id, kind: 'opened' })
  expect(byDoctor.map(told)).toEqual([['readPatient', doctor.id]])
})

test('what a person did, in a period of the hospital’s days, or of one kind', async () => {
  const somebody = await app.signIn('receptionist')
  const begun = now
  for (let day = 0; day < 3; day++) {
    audit.note({
      at: now,
      staffId: somebody.id,
      action: day === 1 ? 'printPatients' : 'listPatients',
      subjectId: null,
      patientIds: [],
      changes: null,
      address: '127.0.0.1',
      requestId: `day ${day}`,
      outcome: 'done',
    })
    later(86_400_000)
  }
  const dayOf = (days: number) =>
    new Date(begun.getTime() + days * 86_400_000).toLocaleDateString('en-CA', { timeZone })
  const { timeZone } = await app.app.lantern.hospital.read()
  const days = async (query: Query) =>
    (await trail({ staffId: somebody.id, ...query }))
      .map(({ requestId }) => requestId)
      .filter((id) => id?.startsWith('day'))
  expect(await days({})).toEqual(['day 2', 'day 1', 'day 0'])
  expect(await days({ from: dayOf(1) })).toEqual(['day 2', 'day 1'])
  expect(await days({ to: dayOf(1) })).toEqual(['day 1', 'day 0'])
  expect(await days({ from: dayOf(1), to: dayOf(1) })).toEqual(['day 1'])
  expect(await days({ action: 'printPatients' })).toEqual(['day 1'])
  now = begun
})

test('page by page everything comes once, wherever it is kept: many readers, many sights, many screens', async () => {
  const patient = await givenPatient(desk)
  const others = await Promise.all(Array.from({ length: 2 }, () => givenPatient(desk)))
  const readers = [admin, desk, doctor]
  const open: string[] = []
  for (let round = 0; round < 40; round++) {
    const reader = readers[round % 3] ?? admin
    const shown = {
      action: `list${round}`,
      staffId: reader.id,
      subjectId: null,
      changes: null,
      outcome: 'done',
    }
    const entry = { ...shown, at: now, patientIds: [], address: '::1', requestId: 'x' }
    if (round % 4 === 0) audit.note({ ...entry, patientIds: [patient.id] })
    // Entries of one sight come in between those of another.
    const sight = newSight([patient.id, ...others.slice(round % 2).map(({ id }) => id)])
    for (let times = 0; times < 3; times++)
      audit.note({ ...entry, sight, at: new Date(now.getTime() + times * 60_000) })
    const id = follow(reader, ['queue', 'beds'])
    audit.told(round % 5 === 0 ? 'beds' : 'queue', [patient.id])
    if (round % 3 > 0) audit.unfollowed(id, now)
    else open.push(id)
    later(round % 10 === 0 ? 3_600_000 : 20_000)
  }
  for (const id of open) audit.unfollowed(id, now)
  const whole = await trail({ patientId: patient.id })
  const entries = whole.filter(({ action }) => action.startsWith('list'))
  expect(entries).toHaveLength(40 * 3 + 10)
  expect(whole.map(({ at }) => at)).toEqual(
    whole
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length)
  for (const limit of [9, 50]) expect(await trail({ patientId: patient.id }, limit)).toEqual(whole)
  const ofDoctor = whole.filter(({ staff }) => staff?.id === doctor.id)
  expect(await trail({ patientId: patient.id, staffId: doctor.id }, 9)).toEqual(ofDoctor)
  const period = { patientId: patient.id, from: '2020-01-01', to: '2100-01-01' }
  expect(await trail(period, 9)).toEqual(whole)
  expect(await trail({ ...period, to: '2021-01-01' })).toEqual([])
  expect(await trail({ ...period, staffId: doctor.id }, 50)).toEqual(ofDoctor)
  const live = whole.filter(({ action }) => action === 'followLive')
  expect(live.length).toBeGreaterThan(40)
  expect(await trail({ patientId: patient.id, action: 'followLive' }, 9)).toEqual(live)
})

test('nobody is said to have received live what was sent elsewhere, before, after or about others', async () => {
  const [patient, stranger] = [await givenPatient(desk), await givenPatient(desk)]
  const minutes = (count: number) => later(count * 60_000)
  const left = follow(doctor, ['queue'])
  minutes(5)
  audit.unfollowed(left, now)
  minutes(5)
  follow(admin, ['beds'])
  follow(admin, ['queue'], elsewhere)
  follow(desk, ['queue'])
  minutes(5)
  audit.told('queue', [patient.id])
  minutes(5)
  follow(doctor, ['queue'])
  minutes(5)
  audit.told('queue', [stranger.id])
  const screens = async (id: string) =>
    (await trail({ patientId: id, action: 'followLive' })).map((one) => one.staff?.id)
  expect(await screens(patient.id)).toEqual([desk.id])
  expect(await screens(stranger.id)).toEqual([doctor.id, desk.id])
})

test('whoever reads the trail is in it, with those whom it showed', async () => {
  const patient = await givenPatient(desk)
  await trail({ patientId: patient.id })
  const [reading] = await trail({ staffId: admin.id, action: 'listAudit' })
  expect(reading).toMatchObject({ subjectId: patient.id, patients: [{ id: patient.id }], outcome: 'done' })
})

test('of a list that shows hundreds the first are named, and all are counted', async () => {
  const patients = await Promise.all(Array.from({ length: 8 }, () => givenPatient(desk)))
  const sight = newSight([...patients.map(({ id }) => id), ...Array.from({ length: 92 }, () => randomUUID())])
  const entry = {
    at: now,
    staffId: desk.id,
    action: 'listQueue',
    subjectId: null,
    patientIds: [],
    changes: null,
  }
  audit.note({ ...entry, sight, address: '::1', requestId: 'x', outcome: 'done' })
  const [list] = await trail({ patientId: patients[7]?.id ?? '', action: 'listQueue' })
  expect(list?.patients.map(({ id }) => id)).toEqual(patients.slice(0, 5).map(({ id }) => id))
  expect(list?.patientCount).toBe(100)
})

test('the hospital decides for how long the trail is kept, two years at least', async () => {
  const edit = async (auditRetentionMonths: number | null) => {
    const settings = (await admin.call(readSettings)).body
    return admin.call(editSettings, { body: { auditRetentionMonths } }, ifMatch(settings))
  }
  expect((await admin.call(readSettings)).body.auditRetentionMonths).toBe(null)
  for (const [months, message] of [
    [23, 'At least 24 months'],
    [241, 'At most 240 months'],
    [30.5, 'Must be whole months'],
  ] as const) {
    expect((await edit(months)).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'auditRetentionMonths', message }],
    })
  }
  expect((await edit(36)).body.auditRetentionMonths).toBe(36)
  expect((await edit(null)).body.auditRetentionMonths).toBe(null)
  expect((await trail({ action: 'editSettings' })).map(({ changes }) => changes)).toEqual([
    { auditRetentionMonths: [36, null] },
    { auditRetentionMonths: [null, 36] },
  ])
})
