import { afterAll, expect, test, vi } from 'vitest'
import {
  listProblems,
  recordProblem,
  resolveProblem,
  strikeProblem,
} from '../../../contract/clinical/problems.ts'
import { dischargePatient } from '../../../contract/wards/admissions.ts'
import { startApp } from '../../testing/app.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { asthma, diagnose } from '../../testing/factories/problems.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const keeper = await app.signIn('inventory_manager')
const doctor = await app.signIn('doctor')
const colleague = await app.signIn('doctor')
afterAll(() => app.close())

const someone = () => givenPatient(desk, { dateOfBirth: '1980-04-10' })
const resolve = (id: string, on = '2020-01-01', by = doctor) =>
  by.call(resolveProblem, { params: { id }, body: { on } })
const strike = (id: string, by = doctor) =>
  by.call(strikeProblem, { params: { id }, body: { reason: 'Another patient was meant' } })
const allOf = async ({ id }: { id: string }) =>
  (await doctor.call(listProblems, { params: { id } })).body.items

test('a doctor records a diagnosis, and doctors and administrators read it back with who and when', async () => {
  const patient = await someone()
  const recorded = await diagnose(doctor, patient, { icd10: ' e119 ' })
  expect(recorded.status, recorded.text).toBe(201)
  const { firstName, lastName } = await doctor.me()
  expect(recorded.body).toMatchObject({
    ...asthma,
    icd10: 'E11.9',
    resolved: null,
    struck: null,
    recordedBy: `${firstName} ${lastName}`,
  })
  for (const reader of [doctor, admin]) {
    const read = await reader.call(listProblems, { params: { id: patient.id } })
    expect(read.body.items).toEqual([recorded.body])
  }
})

test('reception and store get no diagnosis, and an administrator records none', async () => {
  const patient = await someone()
  const { id } = (await diagnose(doctor, patient)).body
  for (const other of [desk, keeper]) {
    const list = await other.call(listProblems, { params: { id: patient.id } })
    expect(list.problem).toMatchObject({ status: 403, permission: 'clinical.view' })
    await expect(openLive(app.url, other, `patient-problems:${patient.id}`)).rejects.toThrow('forbidden')
  }
  for (const other of [desk, keeper, admin]) {
    expect((await diagnose(other, patient)).problem).toMatchObject({ permission: 'clinical.diagnose' })
    expect((await resolve(id, '2020-01-01', other)).status).toBe(403)
    expect((await strike(id, other)).status).toBe(403)
  }
})

test('it is resolved once, from a day on, and struck through when it was an error', async () => {
  const patient = await someone()
  const { id } = (await diagnose(doctor, patient)).body
  const both = await Promise.all([resolve(id), resolve(id, '2019-01-01', colleague)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.problem.code).toBe('problem_resolved')
  const wrong = (await diagnose(doctor, patient, { diagnosis: 'Gout', icd10: null })).body
  expect((await strike(wrong.id)).status).toBe(200)
  expect((await resolve(wrong.id)).problem).toMatchObject({ status: 409, code: 'entry_struck' })
  expect((await allOf(patient)).map(({ resolved, struck }) => [resolved !== null, struck !== null])).toEqual([
    [false, true],
    [true, false],
  ])
})

test.each([
  ['a code that is none', { icd10: 'asthma' }, 'icd10', 'Enter a code such as E11.9, or leave it blank'],
  ['no diagnosis', { diagnosis: ' ' }, 'diagnosis', 'Diagnosis is required'],
  [
    'an onset in the future',
    { onsetOn: daysAfter(utcToday(), 3) },
    'onsetOn',
    'The onset can’t be in the future',
  ],
  [
    'an onset before birth',
    { onsetOn: '1901-01-01' },
    'onsetOn',
    'The onset can’t be before the patient’s birth',
  ],
])('%s is refused beside the field', async (_, wrong, path, message) => {
  const { id } = await someone()
  const refused = await doctor.call(recordProblem, { params: { id }, body: { ...asthma, ...wrong } })
  expect(refused.problem).toMatchObject({ status: 422, errors: [{ path, message }] })
})

test('the end is refused before the onset and in the future', async () => {
  const { id } = (await diagnose(doctor, await someone())).body
  for (const [on, message] of [
    ['2001-03-03', 'This can’t be before the onset'],
    [daysAfter(utcToday(), 3), 'The day can’t be in the future'],
  ] as const) {
    expect((await resolve(id, on)).problem).toMatchObject({ status: 422, errors: [{ path: 'on', message }] })
  }
})

test('nothing is recorded of somebody who has died', async () => {
  const dead = await someone()
  const bed = await givenBed(admin)
  const stay = await admit(desk, { bedId: bed.id, doctorId: doctor.id, patientId: dead.id })
  await desk.call(dischargePatient, { params: { id: stay.body.id }, body: { destination: 'DIED' } })
  expect((await diagnose(doctor, dead)).problem.code).toBe('patient_deceased')
})

test('a screen that shows a patient is told when one is recorded, resolved and struck through', async () => {
  const patient = await someone()
  const scope = `patient-problems:${patient.id}`
  const stream = await openLive(app.url, admin, scope)
  const { id } = (await diagnose(doctor, patient)).body
  await vi.waitFor(() => expect(stream.stale(scope)).toBe(1))
  await resolve(id)
  await vi.waitFor(() => expect(stream.stale(scope)).toBe(2))
  await strike(id)
  await vi.waitFor(() => expect(stream.stale(scope)).toBe(3))
  stream.close()
})
