import { afterAll, expect, test, vi } from 'vitest'
import { addCoverage, editCoverage, listCoverage, removeCoverage } from '../../../contract/people/coverage.ts'
import { startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { one } from '../../testing/example.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { coverageForm, givenCoverage, givenPayer } from '../../testing/factories/patients/payers.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
const admin = await app.founder()
afterAll(() => app.close())
const desk = await app.signIn('receptionist')
const nurse = await app.signIn('nurse')
const people = { admin, receptionist: desk }
const payer = await givenPayer(admin)

const listed = async (patient: { id: string }) => (await nurse.call(listCoverage, one(patient))).body

test('coverage of one rank that overlaps by a day is refused, also for two at once', async () => {
  const patient = await givenPatient(desk)
  const add = (validFrom: string | null, validUntil: string | null, rank: 1 | 2 = 1) =>
    desk.call(addCoverage, {
      ...one(patient),
      body: coverageForm(payer, { validFrom, validUntil, rank }),
    })
  const both = await Promise.all([add('2026-01-01', '2026-06-30'), add('2026-06-30', '2026-12-31')])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(both.find(({ status }) => status === 409)?.problem).toMatchObject({
    code: 'coverage_overlaps',
    errors: [{ path: 'rank' }],
  })
  expect((await add(null, null)).problem.code).toBe('coverage_overlaps')
  expect((await add('2026-01-01', null, 2)).status).toBe(201)
  expect((await add('2027-01-01', null)).status).toBe(201)
})

test('an edit into the days of another is refused, and one that is removed leaves its days free', async () => {
  const patient = await givenPatient(desk)
  const first = await givenCoverage(people, patient)
  const second = await givenCoverage(people, patient, { validFrom: '2027-01-01', validUntil: null })
  const earlier = { ...one(second), body: { validFrom: '2026-12-31' } }
  expect((await desk.call(editCoverage, earlier, ifMatch(second))).problem.code).toBe('coverage_overlaps')
  expect((await desk.call(removeCoverage, one(first))).status).toBe(200)
  expect((await desk.call(editCoverage, earlier, ifMatch(second))).body.validFrom).toBe('2026-12-31')
  expect((await listed(patient)).map(({ id }) => id)).toEqual([second.id])
})

test('the last day can’t be before the first', async () => {
  const patient = await givenPatient(desk)
  const body = coverageForm(payer, { validFrom: '2026-06-30', validUntil: '2026-06-29' })
  expect((await desk.call(addCoverage, { ...one(patient), body })).problem).toMatchObject({
    code: 'invalid_input',
    errors: [{ path: 'validUntil' }],
  })
})

test('coverage is listed by rank, the latest of a rank first', async () => {
  const patient = await givenPatient(desk)
  const add = (plan: string, changed: Parameters<typeof coverageForm>[1]) =>
    givenCoverage(people, patient, { plan, ...changed })
  await add('Second', { rank: 2 })
  await add('Past', { validFrom: '2025-01-01', validUntil: '2025-12-31' })
  await add('Now', { validFrom: '2026-01-01', validUntil: null })
  expect((await listed(patient)).map(({ plan }) => plan)).toEqual(['Now', 'Past', 'Second'])
})

test('a nurse reads coverage and changes none; screens of the patient learn of a change and of a payer’s new name', async () => {
  const patient = await givenPatient(desk)
  const stream = await openLive(app.url, nurse, `patient-coverage:${patient.id}`)
  const covered = await givenCoverage(people, patient)
  await vi.waitFor(() => expect(stream.stale(`patient-coverage:${patient.id}`)).toBeGreaterThan(0))
  stream.close()
  expect(await listed(patient)).toEqual([covered])
  const added = await nurse.call(addCoverage, { ...one(patient), body: coverageForm(payer) })
  expect(added.problem).toMatchObject({ status: 403, permission: 'patient.edit' })
})
