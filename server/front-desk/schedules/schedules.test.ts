import { afterAll, describe, expect, test } from 'vitest'
import { asOfHeader } from '../../../contract/api/live.ts'
import {
  type Appointment,
  cancelAppointment,
  readAppointment,
  undoAppointmentChange,
} from '../../../contract/front-desk/appointments.ts'
import { listOutsideHours, resolveDisplaced } from '../../../contract/front-desk/closures.ts'
import {
  addSession,
  changeSession,
  endPracticeSession,
  listFreePlaces,
  listNextFree,
  listSchedules,
  readDayOfSessions,
} from '../../../contract/front-desk/schedules.ts'
import { readSite } from '../../../contract/hospital/hospital.ts'
import { closeClinic } from '../../../contract/people/clinics.ts'
import { editStaffMember, readStaffMember } from '../../../contract/people/staff.ts'
import { startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { book, change } from '../../testing/factories/appointments.ts'
import { givenClinic } from '../../testing/factories/clinics.ts'
import { away, givenSession, sessionForm, weekdayOf } from '../../testing/factories/schedules.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const clinic = await givenClinic(admin, { name: 'Cardiology', rooms: ['1', '2', '3'] })
const today = utcToday()
let last = 7
/** A day on which no test booked, and its weekday. */
const freshDay = () => {
  const date = daysAfter(today, last++)
  return { date, weekday: weekdayOf(date) }
}

async function givenHours(wishes: Partial<Parameters<typeof givenSession>[1]> = {}) {
  const doctor = await app.signIn('doctor')
  const { date, weekday } = freshDay()
  const session = await givenSession(admin, { doctorId: doctor.id, clinicId: clinic.id, weekday, ...wishes })
  return {
    doctor,
    date,
    session,
    at: (time: string, more = {}) => book(desk, { doctorId: doctor.id, date, time, ...more }),
  }
}
async function slotsOf(date: string, doctorId: string) {
  const read = async (query: { doctorId?: string }) =>
    (await desk.call(readDayOfSessions, { params: { date }, query })).body
  const [day, ofDoctor] = [await read({}), await read({ doctorId })]
  // A doctor's day is that part of the whole.
  expect(ofDoctor.sessions).toEqual(day.sessions.filter((one) => one.doctorId === doctorId))
  expect(ofDoctor.keepHours).toEqual(day.keepHours.filter((id) => id === doctorId))
  return ofDoctor.sessions[0]?.slots
}

describe('hours', () => {
  test('are listed, and offered as free times that bookings take', async () => {
    const { doctor, date, session, at } = await givenHours({ capacity: 2, room: '1' })
    expect((await desk.call(listSchedules)).body.find(({ id }) => id === session.id)).toMatchObject({
      doctorId: doctor.id,
      clinic: 'Cardiology',
      room: '1',
      startsAt: '09:00',
      endsAt: '10:00',
      weeks: [1, 2, 3, 4, 5],
      validUntil: null,
    })
    expect((await at('09:15')).body).toMatchObject({ sessionId: session.id, minutes: 15, seat: 1 })
    expect((await at('09:15')).body.seat).toBe(2)
    expect((await at('09:15')).problem).toMatchObject({ code: 'session_full', errors: [{ path: 'time' }] })
    expect(await slotsOf(date, doctor.id)).toEqual([
      { time: '09:00', places: 2, free: 2 },
      { time: '09:15', places: 2, free: 0 },
      { time: '09:30', places: 2, free: 2 },
      { time: '09:45', places: 2, free: 2 },
    ])
    const period = { from: date, to: date, doctorId: doctor.id }
    expect((await desk.call(listFreePlaces, { query: period })).body).toEqual([
      { doctorId: doctor.id, date, places: 8, free: 6 },
    ])
    const next = await desk.call(listNextFree, { query: { doctorId: doctor.id, from: date, limit: 3 } })
    expect(next.body.map((slot) => [slot.date, slot.time, slot.free])).toEqual([
      [date, '09:00', 2],
      [date, '09:30', 2],
      [date, '09:45', 2],
    ])
  })

  test('are told to screens that follow them by doctor, and whole to those that ask for all', async () => {
    const one = await givenHours()
    const other = await givenHours({ weekday: weekdayOf(one.date) })
    const following = { [asOfHeader]: '1' }
    const doctorsIn = async (query: { doctorId?: string }) =>
      (
        await desk.call(readDayOfSessions, { params: { date: one.date }, query }, { headers: following })
      ).body.sessions.map(({ doctorId }) => doctorId)
    expect(await doctorsIn({ doctorId: one.doctor.id })).toEqual([one.doctor.id])
    expect(await doctorsIn({ doctorId: other.doctor.id })).toEqual([other.doctor.id])
    expect(await doctorsIn({})).toEqual(expect.arrayContaining([one.doctor.id, other.doctor.id]))
  })

  test('of the first and third week of a month are those alone', async () => {
    const doctor = await app.signIn('doctor')
    await givenSession(admin, { doctorId: doctor.id, clinicId: clinic.id, weekday: 2, weeks: [1, 3] })
    const { body } = await desk.call(listFreePlaces, {
      query: { from: today, to: daysAfter(today, 60), doctorId: doctor.id },
    })
    const nth = (date: string) => Math.floor((Number(date.slice(8)) - 1) / 7) + 1
    expect(body.length).toBeGreaterThan(2)
    expect(body.every(({ date }) => weekdayOf(date) === 2 && [1, 3].includes(nth(date)))).toBe(true)
  })

  test('never overlap for a doctor or in a room, and fit their slots', async () => {
    const { doctor, session } = await givenHours({ room: '2' })
    const refused = async (wishes: object) =>
      (
        await admin.call(addSession, {
          body: sessionForm({
            doctorId: doctor.id,
            clinicId: clinic.id,
            weekday: session.weekday,
            ...wishes,
          }),
        })
      ).problem
    const before = (await desk.call(listSchedules)).body
    expect(await refused({ startsAt: '09:30', endsAt: '10:30' })).toMatchObject({
      code: 'session_overlaps',
      errors: [{ path: 'startsAt', message: 'The doctor has another session at this time.' }],
    })
    const other = await app.signIn('doctor')
    expect(await refused({ doctorId: other.id, room: '2' })).toMatchObject({
      code: 'session_room_taken',
      errors: [{ path: 'room' }],
    })
    expect(await refused({ startsAt: '10:00', endsAt: '11:10' })).toMatchObject({
      errors: [
        {
          path: 'slotMinutes',
          message: 'The time from start to end can’t be divided into appointments of this length',
        },
      ],
    })
    expect(await refused({ startsAt: '11:00', endsAt: '10:00' })).toMatchObject({
      errors: [{ path: 'endsAt' }],
    })
    expect(
      await refused({ startsAt: '11:00', endsAt: '12:00', validFrom: daysAfter(today, -1) }),
    ).toMatchObject({
      errors: [{ path: 'validFrom' }],
    })
    const member = (await admin.call(readStaffMember, { params: { id: other.id } })).body
    await admin.call(editStaffMember, { params: { id: other.id }, body: { active: false } }, ifMatch(member))
    expect(await refused({ doctorId: other.id })).toMatchObject({
      errors: [{ path: 'doctorId', message: expect.stringMatching(/not active\. Choose another/) }],
    })
    // The one that is there isn't changed into such hours either.
    const changed = await admin.call(changeSession, {
      params: { id: session.id },
      body: { ...formOf(session), slotMinutes: 25 },
    })
    expect(changed.problem.errors).toMatchObject([{ path: 'slotMinutes' }])
    expect((await desk.call(listSchedules)).body).toEqual(before)
    expect(
      (
        await desk.call(addSession, {
          body: sessionForm({ doctorId: doctor.id, clinicId: clinic.id, weekday: 1 }),
        })
      ).status,
    ).toBe(403)
  })

  test('keep a clinic open, and a hospital knows that it has some', async () => {
    const own = await givenClinic(admin)
    const { doctor, session } = await givenHours({ clinicId: own.id })
    await expect.poll(async () => (await app.visitor.call(readSite)).body.hasSchedules).toBe(true)
    expect((await admin.call(closeClinic, { params: { id: own.id } })).problem).toMatchObject({
      code: 'clinic_in_use',
    })
    const ended = await admin.call(endPracticeSession, {
      params: { id: session.id },
      body: { lastDay: daysAfter(today, -1), version: session.version },
    })
    expect(ended.status).toBe(200)
    expect((await admin.call(closeClinic, { params: { id: own.id } })).status).toBe(200)
    expect((await desk.call(listSchedules)).body.some(({ doctorId }) => doctorId === doctor.id)).toBe(false)
  })

  test('of a clinic that is to close are ended first, and what was booked in them waits to be decided', async () => {
    const own = await givenClinic(admin)
    const { doctor, date, session, at } = await givenHours({ clinicId: own.id, capacity: 2 })
    const evening = { startsAt: '17:00', endsAt: '18:00', weekday: session.weekday }
    const later = await givenSession(admin, { doctorId: doctor.id, clinicId: own.id, ...evening })
    const colleague = await givenHours()
    const booked: Appointment[] = []
    for (const time of ['09:00', '09:00', '09:15']) booked.push((await at(time)).body)
    const close = () => admin.call(closeClinic, { params: { id: own.id } })
    expect((await close()).problem.detail).toMatch(/End their sessions .* Doctors’ Hours page first/)
    const end = (one: typeof session, lastDay = daysAfter(today, -1)) =>
      admin.call(endPracticeSession, { params: { id: one.id }, body: { lastDay, version: one.version } })
    const ended = await end(session, today)
    expect(ended.body.outside).toBe(3)
    const waiting = async () =>
      (await desk.call(listOutsideHours, { query: { doctorId: doctor.id } })).body.map(
        (one) => one.appointment,
      )
    expect((await waiting()).map(({ id }) => id)).toEqual(booked.map(({ id }) => id))
    await end(ended.body)
    expect((await end(later)).body.outside).toBe(3)
    expect((await close()).status).toBe(200)
    // It is booked as before there were hours, and those of the clinic still wait.
    expect((await at('10:07')).body).toMatchObject({ seat: 1, sessionId: null })
    const [moved, kept, cancelled] = await waiting()
    if (!moved || !kept || !cancelled) throw new Error('They are not listed')
    const about = ({ id, version }: Appointment) => ({ appointmentId: id, version })
    const to = { doctorId: colleague.doctor.id, date: colleague.date, time: '09:30' }
    const decided = await desk.call(resolveDisplaced, {
      body: {
        decisions: [
          { action: 'MOVE', ...about(moved), ...to },
          { action: 'KEEP', ...about(kept), reason: 'Seen on the ward' },
          { action: 'CANCEL', ...about(cancelled) },
        ],
      },
    })
    expect(decided.body.results.map(({ refused }) => refused)).toEqual([null, null, null])
    expect(await waiting()).toEqual([])
    const now = await desk.call(readAppointment, { params: { id: kept.id } })
    expect(now.body).toMatchObject({ date, time: '09:00', seat: 1, overbookReason: 'Seen on the ward' })
  })

  test('change from a day on, and list the bookings that have no place in them any more', async () => {
    const { doctor, date, session, at } = await givenHours()
    const [kept, left] = [(await at('09:30')).body, (await at('09:00')).body]
    // In a place, although a reason was given.
    const asked = (await at('09:45', { overbookReason: 'Comes from afar' })).body
    const streams = await openLive(app.url, desk, 'schedules', `availability:${date}`)
    const changed = await admin.call(changeSession, {
      params: { id: session.id },
      body: { ...formOf(session), startsAt: '09:30', endsAt: '10:30' },
    })
    expect(changed.body).toMatchObject({ startsAt: '09:30', outside: 1, version: 2 })
    for (const scope of ['schedules', `availability:${date}`])
      await expect.poll(() => streams.stale(scope)).toBeGreaterThan(0)
    streams.close()
    const outside = (await desk.call(listOutsideHours, { query: { doctorId: doctor.id } })).body
    expect(outside.map(({ appointment }) => appointment.id)).toEqual([left.id])
    expect(outside[0]?.later).toMatchObject({ date, time: '10:00' })
    expect((await slotsOf(date, doctor.id))?.map(({ free }) => free)).toEqual([0, 0, 1, 1])
    // A session that has begun ends and another begins, in which they have their places again.
    await app.asOwner(`update practice_session set valid = daterange(lower(valid) - 7, null) where id = $1`, [
      session.id,
    ])
    const other = await admin.call(changeSession, {
      params: { id: session.id },
      body: { ...formOf(changed.body), room: '3', validFrom: date },
    })
    expect(other.body).toMatchObject({ outside: 1, version: 1 })
    for (const { id } of [kept, asked])
      expect((await desk.call(readAppointment, { params: { id } })).body).toMatchObject({
        sessionId: other.body.id,
        minutes: 15,
        seat: 1,
      })
  })

  test('take in what was booked before there were any', async () => {
    const doctor = await app.signIn('doctor')
    const { date, weekday } = freshDay()
    const bookings = []
    for (const time of ['09:07', '09:45', '11:00'])
      bookings.push((await book(desk, { doctorId: doctor.id, date, time })).body)
    const { body } = await admin.call(addSession, {
      body: sessionForm({ doctorId: doctor.id, clinicId: clinic.id, weekday }),
    })
    expect(body.outside).toBe(1)
    // The one at seven past takes up both times that it reaches into.
    expect((await slotsOf(date, doctor.id))?.map(({ free }) => free)).toEqual([0, 0, 1, 0])
  })
})

describe('booking in hours', () => {
  test('outside them needs a reason, which stays with it', async () => {
    const { at } = await givenHours()
    for (const time of ['09:07', '10:00'])
      expect((await at(time)).problem).toMatchObject({
        status: 409,
        code: 'outside_hours',
        errors: [{ path: 'time', message: expect.stringMatching(/^The doctor sees no patients on/) }],
      })
    expect((await at('09:07', { overbookReason: 'Seen before surgery' })).body).toMatchObject({
      time: '09:07',
      overbookReason: 'Seen before surgery',
      minutes: null,
    })
    // It takes no place from the session.
    expect((await at('09:00')).status).toBe(201)
    expect((await at('09:00', { type: 'EMERGENCY' })).status).toBe(201)
  })

  test('is as before with a doctor who keeps none', async () => {
    const doctor = await app.signIn('doctor')
    const { date } = freshDay()
    const wishes = { doctorId: doctor.id, date, time: '09:07' }
    expect((await book(desk, wishes)).body).toMatchObject({ seat: 1, minutes: null, sessionId: null })
    expect((await book(desk, wishes)).problem.code).toBe('doctor_slot_taken')
  })

  test('gives tokens in their order until there are no more', async () => {
    const { at } = await givenHours({ kind: 'TOKENS', capacity: 3 })
    for (const seat of [1, 2, 3])
      expect((await at('09:20')).body).toMatchObject({ time: '09:00', seat, minutes: null })
    expect((await at('09:00')).problem.code).toBe('session_full')
    expect((await at('09:00', { overbookReason: 'Sent by the ward' })).body.seat).toBeGreaterThan(1000)
  })

  test('never turns away a patient in the queue, also where an emergency turns out to be none', async () => {
    const doctor = await app.signIn('doctor')
    const whole = { weekday: weekdayOf(today), startsAt: '00:00', endsAt: '23:45', slotMinutes: 95 }
    await givenSession(admin, { doctorId: doctor.id, clinicId: clinic.id, ...whole })
    const wishes = { doctorId: doctor.id, date: today, time: '00:00' }
    expect((await book(desk, wishes)).body.seat).toBe(1)
    const emergency = (await book(desk, { ...wishes, type: 'EMERGENCY' })).body
    expect((await change(desk, emergency, { type: 'GENERAL' })).problem.code).toBe('session_full')
    const queued = (await change(desk, emergency, { status: 'IN_QUEUE' })).body
    expect((await change(desk, queued, { type: 'GENERAL' })).body).toMatchObject({
      type: 'GENERAL',
      status: 'IN_QUEUE',
      minutes: null,
      queueNumber: emergency.queueNumber,
    })
  })

  test('of patients who walk in takes no place, up to the session’s number', async () => {
    const { at } = await givenHours({ walkIns: 2 })
    for (const time of ['09:00', '09:07']) expect((await at(time, { walkIn: true })).body.walkIn).toBe(true)
    expect((await at('09:08', { walkIn: true })).problem).toMatchObject({ code: 'session_full' })
    expect((await at('09:08', { walkIn: true, overbookReason: 'Fever' })).status).toBe(201)
    expect((await at('09:00')).body.seat).toBe(1)
  })

  test('moves, and comes back from a cancellation only where there is a place', async () => {
    const { at } = await givenHours()
    const first: Appointment = (await at('09:00')).body
    expect((await change(desk, first, { time: '09:20' })).problem.code).toBe('outside_hours')
    const moved = (await change(desk, first, { time: '09:15' })).body
    expect(moved).toMatchObject({ time: '09:15', minutes: 15 })
    expect((await change(desk, moved, { notes: 'Walks with a stick' })).body.minutes).toBe(15)
    await desk.call(cancelAppointment, { params: { id: first.id } })
    expect((await at('09:15')).status).toBe(201)
    expect((await desk.call(undoAppointmentChange, { params: { id: first.id } })).problem.code).toBe(
      'session_full',
    )
  })

  test('on a holiday or on leave is refused until that is withdrawn', async () => {
    const { doctor, date, at } = await givenHours()
    const { body: holiday } = await away(admin, { from: date, reason: 'Founders’ Day' })
    expect((await at('09:00')).problem.code).toBe('doctor_away')
    const day = (await desk.call(readDayOfSessions, { params: { date } })).body
    expect(day.sessions.find((one) => one.doctorId === doctor.id)).toMatchObject({
      slots: [],
      away: 'Founders’ Day',
    })
    expect(holiday.displaced).toBe(0)
  })

  // The last test, because the hospital keeps this zone.
  test('is refused at an hour that the clocks pass over', async () => {
    await app.asOwner(`update hospital set time_zone = 'Europe/Berlin'`)
    const date = '2027-03-28'
    const { at } = await givenHours({
      weekday: weekdayOf(date),
      startsAt: '01:00',
      endsAt: '04:00',
      validFrom: date,
    })
    expect((await at('02:30', { date })).problem.errors).toMatchObject([
      { path: 'time', message: expect.stringContaining('the clocks go forward') },
    ])
    expect((await at('03:30', { date })).status).toBe(201)
  })
})

function formOf({
  id: _,
  doctorId: _d,
  doctor: _n,
  clinic: _c,
  ...form
}: Awaited<ReturnType<typeof givenSession>>) {
  const { outside: _o, ...fields } = form as typeof form & { outside?: number }
  return { ...fields, weeks: fields.weeks as (1 | 2 | 3 | 4 | 5)[] }
}
