import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { type Appointment, bookAppointment } from '../../../contract/front-desk/appointments.ts'
import { type Patient } from '../../../contract/people/patients.ts'
import { registerPatient } from '../../../contract/people/registration.ts'
import { startApp } from '../../testing/app.ts'
import { idempotent } from '../../testing/client.ts'
import { givenAppointment } from '../../testing/factories/appointments.ts'
import { givenPatient, patientForm } from '../../testing/factories/patients/patients.ts'

let now = new Date()
const app = await startApp({ clock: () => now })
afterAll(() => app.close())
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')
const day = '2190-03-04'

async function auditOf(id: string) {
  return app.asOwner<{ action: string; patient_ids: string[]; changes: unknown; staff_id: string }>(
    'select action, patient_ids, changes, staff_id from audit_entry where subject_id = $1',
    [id],
  )
}

test('a registration sent five times at once is one patient with one audit entry and five equal answers', async () => {
  const form = patientForm()
  const key = idempotent()
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => desk.call(registerPatient, { body: form }, key)),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  const patients = answers.map(({ body }): Patient => body)
  for (const patient of patients) expect(patient).toEqual(patients[0])
  const rows = await app.asOwner('select from patient where last_name = $1', [form.lastName])
  expect(rows).toHaveLength(1)
  expect(await auditOf(patients[0]?.id ?? '')).toEqual([
    {
      action: 'registerPatient',
      patient_ids: [patients[0]?.id],
      changes: { registered: patients[0]?.mrn },
      staff_id: desk.id,
    },
  ])
})

test('a booking repeated after midnight is answered as it was, to the letter', async () => {
  const patient = await givenPatient(desk)
  const today = now.toISOString().slice(0, 10)
  const body = {
    patientId: patient.id,
    doctorId: doctor.id,
    date: today,
    time: '09:05',
    type: 'GENERAL' as const,
    evenIfPassed: true,
  }
  const key = idempotent()
  const first = await desk.call(bookAppointment, { body }, key)
  expect(first.status).toBe(201)
  const booked: Appointment = first.body
  expect(booked).toMatchObject({ time: '09:05', patient: { mrn: patient.mrn }, doctor: { id: doctor.id } })

  const before = now
  now = new Date(now.getTime() + 24 * 3_600_000)
  await desk.renewToken()
  const again = await desk.call(bookAppointment, { body }, key)
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  expect(again.text).toBe(first.text)
  const unkeyed = await desk.call(bookAppointment, { body }, idempotent())
  expect(unkeyed.problem.code).toBe('invalid_input')
  now = before
  await desk.renewToken()
})

test('the same key with another body is refused, and makes nothing', async () => {
  const key = idempotent()
  await desk.call(registerPatient, { body: patientForm() }, key)
  const other = patientForm()
  const answer = await desk.call(registerPatient, { body: other }, key)
  expect([answer.status, answer.problem.code]).toEqual([422, 'idempotency_key_reused'])
  expect(await app.asOwner('select from patient where last_name = $1', [other.lastName])).toHaveLength(0)
})

test('a booking that can not be made uses no queue number', async () => {
  const first = await givenAppointment(desk, { doctorId: doctor.id, date: day })
  const patient = await givenPatient(desk)
  const refusals = [
    { doctorId: randomUUID(), patientId: patient.id, time: '11:00' },
    { doctorId: desk.id, patientId: patient.id, time: '11:00' },
    { doctorId: doctor.id, patientId: randomUUID(), time: '11:00' },
    { doctorId: doctor.id, patientId: patient.id, time: first.time },
  ]
  const answers = []
  for (const wish of refusals) {
    answers.push(await desk.call(bookAppointment, { body: { ...wish, date: day, type: 'GENERAL' } }))
  }
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 409])
  const second = await givenAppointment(desk, { doctorId: doctor.id, date: day })
  expect(second.queueNumber).toBe(first.queueNumber + 1)
})
