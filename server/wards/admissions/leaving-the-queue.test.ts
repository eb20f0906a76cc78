import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readTimeline } from '../../../contract/clinical/timeline.ts'
import {
  type Appointment,
  callNext,
  cancelAppointment,
  readAppointment,
  undoAppointmentChange,
} from '../../../contract/front-desk/appointments.ts'
import { readWaitingRoom } from '../../../contract/front-desk/displays.ts'
import { admitPatient, dischargePatient } from '../../../contract/wards/admissions.ts'
import { changeBed } from '../../../contract/wards/beds.ts'
import { startApp } from '../../testing/app.ts'
import { createClient, ifMatch } from '../../testing/client.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { change, givenAppointment } from '../../testing/factories/appointments.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { givenDisplay } from '../../testing/factories/displays.ts'
import { toldOf } from '../../testing/factories/notifications.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')
const colleague = await app.signIn('doctor')
const today = utcToday()

const reread = async ({ id }: { id: string }) => (await desk.call(readAppointment, { params: { id } })).body

async function waiting(patientId?: string, doctorId = doctor.id): Promise<Appointment> {
  const booked = await givenAppointment(desk, { doctorId, date: today, ...(patientId && { patientId }) })
  return (await change(desk, booked, { status: 'IN_QUEUE' })).body
}

async function begun(patientId?: string, doctorId = doctor.id): Promise<Appointment> {
  return (await change(doctor, await waiting(patientId, doctorId), { status: 'IN_PROGRESS' })).body
}

async function admitted(patientId: string, by = desk) {
  const bed = await givenBed(admin)
  const answer = await admit(by, { bedId: bed.id, doctorId: doctor.id, patientId })
  expect(answer.status, answer.text).toBe(201)
  return { bed, admission: answer.body }
}

async function screen() {
  const { secret } = await givenDisplay(admin)
  const client = createClient(app.url, () => ({ authorization: `Bearer ${secret}` }))
  return async () => (await client.call(readWaitingRoom)).body
}

test('a patient who waits leaves the queue with the admission, and was not seen', async () => {
  const one = await waiting()
  const later = await givenAppointment(desk, {
    patientId: one.patientId,
    doctorId: doctor.id,
    date: daysAfter(today, 3),
  })
  const expected = await givenAppointment(desk, {
    patientId: one.patientId,
    doctorId: colleague.id,
    date: today,
  })
  const { bed, admission } = await admitted(one.patientId)
  const ended = await reread(one)
  expect(ended).toMatchObject({
    status: 'CANCELLED',
    cancelReason: 'ADMITTED',
    cancelNote: null,
    admittedTo: bed.bedNumber,
    startedAt: null,
    statusBy: desk.id,
    undoable: false,
    version: one.version + 1,
  })
  for (const open of [later, expected]) expect(await reread(open)).toEqual(open)

  const [step] = await app.asOwner(
    'select by_staff_id, reason from appointment_status_change where appointment_id = $1 order by id desc limit 1',
    [one.id],
  )
  expect(step).toEqual({ by_staff_id: desk.id, reason: `ADMITTED: ${bed.bedNumber}` })
  const [entry] = await app.asOwner('select changes from audit_entry where subject_id = $1', [admission.id])
  expect(entry?.changes).toMatchObject({
    admittedTo: { bedNumber: bed.bedNumber },
    leftQueue: [one.queueNumber],
  })
  const timeline = await desk.call(readTimeline, { params: { id: one.patientId } })
  const visit = timeline.body.items.find(({ event }) => event === 'visit')
  expect(visit?.record).toMatchObject({ id: one.id, admittedTo: bed.bedNumber })
  const news = (await toldOf(doctor)).find(({ appointment }) => appointment?.id === one.id)
  expect(news).toMatchObject({ kind: 'CANCELLED', appointment: { admittedTo: bed.bedNumber } })

  // A transfer or a discharge doesn't bring anyone back either.
  const board = await screen()
  expect((await board()).next.map(({ number }) => number)).not.toContain(one.queueNumber)
  await desk.call(dischargePatient, { params: { id: admission.id }, body: { destination: 'HOME' } })
  expect(await reread(one)).toEqual(ended)
  expect((await doctor.call(callNext)).status).toBe(409)
  expect((await change(desk, expected, { status: 'IN_QUEUE' })).status).toBe(200)
  await desk.call(cancelAppointment, { params: { id: expected.id } })
})

test('a consultation that goes on has been had, and its note can still be written', async () => {
  const one = await begun()
  const { bed } = await admitted(one.patientId)
  const ended = await reread(one)
  expect(ended).toMatchObject({
    status: 'COMPLETED',
    cancelReason: null,
    admittedTo: bed.bedNumber,
    startedAt: one.startedAt,
    startedBy: doctor.id,
    statusBy: desk.id,
    undoable: false,
  })
  expect(ended.completedAt).toBe(ended.statusAt)
  expect((await desk.call(undoAppointmentChange, { params: { id: one.id } })).problem.code).toBe(
    'undo_refused',
  )
})

test('the spec’s change of a bed ends the visit too, in the same entry of the trail', async () => {
  const one = await waiting()
  const bed = await givenBed(admin)
  const body = { status: 'OCCUPIED', patientId: one.patientId, doctorId: doctor.id } as const
  const answer = await desk.call(changeBed, { params: { id: bed.id }, body }, ifMatch(bed))
  expect(answer.status, answer.text).toBe(200)
  expect(await reread(one)).toMatchObject({ cancelReason: 'ADMITTED', admittedTo: bed.bedNumber })
  const [entry] = await app.asOwner(
    `select changes from audit_entry where action = 'changeBed' and $1 = any (patient_ids) order by id desc limit 1`,
    [one.patientId],
  )
  expect(entry?.changes).toMatchObject({ leftQueue: [one.queueNumber] })
})

test('an admission that is refused ends no visit', async () => {
  const one = await waiting()
  const taken = (await admitted((await givenPatient(desk)).id)).bed
  const wishes = { bedId: taken.id, doctorId: doctor.id, patientId: one.patientId, diagnosis: 'Pneumonia' }
  expect((await desk.call(admitPatient, { body: wishes })).status).toBe(409)
  expect(await reread(one)).toEqual(one)
  await desk.call(cancelAppointment, { params: { id: one.id } })
})

test('screens are told at once', async () => {
  const one = await waiting()
  const stream = await openLive(app.url, { token: desk.token }, 'queue')
  onTestFinished(() => stream.close())
  const { bed } = await admitted(one.patientId)
  await expect
    .poll(() => stream.put('queue').findLast(({ id }) => id === one.id))
    .toMatchObject({ status: 'CANCELLED', admittedTo: bed.bedNumber })
})

test('a patient who is in a bed is not brought into the queue, by adding or by undoing', async () => {
  const patient = await givenPatient(desk)
  const completed = await begun(patient.id, colleague.id)
  await change(doctor, completed, { status: 'COMPLETED' })
  const cancelled = await waiting(patient.id)
  await desk.call(cancelAppointment, { params: { id: cancelled.id } })
  const booked = await givenAppointment(desk, {
    patientId: patient.id,
    doctorId: (await app.signIn('doctor')).id,
    date: today,
  })
  const { bed } = await admitted(patient.id)
  const name = `${patient.firstName} ${patient.lastName}`
  const sentence = `${name} is admitted to ${bed.bedNumber}. See the patient on the ward, or discharge them first.`
  expect((await change(desk, booked, { status: 'IN_QUEUE' })).problem).toMatchObject({
    status: 409,
    code: 'transition_refused',
    detail: `Not added to the queue: ${sentence}`,
  })
  for (const [one, by] of [
    [cancelled, desk],
    [completed, doctor],
  ] as const)
    expect((await by.call(undoAppointmentChange, { params: { id: one.id } })).problem).toMatchObject({
      code: 'undo_refused',
      detail: `Not undone: ${sentence}`,
    })
  // The database enforces it, whatever the server checks first.
  await expect(
    app.asOwner(`update appointment set status = 'IN_QUEUE', status_by = $2 where id = $1`, [
      booked.id,
      desk.id,
    ]),
  ).rejects.toThrow('the patient is admitted')
  // An appointment on another day can still be booked and kept.
  const later = { patientId: patient.id, doctorId: doctor.id, date: daysAfter(today, 2) }
  expect((await givenAppointment(desk, later)).status).toBe('SCHEDULED')
})

test('being admitted and being added to the queue at once: never both', async () => {
  for (let round = 0; round < 8; round++) {
    const booked = await givenAppointment(desk, { doctorId: doctor.id, date: today })
    const bed = await givenBed(admin)
    const [admission, added] = await Promise.all([
      admit(doctor, { bedId: bed.id, doctorId: doctor.id, patientId: booked.patientId }),
      change(desk, booked, { status: 'IN_QUEUE' }),
    ])
    expect(admission.status, admission.text).toBe(201)
    const { status, problem } =
      added.status === 200
        ? { status: 'CANCELLED', problem: null }
        : { status: 'SCHEDULED', problem: added.problem }
    expect((await reread(booked)).status).toBe(status)
    expect(problem?.detail ?? 'is admitted to').toContain('is admitted to')
  }
  const inBoth = `select appointment.id from appointment join admission on active_patient_id = open_patient_id
    where appointment.status in ('IN_QUEUE', 'IN_PROGRESS')`
  expect(await app.asOwner(inBoth)).toEqual([])
})
