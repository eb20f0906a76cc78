import { afterAll, expect, test } from 'vitest'
import {
  admittedAtMostYearsAgo,
  dischargePatient,
  readAdmission,
} from '../../../contract/wards/admissions.ts'
import { startApp } from '../../testing/app.ts'
import { type AdmissionWishes, admit } from '../../testing/factories/admissions.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'

const app = await startApp()
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')
afterAll(() => app.close())

const hour = 3_600_000
const fromNow = (millis: number) => new Date(Date.now() + millis).toISOString()
const discharge = (admission: { id: string }, dischargeDate?: string) =>
  desk.call(dischargePatient, { params: { id: admission.id }, body: { destination: 'HOME', dischargeDate } })
const admitFrom = async (admissionDate: string, wishes: Partial<AdmissionWishes> = {}) =>
  admit(desk, { bedId: (await givenBed(admin)).id, doctorId: doctor.id, admissionDate, ...wishes })

test('a desk whose clock is ahead admits now, and the patient can leave at once', async () => {
  const ahead = await admitFrom(fromNow(55_000))
  expect(Date.parse(ahead.body.admissionDate)).toBeLessThanOrEqual(Date.now() + 1000)
  expect((await discharge(ahead.body)).status).toBe(200)

  const leaving = (await admitFrom(fromNow(0))).body
  const left = await discharge(leaving, fromNow(55_000))
  expect(Date.parse(left.body.dischargeDate ?? '')).toBeLessThanOrEqual(Date.now() + 1000)
})

test('a desk whose clock is behind discharges who has just come', async () => {
  const admission = (await admitFrom(fromNow(0))).body
  const left = await discharge(admission, fromNow(-50_000))
  expect(left.body.dischargeDate).toBe(admission.admissionDate)
})

test('a patient is never in two beds, also in what is entered later (admission_one_at_a_time)', async () => {
  const { id: patientId } = await givenPatient(desk)
  const first = (await admitFrom(fromNow(-48 * hour), { patientId })).body
  await discharge(first, fromNow(-24 * hour))
  for (const during of [fromNow(-72 * hour), fromNow(-30 * hour)]) {
    expect((await admitFrom(during, { patientId })).problem).toMatchObject({
      status: 409,
      code: 'patient_already_admitted',
      errors: [{ path: 'admissionDate' }],
    })
  }
  const { status, body: second } = await admitFrom(fromNow(-24 * hour + 1), { patientId })
  expect(status).toBe(201)
  await discharge(second)
})

test('many desks enter one patient’s past admission at once, each in another bed: one does', async () => {
  for (let round = 0; round < 4; round++) {
    const { id: patientId } = await givenPatient(desk)
    const beds = await Promise.all(Array.from({ length: 8 }, () => givenBed(admin)))
    const answers = await Promise.all(
      beds.map(({ id: bedId }, index) => admitFrom(fromNow(-(index + 1) * hour), { patientId, bedId })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
    for (const { problem } of answers.filter((answer) => answer.status === 409)) {
      expect(problem.code).toBe('patient_already_admitted')
    }
  }
})

test('an admission is entered as far back as the contract says, and not from before the birth', async () => {
  const yearsAgo = (years: number) => {
    const then = new Date()
    then.setUTCFullYear(then.getUTCFullYear() - years)
    return then.getTime() - Date.now()
  }
  const { id: old } = await givenPatient(desk, { dateOfBirth: '1940-05-01' })
  const bound = yearsAgo(admittedAtMostYearsAgo)
  for (const tooEarly of ['1850-01-01T00:00:00Z', fromNow(bound - 48 * hour)]) {
    expect((await admitFrom(tooEarly, { patientId: old })).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'admissionDate' }],
    })
  }
  expect((await admitFrom(fromNow(bound + 48 * hour), { patientId: old })).status).toBe(201)

  const { id: young } = await givenPatient(desk, { dateOfBirth: '2020-05-02' })
  expect((await admitFrom('2020-05-01T12:00:00Z', { patientId: young })).problem).toMatchObject({
    status: 422,
    detail: 'The admission can’t be before the patient’s birth',
    errors: [{ path: 'admissionDate' }],
  })
})

test('what was entered later than it happened says by whom and when', async () => {
  const { name } = await desk.me().then(({ firstName, lastName }) => ({ name: `${firstName} ${lastName}` }))
  const late = (await admitFrom(fromNow(-72 * hour))).body
  expect(late.admissionEntered).toEqual({ at: late.createdAt, by: name })
  const left = (await discharge(late, fromNow(-hour))).body
  expect(left.dischargeEntered?.by).toBe(name)
  expect(Date.parse(left.dischargeEntered?.at ?? '')).toBeGreaterThan(Date.parse(left.dischargeDate ?? ''))

  const atOnce = (await admitFrom(fromNow(0))).body
  await discharge(atOnce)
  const read = (await desk.call(readAdmission, { params: { id: atOnce.id } })).body
  expect(read).toMatchObject({ admissionEntered: null, dischargeEntered: null })
})

test('a hospital whose records overlap already keeps them as they are, and takes no more', async () => {
  const hospital = await startApp()
  try {
    const bedId = (await givenBed(await hospital.founder())).id
    const [front, medic] = [await hospital.signIn('receptionist'), await hospital.signIn('doctor')]
    const { id: patientId } = await givenPatient(front)
    const wishes = { patientId, bedId, doctorId: medic.id }
    for (const admissionDate of [fromNow(-9 * hour), fromNow(-8 * hour)]) {
      // The first was entered before the rule.
      await hospital.asOwner('update admission set overlapped_before_rule = true')
      const { id } = (await admit(front, { ...wishes, admissionDate })).body
      await hospital.asOwner(
        `update stay set ended_at = started_at + interval '5 minutes' where admission_id = $1`,
        [id],
      )
      await hospital.asOwner(
        `update admission set discharged_at = now() - interval '1 hour', destination = 'HOME' where id = $1`,
        [id],
      )
    }
    expect(
      await hospital.asOwner('select overlapped_before_rule as marked from admission order by admitted_at'),
    ).toEqual([{ marked: true }, { marked: false }])
    const third = await admit(front, { ...wishes, admissionDate: fromNow(-2 * hour) })
    expect(third.problem.code).toBe('patient_already_admitted')
  } finally {
    await hospital.close()
  }
})
