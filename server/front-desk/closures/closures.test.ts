import { afterAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Appointment, readAppointment } from '../../../contract/front-desk/appointments.ts'
import {
  addClosure,
  countDisplaced,
  countOutsideHours,
  type Decision,
  type Displaced,
  listClosures,
  listDisplaced,
  listOutsideHours,
  readClosure,
  resolveDisplaced,
  withdrawClosure,
} from '../../../contract/front-desk/closures.ts'
import { readDayOfSessions } from '../../../contract/front-desk/schedules.ts'
import { startApp } from '../../testing/app.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { book, change } from '../../testing/factories/appointments.ts'
import { givenClinic } from '../../testing/factories/clinics.ts'
import { away, givenSession, weekdayOf } from '../../testing/factories/schedules.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const clinic = await givenClinic(admin)
const today = utcToday()
let last = 7
/** A day on which no test booked. */
const freshDay = () => daysAfter(today, last++)

/** A doctor who sees patients on that weekday, in a clinic of their own unless told otherwise. */
async function doctorOn(date: string, wishes: Partial<Parameters<typeof givenSession>[1]> = {}) {
  const doctor = await app.signIn('doctor')
  const weekday = weekdayOf(date)
  await givenSession(admin, { doctorId: doctor.id, clinicId: clinic.id, weekday, ...wishes })
  return {
    ...doctor,
    books: async (time: string, more = {}): Promise<Appointment> =>
      (await book(desk, { doctorId: doctor.id, date, time, ...more })).body,
  }
}
const displaced = async (closure: { id: string }) =>
  (await desk.call(listDisplaced, { params: { id: closure.id } })).body
type Decided = z.input<typeof Decision>
const decide = async (decisions: Decided[]) =>
  (await desk.call(resolveDisplaced, { body: { decisions } })).body.results
const about = ({ appointment: { id, version } }: Displaced) => ({ appointmentId: id, version })
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const patientsOf = (length: number, books: (time: string) => Promise<Appointment>) =>
  Promise.all(Array.from({ length }, (_, at) => books(clock(9 * 60 + at * 5))))
const moveTo = (item: Displaced, place: { doctorId: string; date: string; time: string } | null): Decided => {
  if (!place) throw new Error('no place is proposed')
  const { doctorId, date, time } = place
  return { action: 'MOVE', ...about(item), doctorId, date, time }
}

describe('leave', () => {
  test('lists the bookings in its time, and each is moved, cancelled or kept in one call', async () => {
    const date = freshDay()
    const long = { endsAt: '14:00', slotMinutes: 5 }
    const own = await givenClinic(admin)
    const doctor = await doctorOn(date, { ...long, clinicId: own.id })
    const colleague = await doctorOn(date, { ...long, clinicId: own.id })
    await patientsOf(20, doctor.books)
    const period = { doctorId: doctor.id, from: date, to: date }
    expect((await admin.call(countDisplaced, { query: period })).body).toEqual({ displaced: 20 })
    const { body: leave } = await away(admin, period)
    const items = await displaced(leave)
    expect(items.map(({ appointment }) => appointment.time)).toEqual(
      Array.from({ length: 20 }, (_, at) => clock(9 * 60 + at * 5)),
    )
    expect(items.every((one) => one.colleague?.doctorId === colleague.id)).toBe(true)
    expect(new Set(items.map(({ later }) => `${later?.date} ${later?.time}`)).size).toBe(20)
    expect(items.every(({ later }) => later && later.date > date)).toBe(true)

    const decisions = items.map((item, at): Decided => {
      if (at === 0) return { action: 'CANCEL', ...about(item), cancelReason: 'OTHER' }
      if (at === 1) return { action: 'KEEP', ...about(item), reason: 'She comes in for this one' }
      return moveTo(item, at % 2 ? item.later : item.colleague)
    })
    expect((await decide(decisions)).filter(({ refused }) => refused !== null)).toEqual([])
    expect(await displaced(leave)).toEqual([])
    expect((await desk.call(readClosure, { params: { id: leave.id } })).body.displaced).toBe(0)
    const now = await Promise.all(
      items
        .slice(0, 4)
        .map(async ({ appointment: { id } }) => (await desk.call(readAppointment, { params: { id } })).body),
    )
    expect(now).toMatchObject([
      { status: 'CANCELLED', cancelReason: 'OTHER', cancelNote: 'the doctor is away' },
      { doctorId: doctor.id, date, overbookReason: 'She comes in for this one' },
      { doctorId: colleague.id, date, time: items[2]?.appointment.time, minutes: 5 },
      { doctorId: doctor.id, date: items[3]?.later?.date, time: items[3]?.later?.time },
    ])
  })

  test('refuses a decision alone whose booking was changed meanwhile', async () => {
    const date = freshDay()
    const doctor = await doctorOn(date)
    for (const time of ['09:00', '09:15']) await doctor.books(time)
    const { body: leave } = await away(admin, { doctorId: doctor.id, from: date })
    const [moved, stays] = await displaced(leave)
    if (!moved || !stays) throw new Error('they are not listed')
    await change(desk, stays.appointment, { notes: 'Prefers mornings' })
    expect(await decide([moveTo(stays, stays.later), moveTo(moved, moved.later)])).toEqual([
      { appointmentId: stays.appointment.id, refused: expect.stringContaining('changed in the meantime') },
      { appointmentId: moved.appointment.id, refused: null },
    ])
    expect((await displaced(leave)).map(({ appointment }) => appointment.id)).toEqual([stays.appointment.id])
    // A place that another patient has taken meanwhile.
    const [again] = await displaced(leave)
    if (!again?.later) throw new Error('it has no place')
    await book(desk, { doctorId: doctor.id, date: again.later.date, time: again.later.time })
    const [result] = await decide([moveTo(again, again.later)])
    expect(result?.refused).toMatch(/taken|already has an appointment/)
  })

  test('is a doctor’s own to record, in time that is not over, and once', async () => {
    const date = freshDay()
    const [doctor, other] = [await doctorOn(date), await doctorOn(date)]
    const form = (wishes: object) => ({
      body: { cause: 'LEAVE' as const, from: date, to: date, reason: 'Away', ...wishes },
    })
    expect((await doctor.call(addClosure, form({ doctorId: other.id }))).status).toBe(403)
    expect((await doctor.call(addClosure, form({ cause: 'HOLIDAY' }))).status).toBe(403)
    expect((await desk.call(addClosure, form({ doctorId: doctor.id }))).status).toBe(403)
    const own = await doctor.call(addClosure, form({ doctorId: doctor.id }))
    expect(own.status).toBe(201)
    expect((await other.call(withdrawClosure, { params: { id: own.body.id } })).status).toBe(403)
    expect(
      (await doctor.call(addClosure, form({ doctorId: doctor.id, to: daysAfter(date, 3) }))).problem,
    ).toMatchObject({ code: 'closure_overlaps', errors: [{ path: 'from' }] })
    const past = { doctorId: doctor.id, from: daysAfter(today, -3), to: daysAfter(today, -2) }
    expect((await admin.call(addClosure, form(past))).problem).toMatchObject({
      code: 'invalid_input',
      errors: [{ path: 'to', message: expect.stringContaining('This time has passed') }],
    })
    expect((await desk.call(listClosures, { query: { doctorId: doctor.id } })).body).toMatchObject([
      { id: own.body.id, cause: 'LEAVE', from: date, fromTime: null, to: date, toTime: null },
    ])
    expect((await doctor.call(withdrawClosure, { params: { id: own.body.id } })).status).toBe(200)
    expect((await doctor.call(addClosure, form({ doctorId: doctor.id }))).status).toBe(201)
  })

  test('over 60 bookings is decided in one call', async () => {
    const date = freshDay()
    const doctor = await doctorOn(date, { endsAt: '14:00', slotMinutes: 5 })
    await patientsOf(60, doctor.books)
    const { body: leave } = await away(admin, { doctorId: doctor.id, from: date })
    const asked = performance.now()
    const items = await displaced(leave)
    const read = performance.now()
    const results = await decide(items.map((item) => moveTo(item, item.later)))
    // The time depends on the machine, so it has no bound.
    console.log(
      `60 displaced bookings: listed in ${Math.round(read - asked)} ms, moved in ${Math.round(performance.now() - read)} ms`,
    )
    expect(results.filter(({ refused }) => refused === null)).toHaveLength(60)
  })
})

test('a holiday closes all sessions, and withdrawing it opens them again', async () => {
  const date = freshDay()
  const [one, other] = [await doctorOn(date), await doctorOn(date)]
  await one.books('09:00')
  await other.books('09:30')
  const { body: holiday } = await away(admin, { from: date, reason: 'Founders’ Day' })
  expect(holiday.displaced).toBe(2)
  const sessions = async () =>
    (await desk.call(readDayOfSessions, { params: { date } })).body.sessions
      .filter(({ doctorId }) => [one.id, other.id].includes(doctorId))
      .map(({ slots, away: why }) => [slots.length, why])
  expect(await sessions()).toEqual([
    [0, 'Founders’ Day'],
    [0, 'Founders’ Day'],
  ])
  for (const doctor of [one, other])
    expect((await book(desk, { doctorId: doctor.id, date, time: '09:15' })).problem.code).toBe('doctor_away')
  expect((await admin.call(withdrawClosure, { params: { id: holiday.id } })).status).toBe(200)
  expect(await sessions()).toEqual([
    [4, null],
    [4, null],
  ])
  expect((await one.books('09:15')).seat).toBe(1)
  expect((await desk.call(readClosure, { params: { id: holiday.id } })).status).toBe(404)
  expect((await desk.call(listDisplaced, { params: { id: holiday.id } })).status).toBe(404)
})

test('bookings outside a doctor’s hours are counted by doctor, and decided like those of an absence', async () => {
  const date = freshDay()
  const doctor = await app.signIn('doctor')
  await book(desk, { doctorId: doctor.id, date, time: '08:00' })
  const outside = async () =>
    (await desk.call(countOutsideHours)).body.find(({ doctorId }) => doctorId === doctor.id)?.outside
  expect(await outside()).toBeUndefined()
  await givenSession(admin, { doctorId: doctor.id, clinicId: clinic.id, weekday: weekdayOf(date) })
  expect(await outside()).toBe(1)
  const [item] = (await desk.call(listOutsideHours, { query: { doctorId: doctor.id } })).body
  if (!item) throw new Error('it is not listed')
  expect(await decide([moveTo(item, item.later)])).toMatchObject([{ refused: null }])
  expect(await outside()).toBeUndefined()
})
