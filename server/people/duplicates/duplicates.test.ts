import { afterAll, expect, test, vi } from 'vitest'
import { listAudit } from '../../../contract/hospital/audit.ts'
import {
  type DuplicatePair,
  decideDuplicates,
  largestBlock,
  listDuplicates,
  summarizeDuplicates,
  takeBackDuplicates,
} from '../../../contract/people/duplicates/duplicates.ts'
import { deletePatient, editPatient } from '../../../contract/people/patients.ts'
import { editRestriction, readRestriction } from '../../../contract/people/restricted-records.ts'
import { startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { one } from '../../testing/example.ts'
import { comparePatients, givenDuplicates, pairOf } from '../../testing/factories/patients/duplicates.ts'
import { givenPatient, patientForm } from '../../testing/factories/patients/patients.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
const admin = await app.founder()
afterAll(() => app.close())
const desk = await app.signIn('receptionist')
const colleague = await app.signIn('receptionist')

const decide = (pair: DuplicatePair, note?: string, by = desk) =>
  by.call(decideDuplicates, { ...one(pair), body: { mark: pair.mark, ...(note && { note }) } })

/** Finds the pair in lists. */
const first = ({ records: [record] }: DuplicatePair) => ({ id: record?.id ?? '' })

/** Edits the newer record of a pair, and compares it again. */
async function edit({ records }: DuplicatePair, changed: { lastName?: string; contactNumber?: string }) {
  const id = records[1]?.id ?? ''
  const { body } = await desk.send('GET', `/api/patients/${id}`)
  await desk.call(
    editPatient,
    { params: { id }, body: { id, ...changed } },
    ifMatch(body as { version: number }),
  )
  await comparePatients(app)
}

test('who was registered twice is found, with the reasons, the older record first', async () => {
  const pair = await givenDuplicates(app, desk, { contactNumber: '+49 30 5550 777' })
  expect(pair.band).toBe('probable')
  expect(pair.records.map(({ mrn }) => Number(mrn.slice(3)))).toEqual(
    pair.records.map(({ mrn }) => Number(mrn.slice(3))).toSorted((a, b) => a - b),
  )
  expect(pair.reasons).toEqual(
    expect.arrayContaining([
      { field: 'dateOfBirth', result: 'same' },
      { field: 'firstName', result: 'same' },
      { field: 'phone', result: 'differs' },
    ]),
  )
})

test('each block finds its pairs, however the other fields differ', async () => {
  let year = 1960
  const resultsOf = async (field: string, change: (form: ReturnType<typeof patientForm>) => object) => {
    const form = patientForm({ firstName: 'Ines', dateOfBirth: `${++year}-03-11` })
    await givenPatient(desk, form)
    const second = await givenPatient(desk, { ...form, email: null, address: 'Leeds', ...change(form) })
    await comparePatients(app)
    const pair = (await pairOf(desk, second)) ?? (await pairOf(desk, second, 'possible'))
    return [pair?.band, pair?.reasons.find((reason) => reason.field === field)?.result]
  }
  const phone = { contactNumber: '+44 113 496 0000' }
  expect(await resultsOf('dateOfBirth', () => ({ ...phone, dateOfBirth: '1961-11-03' }))).toEqual([
    'probable',
    'swapped',
  ])
  const turned = ({ firstName, lastName }: { firstName: string; lastName: string }) => ({
    ...phone,
    firstName: lastName,
    lastName: firstName,
  })
  expect(await resultsOf('names', turned)).toEqual(['probable', 'swapped'])
  expect(await resultsOf('firstName', () => ({ firstName: 'Zsofia' }))).toEqual(['possible', 'differs'])
  expect(await resultsOf('dateOfBirth', () => ({ dateOfBirth: '1999-08-21' }))).toEqual([
    'possible',
    'differs',
  ])
})

test('two who decide at once: one wins, and the other is told who did', async () => {
  const pair = await givenDuplicates(app, desk)
  const answers = await Promise.all([decide(pair), decide(pair, undefined, colleague)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)?.problem
  expect(refused).toMatchObject({ code: 'duplicates_decided' })
  expect(refused?.detail).toContain('has already marked these records as not duplicates')
})

test('a decision holds until what was compared changes, and can be taken back', async () => {
  const pair = await givenDuplicates(app, desk)
  const decided = (await decide(pair, 'Mother and daughter')).body
  expect(decided.decision).toMatchObject({ note: 'Mother and daughter' })
  expect(await pairOf(desk, first(pair))).toBeUndefined()
  expect(await pairOf(desk, first(pair), 'decided')).toEqual(decided)

  // Another writing of the same number changes nothing.
  const number = pair.records[1]?.contactNumber.replaceAll(' ', '-')
  await edit(pair, { contactNumber: number ?? '' })
  expect((await pairOf(desk, first(pair), 'decided'))?.decision).not.toBeNull()

  await edit(pair, { contactNumber: '+353 1 555 0199' })
  const returned = await pairOf(desk, first(pair))
  expect(returned).toMatchObject({ id: pair.id, decision: null })

  await decide(returned as DuplicatePair)
  expect((await desk.call(takeBackDuplicates, one(pair))).body.decision).toBeNull()
  expect((await pairOf(desk, first(pair)))?.id).toBe(pair.id)
  await app.flushAudit()
  const { items } = (await admin.call(listAudit, { query: { patientId: pair.records[0]?.id } })).body
  const told = items.filter(({ action }) => /^(decide|takeBack)Duplicates$/.test(action))
  expect(told.map(({ changes }) => changes)).toEqual([
    { notDuplicates: [pair.records.map(({ mrn }) => mrn).join(', '), null] },
    { notDuplicates: pair.records.map(({ mrn }) => mrn).join(', ') },
    { notDuplicates: pair.records.map(({ mrn }) => mrn).join(', '), note: 'Mother and daughter' },
  ])
})

test('a decision about a record that was changed meanwhile is refused', async () => {
  const pair = await givenDuplicates(app, desk)
  await edit(pair, { contactNumber: '+353 1 555 0200' })
  expect((await decide(pair)).problem.code).toBe('duplicates_changed')
})

test('who is no longer alike, or whose record was deleted, leaves the list', async () => {
  const [changed, deleted] = [await givenDuplicates(app, desk), await givenDuplicates(app, desk)]
  const params = { id: deleted.records[1]?.id ?? '' }
  const count = async () => (await desk.call(summarizeDuplicates)).body.probable
  const before = await count()
  await admin.call(deletePatient, { params })
  expect(await count()).toBe(before - 1)
  // At once, and not only when it is compared again.
  expect(await pairOf(desk, first(deleted))).toBeUndefined()
  expect((await decide(deleted)).problem.status).toBe(404)
  const id = changed.records[1]?.id ?? ''
  const { body } = await desk.send('GET', `/api/patients/${id}`)
  const { mrn: _, ...other } = patientForm()
  await desk.call(
    editPatient,
    { params: { id }, body: { ...other, allergies: null, id } },
    ifMatch(body as { version: number }),
  )
  await comparePatients(app)
  expect(await pairOf(desk, first(changed))).toBeUndefined()
  expect(await pairOf(desk, first(changed), 'possible')).toBeUndefined()
})

test('a phone that more than 40 patients share is skipped, and the summary says so', async () => {
  const shared = { contactNumber: '0800 123 456' }
  for (let count = 0; count <= largestBlock; count++) await givenPatient(desk, shared)
  await comparePatients(app)
  const { skipped, isComparing } = (await desk.call(summarizeDuplicates)).body
  expect(skipped).toEqual([{ kind: 'phone', groups: 1 }])
  expect(isComparing).toBe(false)
})

test('the note about a restricted record is kept back until it is opened', async () => {
  const pair = await givenDuplicates(app, desk)
  await decide(pair, 'Asked the ward')
  const params = { id: pair.records[0]?.id ?? '' }
  const restriction = (await admin.call(readRestriction, { params })).body
  const body = { isRestricted: true, readerIds: [colleague.id] }
  await admin.call(editRestriction, { params, body }, ifMatch(restriction))
  const noteFor = async (who: typeof desk) => (await pairOf(who, params, 'decided'))?.decision?.note
  expect([await noteFor(desk), await noteFor(colleague)]).toEqual([null, 'Asked the ward'])
})

test('a doctor, who does not edit patients, is refused', async () => {
  const doctor = await app.signIn('doctor')
  for (const endpoint of [listDuplicates, summarizeDuplicates])
    expect((await doctor.call(endpoint)).problem).toMatchObject({ status: 403, permission: 'patient.edit' })
  const pair = await givenDuplicates(app, desk)
  expect((await decide(pair, undefined, doctor)).problem.status).toBe(403)
})

test('other screens learn of a decision', async () => {
  const pair = await givenDuplicates(app, desk)
  const stream = await openLive(app.url, desk, 'duplicates')
  await decide(pair)
  await vi.waitFor(() => expect(stream.stale('duplicates')).toBeGreaterThan(0))
  stream.close()
})
