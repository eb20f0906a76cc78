import { afterAll, describe, expect, test } from 'vitest'
import { undoableFor } from '../../../contract/front-desk/appointment-days.ts'
import {
  type Appointment,
  type AppointmentStatus,
  appointmentStatuses,
  appointmentTransitions,
  callNext,
  cancelAppointment,
  listAppointments,
  listPatientAppointments,
  listTodaysAppointments,
  readAppointment,
  undoAppointmentChange,
} from '../../../contract/front-desk/appointments.ts'
import { deletePatient } from '../../../contract/people/patients.ts'
import { listDoctors, readStaffMember } from '../../../contract/people/staff.ts'
import { holderOf, may } from '../../../contract/permissions.ts'
import { spokenDay, spokenTime } from '../../../contract/spoken.ts'
import { offerRoles, type StaffClient, startApp } from '../../testing/app.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { book, change, givenAppointment, nextTime } from '../../testing/factories/appointments.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')
const colleague = await app.signIn('doctor')
const today = utcToday()
const objectWords = { FEMALE: 'her', MALE: 'him', OTHER: 'them' }
let lastDay = 30
/** A day on which nothing is booked yet. */
const freshDay = () => daysAfter(today, lastDay++)

describe('booking', () => {
  test('gives what was asked for, scheduled, with who booked it', async () => {
    const patient = await givenPatient(desk)
    const date = freshDay()
    const answer = await book(desk, {
      patientId: patient.id,
      doctorId: doctor.id,
      date,
      time: '10:30',
      type: 'SPECIALIST',
      notes: '  Bring the X-ray  ',
    })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('etag')).toBe('"1"')
    const me = await doctor.me()
    expect(answer.body).toMatchObject({
      patientId: patient.id,
      patient: { mrn: patient.mrn, lastName: patient.lastName, dateOfBirth: patient.dateOfBirth },
      doctor: { id: doctor.id, firstName: me.firstName, lastName: me.lastName, email: me.email },
      date,
      time: '10:30',
      type: 'SPECIALIST',
      status: 'SCHEDULED',
      queueNumber: 1,
      notes: 'Bring the X-ray',
      statusBy: desk.id,
      undoable: false,
      queuedAt: null,
      startedAt: null,
      completedAt: null,
    })
    const { id } = answer.body
    expect((await desk.call(readAppointment, { params: { id } })).body).toEqual(answer.body)
  })

  test('counts queue numbers up from 1, each day for itself', async () => {
    const [one, other] = [freshDay(), freshDay()]
    const numbers: number[] = []
    for (const date of [one, one, other, one, other]) {
      numbers.push((await givenAppointment(desk, { doctorId: doctor.id, date })).queueNumber)
    }
    expect(numbers).toEqual([1, 2, 1, 3, 2])
  })

  test('never gives a queue number again: not of a cancelled, a moved or a refused one', async () => {
    const date = freshDay()
    const first = await givenAppointment(desk, { doctorId: doctor.id, date })
    await desk.call(cancelAppointment, { params: { id: first.id } })
    const second = await givenAppointment(desk, { doctorId: doctor.id, date })
    expect((await change(desk, second, { date: freshDay() })).status).toBe(200)
    const third = await givenAppointment(desk, { doctorId: doctor.id, date })
    expect((await book(desk, { doctorId: doctor.id, date, time: third.time })).status).toBe(409)
    const fourth = await givenAppointment(desk, { doctorId: doctor.id, date })
    expect([first, second, third, fourth].map(({ queueNumber }) => queueNumber)).toEqual([1, 2, 3, 4])
  })

  test('of a doctor’s taken time is refused, naming the time and the field', async () => {
    const date = freshDay()
    await givenAppointment(desk, { doctorId: doctor.id, date, time: '14:05' })
    const refused = await book(desk, { doctorId: doctor.id, date, time: '14:05' })
    const sentence = `The doctor already has an appointment on ${spokenDay(date)} at 2:05 PM. Choose another time.`
    expect(refused.status).toBe(409)
    expect(refused.problem).toMatchObject({
      code: 'doctor_slot_taken',
      detail: sentence,
      errors: [{ path: 'time', message: sentence }],
    })
    // Another doctor, another time, another day: all free.
    expect((await book(desk, { doctorId: colleague.id, date, time: '14:05' })).status).toBe(201)
    expect((await book(desk, { doctorId: doctor.id, date, time: '14:06' })).status).toBe(201)
    expect((await book(desk, { doctorId: doctor.id, date: freshDay(), time: '14:05' })).status).toBe(201)
  })

  test('squeezes emergencies in, and does not let them become ordinary where there is no room', async () => {
    const date = freshDay()
    const ordinary = await givenAppointment(desk, { doctorId: doctor.id, date, time: '09:00' })
    const urgent = { doctorId: doctor.id, date, time: '09:00', type: 'EMERGENCY' as const }
    const emergency = await givenAppointment(desk, urgent)
    expect((await book(desk, urgent)).status).toBe(201)
    expect((await change(desk, emergency, { type: 'GENERAL' })).problem.code).toBe('doctor_slot_taken')
    await desk.call(cancelAppointment, { params: { id: ordinary.id } })
    expect((await change(desk, emergency, { type: 'GENERAL' })).body.type).toBe('GENERAL')
    expect((await book(desk, { ...urgent, type: 'GENERAL' })).problem.code).toBe('doctor_slot_taken')
  })

  test('of a patient twice with one doctor on one day is refused, emergency or not', async () => {
    const date = freshDay()
    const { patientId } = await givenAppointment(desk, { doctorId: doctor.id, date })
    for (const type of ['GENERAL', 'EMERGENCY'] as const) {
      const refused = await book(desk, { patientId, doctorId: doctor.id, date, type })
      expect(refused.problem).toMatchObject({
        status: 409,
        code: 'patient_already_booked',
        detail: `The patient already has an appointment with this doctor on ${spokenDay(date)}.`,
        errors: [{ path: 'doctorId' }],
      })
    }
    expect((await book(desk, { patientId, doctorId: colleague.id, date })).status).toBe(201)
  })

  test('takes a cancelled one’s time and patient again', async () => {
    const date = freshDay()
    const first = await givenAppointment(desk, { doctorId: doctor.id, date })
    await desk.call(cancelAppointment, { params: { id: first.id } })
    const again = await book(desk, {
      patientId: first.patientId,
      doctorId: doctor.id,
      date,
      time: first.time,
    })
    expect(again.status).toBe(201)
  })

  test('of a day that has passed is refused, of today it is not', async () => {
    const refused = await book(desk, { doctorId: doctor.id, date: daysAfter(today, -1) })
    expect(refused.problem).toMatchObject({
      status: 422,
      errors: [{ path: 'date', message: 'This day has passed. Choose today or a later day.' }],
    })
    expect((await book(desk, { doctorId: doctor.id, date: today })).status).toBe(201)
  })

  test('wants a doctor who works here', async () => {
    const date = freshDay()
    const left = await app.signIn('doctor')
    const offered = (await desk.call(listDoctors)).body.map(({ id }) => id)
    expect(offered).toContain(left.id)
    await offerRoles(admin, left.id, ['doctor'], false)
    const promoted = await app.signIn('doctor')
    await offerRoles(admin, promoted.id, ['receptionist'])
    for (const doctorId of [desk.id, left.id, promoted.id, '00000000-0000-4000-8000-000000000000']) {
      const refused = await book(desk, { doctorId, date })
      expect(refused.problem).toMatchObject({ status: 422, errors: [{ path: 'doctorId' }] })
      const booked = await givenAppointment(desk, { doctorId: doctor.id, date })
      expect((await change(desk, booked, { doctorId })).problem).toMatchObject({ status: 422 })
    }
    const still = (await desk.call(listDoctors)).body.map(({ id }) => id)
    expect(still).not.toContain(left.id)
    expect(still).not.toContain(promoted.id)
    expect((await admin.call(readStaffMember, { params: { id: promoted.id } })).body.role).toBeNull()
  })

  test('wants a patient whose record is there', async () => {
    const retired = await givenPatient(desk)
    await admin.call(deletePatient, { params: { id: retired.id } })
    for (const [patientId, message] of [
      [retired.id, 'This patient’s record has been removed, or the patient has died.'],
      ['00000000-0000-4000-8000-000000000000', 'This patient’s record doesn’t exist or has been removed.'],
    ] as const) {
      const refused = await book(desk, { patientId, doctorId: doctor.id, date: freshDay() })
      expect(refused.problem).toMatchObject({
        status: 422,
        errors: [{ path: 'patientId', message }],
      })
    }
  })

  test.each([
    ['date', 'Date is required'],
    ['time', 'Time is required'],
    ['type', 'Type is required'],
    ['doctorId', 'Doctor is required'],
    ['patientId', 'Patient is required'],
  ])('without %s says: %s', async (field, message) => {
    const whole = { patientId: desk.id, doctorId: doctor.id, date: today, time: '10:00', type: 'GENERAL' }
    const { [field as 'date']: _, ...without } = whole
    const refused = await desk.send('POST', '/api/appointments', { body: without })
    expect(refused.problem).toMatchObject({ status: 422, errors: [{ path: field, message }] })
  })
})

describe('rescheduling', () => {
  test('to another day gives that day’s next number; within the day the number stays', async () => {
    const [from, to] = [freshDay(), freshDay()]
    await givenAppointment(desk, { doctorId: doctor.id, date: to })
    const booked = await givenAppointment(desk, { doctorId: doctor.id, date: from, notes: 'Fasting' })
    const later = await change(desk, booked, { time: '23:58' })
    expect(later.body).toMatchObject({ queueNumber: 1, date: from, time: '23:58', version: 2 })
    const moved = await change(desk, later.body, { date: to, doctorId: colleague.id })
    expect(moved.body).toMatchObject({
      queueNumber: 2,
      date: to,
      time: '23:58',
      doctorId: colleague.id,
      notes: 'Fasting',
      status: 'SCHEDULED',
    })
    expect((await givenAppointment(desk, { doctorId: doctor.id, date: from })).queueNumber).toBe(2)
  })

  test('to a time that is taken, a patient’s second, or a past day is refused and changes nothing', async () => {
    const date = freshDay()
    const taken = await givenAppointment(desk, { doctorId: doctor.id, date })
    const booked = await givenAppointment(desk, { doctorId: doctor.id, date })
    const elsewhere = await givenAppointment(desk, {
      doctorId: colleague.id,
      date,
      patientId: taken.patientId,
    })
    expect((await change(desk, booked, { time: taken.time })).problem.code).toBe('doctor_slot_taken')
    expect((await change(desk, elsewhere, { doctorId: doctor.id })).problem.code).toBe(
      'patient_already_booked',
    )
    expect((await change(desk, booked, { date: daysAfter(today, -1) })).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'date' }],
    })
    expect((await change(desk, booked, {})).problem.status).toBe(422)
    for (const appointment of [booked, elsewhere]) expect(await reread(appointment)).toEqual(appointment)
  })

  test('is for the desk, not for doctors', async () => {
    const booked = await givenAppointment(desk, { doctorId: doctor.id, date: freshDay() })
    for (const asked of [
      { time: nextTime() },
      { date: freshDay() },
      { notes: 'x' },
      { type: 'EMERGENCY' },
    ] as const) {
      expect((await change(doctor, booked, asked)).problem).toMatchObject({
        status: 403,
        permission: 'appointment.reschedule',
      })
    }
    expect((await change(admin, booked, { time: nextTime() })).status).toBe(200)
  })

  test.each(['IN_PROGRESS', 'COMPLETED', 'CANCELLED'] as const)('%s is too late', async (status) => {
    const appointment = await givenIn(status)
    const refused = await change(desk, appointment, { time: nextTime() })
    expect(refused.problem).toMatchObject({
      status: 409,
      code: 'appointment_closed',
      detail: 'Only an appointment that has not started can be rescheduled.',
    })
  })

  test('out of today’s queue to another day is refused; to another time today it is not', async () => {
    const waiting = await givenIn('IN_QUEUE')
    const refused = await change(desk, waiting, { date: freshDay() })
    expect(refused.problem).toMatchObject({ status: 409, code: 'transition_refused' })
    expect((await change(desk, waiting, { time: nextTime() })).body.status).toBe('IN_QUEUE')
  })

  test('to what it is already writes nothing', async () => {
    const { body: before } = await book(desk, { doctorId: doctor.id, date: freshDay(), notes: 'Fasting' })
    const { date, time, doctorId, type, notes } = before
    const same = await change(desk, before, { date, time, doctorId, type, notes })
    expect(same.body).toEqual(before)
    expect((await change(desk, before, { date, time, notes: null })).body.version).toBe(2)
  })
})

describe('the way of an appointment', () => {
  const targets = ['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] as const
  const ways = appointmentStatuses.flatMap((from) => targets.map((to) => ({ from, to })))

  test.each(ways)('from $from to $to goes only as listed, by a role that may', async ({ from, to }) => {
    const listed = appointmentTransitions.find((one) => one.from === from && one.to === to)
    const permission = appointmentTransitions.find((one) => one.to === to)?.permission ?? 'staff.manage'
    const people = { admin, receptionist: desk, doctor } as const
    for (const role of ['admin', 'receptionist', 'doctor'] as const) {
      const appointment = await givenIn(from)
      const answer = await change(people[role], appointment, asked(to))
      const expected = may(holderOf(role), permission) ? (listed ? 200 : 409) : 403
      expect(answer.status, role).toBe(expected)
      const now = await reread(appointment)
      expect(now.status, role).toBe(expected === 200 ? to : from)
    }
  })

  test('never goes back to scheduled by asking', async () => {
    const waiting = await givenIn('IN_QUEUE')
    const refused = await change(desk, waiting, { status: 'SCHEDULED' })
    expect(refused.problem).toMatchObject({ status: 422, errors: [{ path: 'status' }] })
  })

  test('says what did not happen, and who was there before and when', async () => {
    const scheduled = await givenAppointment(desk, { doctorId: doctor.id, date: today })
    expect((await change(doctor, scheduled, { status: 'IN_PROGRESS' })).problem.detail).toBe(
      'Not started: the patient has not been added to the queue.',
    )
    const waiting = (await change(desk, scheduled, { status: 'IN_QUEUE' })).body
    const at = (moment: string) => spokenTime(moment.slice(11, 16), '12h')
    const name = async (one: StaffClient) => {
      const { firstName, lastName } = await one.me()
      return `${firstName} ${lastName}`
    }
    const she = objectWords[waiting.patient.gender]
    expect((await change(admin, waiting, { status: 'IN_QUEUE' })).problem.detail).toBe(
      `Already in the queue: ${await name(desk)} added ${she} at ${at(waiting.statusAt)}.`,
    )
    expect((await change(desk, waiting, { status: 'IN_QUEUE' })).problem.detail).toBe(
      `Already in the queue: you added ${she} at ${at(waiting.statusAt)}.`,
    )
    expect((await change(doctor, waiting, { status: 'COMPLETED' })).problem.detail).toBe(
      `Not completed: ${await name(desk)} added ${she} at ${at(waiting.statusAt)}.`,
    )
    const started = (await change(doctor, waiting, { status: 'IN_PROGRESS' })).body
    const cancelled = await change(desk, waiting, { status: 'CANCELLED', cancelReason: 'OTHER' })
    expect(cancelled.problem.detail).toBe(
      `Not cancelled: ${await name(doctor)} started the consultation at ${at(started.statusAt)}.`,
    )
    const completed = (await change(doctor, waiting, { status: 'COMPLETED' })).body
    expect((await change(doctor, waiting, { status: 'COMPLETED' })).problem.detail).toBe(
      `Already completed: you completed the consultation at ${at(completed.statusAt)}.`,
    )
    await doctor.call(undoAppointmentChange, { params: { id: waiting.id } })
    // A change on another day is described with its date.
    await app.asOwner("update appointment set status_at = '2026-03-04T20:09:00Z' where id = $1", [waiting.id])
    expect((await change(colleague, waiting, { status: 'IN_PROGRESS' })).problem.detail).toBe(
      `Already in progress: ${await name(doctor)} started the consultation on 4 Mar 2026 at 8:09 PM.`,
    )
  })

  test('records who moved it and when, at each step', async () => {
    const booked = await givenAppointment(desk, { doctorId: doctor.id, date: today })
    const from = new Date().toISOString()
    const queued = (await change(desk, booked, { status: 'IN_QUEUE' })).body
    const started = (await change(doctor, booked, { status: 'IN_PROGRESS' })).body
    const completed = (await change(colleague, booked, { status: 'COMPLETED' })).body
    const to = new Date().toISOString()
    expect(queued).toMatchObject({
      statusBy: desk.id,
      queuedAt: queued.statusAt,
      startedAt: null,
      undoable: true,
    })
    expect(started).toMatchObject({
      statusBy: doctor.id,
      queuedAt: queued.queuedAt,
      startedAt: started.statusAt,
    })
    expect(completed).toMatchObject({
      statusBy: colleague.id,
      statusByName: (await colleagueName()) ?? '',
      queuedAt: queued.queuedAt,
      startedAt: started.startedAt,
      completedAt: completed.statusAt,
      version: 4,
    })
    const moments = [from, queued.queuedAt, started.startedAt, completed.completedAt, to]
    expect(moments.toSorted()).toEqual(moments)
    const history = await app.asOwner(
      `select from_status, to_status, by_staff_id, is_undo from appointment_status_change
       where appointment_id = $1 order by id`,
      [booked.id],
    )
    expect(history).toEqual([
      { from_status: 'SCHEDULED', to_status: 'IN_QUEUE', by_staff_id: desk.id, is_undo: false },
      { from_status: 'IN_QUEUE', to_status: 'IN_PROGRESS', by_staff_id: doctor.id, is_undo: false },
      { from_status: 'IN_PROGRESS', to_status: 'COMPLETED', by_staff_id: colleague.id, is_undo: false },
    ])
  })

  test('starts on its own day: nobody is queued for tomorrow', async () => {
    const date = daysAfter(today, 1)
    const tomorrow = await givenAppointment(desk, { doctorId: doctor.id, date })
    const refused = await change(desk, tomorrow, { status: 'IN_QUEUE' })
    expect(refused.problem).toMatchObject({
      status: 409,
      code: 'transition_refused',
      detail: `This appointment is on ${spokenDay(date)}. Add the patient to the queue on that day, or reschedule it.`,
    })
    const moved = await change(desk, tomorrow, { date: today, status: 'IN_QUEUE' })
    expect(moved.body).toMatchObject({ date: today, status: 'IN_QUEUE' })
  })
})

describe('cancelling', () => {
  test('wants a reason, keeps it, and leaves the appointment in the history', async () => {
    const booked = await givenAppointment(desk, { doctorId: doctor.id, date: freshDay() })
    expect((await change(desk, booked, { status: 'CANCELLED' })).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'cancelReason', message: 'Reason is required' }],
    })
    const why = { cancelReason: 'OTHER', cancelNote: 'Called twice' } as const
    const cancelled = (await change(desk, booked, { status: 'CANCELLED', ...why })).body
    expect(cancelled).toMatchObject({ status: 'CANCELLED', ...why, queueNumber: booked.queueNumber })
    const { body } = await desk.call(listPatientAppointments, { params: { id: booked.patientId } })
    expect(body.items).toEqual([cancelled])
    const [entry] = await app.asOwner(
      'select reason from appointment_status_change where appointment_id = $1',
      [booked.id],
    )
    expect(entry).toEqual({ reason: 'OTHER: Called twice' })
    expect(await auditedChanges(booked)).toEqual({
      status: ['SCHEDULED', 'CANCELLED'],
      cancelReason: [null, 'OTHER'],
      cancelNote: [null, 'Called twice'],
    })
    await desk.call(undoAppointmentChange, { params: { id: booked.id } })
    expect(await auditedChanges(booked)).toMatchObject({ cancelReason: ['OTHER', null] })
  })

  test('by DELETE says the reason: other', async () => {
    const booked = await givenAppointment(desk, { doctorId: doctor.id, date: freshDay() })
    const deleted = await doctor.call(cancelAppointment, { params: { id: booked.id } })
    expect(deleted.body).toMatchObject({
      id: booked.id,
      status: 'CANCELLED',
      cancelReason: 'OTHER',
      statusBy: doctor.id,
    })
    const again = await doctor.call(cancelAppointment, { params: { id: booked.id } })
    expect(again.problem).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/^Already cancelled: you cancelled the appointment at \d/),
    })
  })

  test.each(['IN_PROGRESS', 'COMPLETED'] as const)('%s is too late', async (status) => {
    const appointment = await givenIn(status)
    const refused = await desk.call(cancelAppointment, { params: { id: appointment.id } })
    expect(refused.problem).toMatchObject({ status: 409, code: 'transition_refused' })
  })
})

describe('taking back', () => {
  test.each([
    { to: 'IN_QUEUE', by: desk, from: 'SCHEDULED' },
    { to: 'IN_PROGRESS', by: doctor, from: 'IN_QUEUE' },
    { to: 'COMPLETED', by: doctor, from: 'IN_PROGRESS' },
    { to: 'CANCELLED', by: desk, from: 'SCHEDULED' },
  ] as const)('$to gives what was before, as if it had not happened', async ({ to, by, from }) => {
    const before = await givenIn(from)
    const moved = (await change(by, before, asked(to))).body
    expect(moved.undoable).toBe(true)
    const undone = (await undo(by, moved)).body
    const { status, queuedAt, startedAt, completedAt, cancelReason, cancelNote, queueNumber } = before
    expect(undone).toMatchObject({
      status,
      queuedAt,
      startedAt,
      completedAt,
      cancelReason,
      cancelNote,
      queueNumber,
      undoable: false,
      statusBy: by.id,
    })
    expect(undone.version).toBe(moved.version + 1)
  })

  test('is for the person who moved it, not for others', async () => {
    const moved = await givenIn('IN_QUEUE')
    for (const somebody of [admin, doctor]) {
      expect((await undo(somebody, moved)).problem).toMatchObject({
        status: 409,
        code: 'undo_refused',
        detail: 'Only the person who made the last change can undo it, within 30 seconds.',
      })
    }
    expect((await undo(desk, moved)).status).toBe(200)
  })

  test('is over after 30 seconds', async () => {
    const moved = await givenIn('IN_QUEUE')
    await moveBack(moved, 31)
    // Screens count the seconds themselves; the database refuses a request that comes late.
    const { undoable, statusAt } = await reread(moved)
    expect(undoable && Date.parse(statusAt) + undoableFor > Date.now()).toBe(false)
    expect((await undo(desk, moved)).problem.code).toBe('undo_refused')
    const other = await givenIn('IN_QUEUE')
    await moveBack(other, 25)
    expect((await reread(other)).undoable).toBe(true)
    expect((await undo(desk, other)).status).toBe(200)
  })

  test('happens once, and a booking is not taken back', async () => {
    const moved = await givenIn('IN_QUEUE')
    expect((await undo(desk, moved)).status).toBe(200)
    expect((await undo(desk, moved)).problem.code).toBe('undo_refused')
    const booked = await givenAppointment(desk, { doctorId: doctor.id, date: freshDay() })
    expect((await undo(desk, booked)).problem.code).toBe('undo_refused')
  })

  test('a cancellation is refused when the time was given away meanwhile', async () => {
    const date = freshDay()
    const first = await givenAppointment(desk, { doctorId: doctor.id, date })
    const cancelled = (await change(desk, first, asked('CANCELLED'))).body
    await givenAppointment(desk, { doctorId: doctor.id, date, time: first.time })
    expect((await undo(desk, cancelled)).problem).toMatchObject({ status: 409, code: 'doctor_slot_taken' })
    expect((await reread(first)).status).toBe('CANCELLED')
  })

  test('a cancellation is refused when the patient was deleted meanwhile', async () => {
    const first = await givenAppointment(desk, { doctorId: doctor.id, date: freshDay() })
    const cancelled = (await change(desk, first, asked('CANCELLED'))).body
    expect((await admin.call(deletePatient, { params: { id: first.patientId } })).status).toBe(200)
    expect((await undo(desk, cancelled)).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'patientId' }],
    })
  })
})

describe('calling the next patient', () => {
  test('takes the doctor’s own by how long they wait, then anybody’s, then says that nobody waits', async () => {
    await emptyQueue()
    const tomorrow = daysAfter(today, 1)
    await givenAppointment(desk, { doctorId: doctor.id, date: tomorrow })
    const order = []
    for (const whose of [colleague, doctor, colleague, doctor]) {
      const booked = await givenAppointment(desk, { doctorId: whose.id, date: today })
      order.push((await change(desk, booked, { status: 'IN_QUEUE' })).body)
    }
    const [theirs1, own1, theirs2, own2] = order
    const called: string[] = []
    for (let calls = 0; calls < 4; calls++) {
      const { body } = await doctor.call(callNext)
      expect(body).toMatchObject({ status: 'IN_PROGRESS', statusBy: doctor.id })
      called.push(body.id)
    }
    expect(called).toEqual([own1?.id, own2?.id, theirs1?.id, theirs2?.id])
    expect((await doctor.call(callNext)).problem).toMatchObject({
      status: 409,
      code: 'nobody_waiting',
      detail: 'No patients are waiting in the queue.',
    })
    expect((await reread(theirs1 ?? { id: '' })).doctorId).toBe(colleague.id)
  })

  test('goes by the time of joining the queue, not by the queue number', async () => {
    await emptyQueue()
    const early = await givenAppointment(desk, { doctorId: doctor.id, date: today })
    const late = await givenAppointment(desk, { doctorId: doctor.id, date: today })
    expect(early.queueNumber).toBeLessThan(late.queueNumber)
    await change(desk, late, { status: 'IN_QUEUE' })
    await change(desk, early, { status: 'IN_QUEUE' })
    expect((await doctor.call(callNext)).body.id).toBe(late.id)
  })

  test('can be taken back, and then the patient has the old place again', async () => {
    await emptyQueue()
    const first = await givenIn('IN_QUEUE')
    const second = await givenIn('IN_QUEUE')
    expect((await doctor.call(callNext)).body.id).toBe(first.id)
    expect((await undo(doctor, first)).body.queuedAt).toBe(first.queuedAt)
    expect((await doctor.call(callNext)).body.id).toBe(first.id)
    expect((await doctor.call(callNext)).body.id).toBe(second.id)
  })
})

describe('lists', () => {
  test('today’s holds today’s alone, by queue number', async () => {
    const list = (await doctor.call(listTodaysAppointments)).body
    expect(new Set(list.map(({ date }) => date))).toEqual(new Set([today]))
    const numbers = list.map(({ queueNumber }) => queueNumber)
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
  })

  test('of a period are found by day, status, doctor, patient, name and date of birth, and paged without a gap', async () => {
    const [from, between, to] = [freshDay(), freshDay(), freshDay()]
    const patient = await givenPatient(desk, {
      lastName: 'Żółkiewska',
      contactNumber: '020 7946 9999',
      dateOfBirth: '1956-04-10',
    })
    const one = await givenAppointment(desk, { doctorId: doctor.id, date: from, patientId: patient.id })
    const two = await givenAppointment(desk, { doctorId: colleague.id, date: between })
    const three = await givenAppointment(desk, { doctorId: doctor.id, date: to })
    await desk.call(cancelAppointment, { params: { id: three.id } })
    const find = async (query: Record<string, string | number>) => {
      const { body } = await desk.call(listAppointments, { query: { from, to, ...query } })
      expect(body.total).toBe(body.items.length)
      return body.items.map(({ id }) => id)
    }
    expect(await find({})).toEqual([three.id, two.id, one.id])
    expect(await find({ direction: 'asc' })).toEqual([one.id, two.id, three.id])
    expect(await find({ to: between })).toEqual([two.id, one.id])
    expect(await find({ status: 'CANCELLED,COMPLETED' })).toEqual([three.id])
    expect(await find({ doctorId: colleague.id })).toEqual([two.id])
    expect(await find({ patientId: patient.id })).toEqual([one.id])
    expect(await find({ search: 'zolk' })).toEqual([one.id])
    expect(await find({ search: '+44 (0)20-7946 9999' })).toEqual([one.id])
    expect(await find({ search: '%' })).toEqual([])
    for (const search of ['1956-04-10', '10/04/1956', '10 Apr 1956', '10-Apr-1956', 'april 10, 1956']) {
      expect(await find({ search }), search).toEqual([one.id])
    }
    expect(await find({ search: '04/10/1956' })).toEqual([])
    expect((await desk.send('GET', '/api/appointments?status=WAITING')).problem.status).toBe(422)

    const pages: string[] = []
    let cursor: string | null | undefined
    for (let page = 0; page < 3; page++) {
      const { body } = await desk.call(listAppointments, {
        query: { from, to, limit: 1, ...(cursor && { cursor }) },
      })
      expect(body.total).toBe(3)
      pages.push(...body.items.map(({ id }) => id))
      cursor = body.nextCursor
    }
    expect(pages).toEqual([three.id, two.id, one.id])
    expect(cursor).toBeNull()
    const second = await desk.call(listAppointments, { query: { from, to, limit: 1, page: 2 } })
    expect(second.body.items.map(({ id }) => id)).toEqual([two.id])
  })

  test('of a day are found by queue number', async () => {
    const date = freshDay()
    const first = await givenAppointment(desk, { doctorId: doctor.id, date })
    const second = await givenAppointment(desk, { doctorId: colleague.id, date })
    const find = async (queueNumber: number) => {
      const { body } = await desk.call(listAppointments, { query: { from: date, to: date, queueNumber } })
      return body.items.map(({ id }) => id)
    }
    expect(await find(first.queueNumber)).toEqual([first.id])
    expect(await find(second.queueNumber)).toEqual([second.id])
    expect(await find(3)).toEqual([])
  })

  test('of a patient come newest first, and there is none of a patient who is not here', async () => {
    const patient = await givenPatient(desk)
    const { id } = patient
    const none = await doctor.call(listPatientAppointments, { params: { id } })
    expect(none.body).toEqual({ items: [], total: 0, nextCursor: null })
    const dates = [freshDay(), freshDay(), freshDay()]
    for (const date of [dates[1], dates[2], dates[0]]) {
      await givenAppointment(desk, { doctorId: doctor.id, date: date ?? today, patientId: id })
    }
    const list = await doctor.call(listPatientAppointments, { params: { id } })
    expect(list.body.items.map(({ date }) => date)).toEqual(dates.toReversed())
    for (const { id: appointmentId } of list.body.items) {
      await desk.call(cancelAppointment, { params: { id: appointmentId } })
    }
    await admin.call(deletePatient, { params: { id } })
    for (const gone of [id, '00000000-0000-4000-8000-000000000000']) {
      const answer = await doctor.call(listPatientAppointments, { params: { id: gone } })
      expect(answer.problem).toMatchObject({ status: 404, code: 'not_found' })
    }
    // The history itself stays.
    const [kept] = list.body.items
    expect((await reread(kept ?? patient)).patient.mrn).toBe(patient.mrn)
  })

  test('know no appointment that is not there', async () => {
    const answer = await desk.call(readAppointment, { params: { id: desk.id } })
    expect(answer.problem).toMatchObject({ status: 404, detail: 'This appointment does not exist.' })
  })
})

function asked(status: AppointmentStatus) {
  return status === 'CANCELLED' ? { status, cancelReason: 'PATIENT_CANCELLED' as const } : { status }
}

/** An appointment of today that came to this status the usual way. */
async function givenIn(status: AppointmentStatus): Promise<Appointment> {
  const booked = await givenAppointment(desk, { doctorId: doctor.id, date: today })
  const steps = { SCHEDULED: [], IN_QUEUE: ['IN_QUEUE'], CANCELLED: ['CANCELLED'] } as const
  const begun = ['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED'] as const
  const path = status === 'IN_PROGRESS' ? begun.slice(0, 2) : status === 'COMPLETED' ? begun : steps[status]
  let now = booked
  for (const step of path) {
    const by = step === 'IN_QUEUE' || step === 'CANCELLED' ? desk : doctor
    now = (await change(by, booked, asked(step))).body
  }
  return now
}

async function reread({ id }: { id: string }): Promise<Appointment> {
  return (await desk.call(readAppointment, { params: { id } })).body
}

function undo(somebody: StaffClient, { id }: Appointment) {
  return somebody.call(undoAppointmentChange, { params: { id } })
}

/** The changes in the latest audit entry about the appointment. */
async function auditedChanges({ id }: Appointment): Promise<unknown> {
  const [entry] = await app.asOwner(
    'select changes from audit_entry where subject_id = $1 order by id desc limit 1',
    [id],
  )
  return entry?.changes
}

/** Moves the latest status change this many seconds into the past. */
async function moveBack({ id }: Appointment, seconds: number) {
  await app.asOwner(
    `update appointment_status_change set at = at - make_interval(secs => $2) where appointment_id = $1`,
    [id, seconds],
  )
  await app.asOwner(
    `update appointment set status_at = status_at - make_interval(secs => $2) where id = $1`,
    [id, seconds],
  )
}

async function emptyQueue() {
  let called = await doctor.call(callNext)
  while (called.status === 200) called = await doctor.call(callNext)
  expect(called.problem.code).toBe('nobody_waiting')
}

async function colleagueName(): Promise<string | undefined> {
  const { firstName, lastName } = await colleague.me()
  return `${firstName} ${lastName}`
}
