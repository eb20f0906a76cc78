import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { daysAfter } from '../../../contract/days.ts'
import { isMissableOn, isQueueableOn } from '../../../contract/front-desk/appointment-days.ts'
import {
  type Appointment,
  callNext,
  listAppointmentsOfDay,
  listQueue,
  listTodaysAppointments,
  readAppointment,
  undoAppointmentChange,
} from '../../../contract/front-desk/appointments.ts'
import { summarizePatients } from '../../../contract/people/patients.ts'
import { spokenDay } from '../../../contract/spoken.ts'
import { startApp } from '../../testing/app.ts'
import { moveHospital, storyClock } from '../../testing/clock.ts'
import { change, givenAppointment, nextTime } from '../../testing/factories/appointments.ts'

const { clock, set } = storyClock('2025-02-01T12:00:00Z')
const app = await startApp({ clock })
afterAll(() => app.close())
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')
const colleague = await app.signIn('doctor')

/** Nights with their time zones; on most of them, or the morning after, the clocks change. */
const nights = [
  { timeZone: 'UTC', day: '2025-06-17' },
  { timeZone: 'Europe/Berlin', day: '2025-10-25' },
  { timeZone: 'America/New_York', day: '2025-03-08' },
  // The day after begins at 1 o'clock.
  { timeZone: 'Africa/Cairo', day: '2025-04-24' },
  // Midnight comes twice.
  { timeZone: 'Africa/Cairo', day: '2025-10-30' },
  { timeZone: 'Australia/Lord_Howe', day: '2025-10-04' },
  { timeZone: 'Pacific/Kiritimati', day: '2025-12-31' },
]

describe.each(nights)('the night after $day in $timeZone', ({ timeZone, day }) => {
  const nextDay = daysAfter(day, 1)

  beforeEach(async () => {
    await app.asOwner('delete from appointment_status_change')
    await app.asOwner('delete from appointment')
    await app.asOwner('delete from queue_day')
    await moveHospital(app, timeZone)
    await clockShows(timeZone, day, '23:58')
  })

  test('those who wait or are with a doctor stay in the queue, and go on as on any day', async () => {
    const waiting = await waitingFor(doctor, day)
    const emergency = await waitingFor(colleague, day, 'EMERGENCY')
    const begun = await waitingFor(doctor, day)
    expect((await change(doctor, begun, { status: 'IN_PROGRESS' })).status).toBe(200)
    const missed = await givenAppointment(desk, { doctorId: doctor.id, date: day })
    const done = await waitingFor(doctor, day)
    await change(doctor, done, { status: 'IN_PROGRESS' })
    await change(doctor, done, { status: 'COMPLETED' })

    await clockShows(timeZone, nextDay, '00:05')
    const booked = await givenAppointment(desk, { doctorId: doctor.id, date: nextDay })
    expect(await numbersOnBoard()).toEqual([
      [day, waiting.queueNumber],
      [day, emergency.queueNumber],
      [day, begun.queueNumber],
      [nextDay, booked.queueNumber],
    ])
    // The list of today's bookings has none of yesterday's.
    expect(idsOf((await desk.call(listTodaysAppointments)).body)).toEqual([booked.id])
    expect((await desk.call(summarizePatients)).body.pendingAppointments).toBe(3)
    // Yesterday's list is complete.
    const yesterdays = (await desk.call(listAppointmentsOfDay, { params: { date: day } })).body
    expect(yesterdays).toHaveLength(5)

    expect((await change(colleague, emergency, { status: 'IN_PROGRESS' })).body.status).toBe('IN_PROGRESS')
    expect((await change(doctor, begun, { status: 'COMPLETED' })).body.status).toBe('COMPLETED')
    const noShow = { status: 'CANCELLED', cancelReason: 'DID_NOT_ATTEND' } as const
    expect((await change(desk, waiting, noShow)).body.status).toBe('CANCELLED')
    expect((await change(desk, missed, noShow)).body.status).toBe('CANCELLED')
    // Patients who left the queue tonight are still on tonight's board.
    expect(await numbersOnBoard()).toEqual([
      [day, waiting.queueNumber],
      [day, emergency.queueNumber],
      [day, begun.queueNumber],
      [nextDay, booked.queueNumber],
    ])

    await clockShows(timeZone, daysAfter(day, 2), '08:00')
    expect(await numbersOnBoard()).toEqual([[day, emergency.queueNumber]])
  })

  test('call next takes who waits since yesterday before those of today', async () => {
    const yesterdays = await waitingFor(doctor, day)
    const ofColleague = await waitingFor(colleague, day)
    await clockShows(timeZone, nextDay, '00:05')
    const todays = await waitingFor(doctor, nextDay)
    const order = []
    for (let calls = 0; calls < 3; calls++) order.push((await doctor.call(callNext)).body.id)
    expect(order).toEqual([yesterdays.id, todays.id, ofColleague.id])
    expect((await doctor.call(callNext)).problem.code).toBe('nobody_waiting')
  })

  test('a step before midnight is taken back after it', async () => {
    const waiting = await waitingFor(doctor, day)
    expect((await doctor.call(callNext)).body.id).toBe(waiting.id)
    await clockShows(timeZone, nextDay, '00:01')
    const undone = await doctor.call(undoAppointmentChange, { params: { id: waiting.id } })
    expect(undone.body).toMatchObject({ status: 'IN_QUEUE', queuedAt: waiting.queuedAt })
    const called = (await doctor.call(callNext)).body
    const completed = (await change(doctor, called, { status: 'COMPLETED' })).body
    await doctor.call(undoAppointmentChange, { params: { id: completed.id } })
    expect(await numbersOnBoard()).toEqual([[day, waiting.queueNumber]])
    await clockShows(timeZone, daysAfter(day, 3), '09:00')
    expect(await numbersOnBoard()).toEqual([[day, waiting.queueNumber]])
  })

  test('who comes after midnight is rescheduled to the new day, and queued then', async () => {
    const inTime = await givenAppointment(desk, { doctorId: doctor.id, date: day })
    const late = await givenAppointment(desk, { doctorId: doctor.id, date: day })
    await clockShows(timeZone, day, '23:59')
    expect((await change(desk, inTime, { status: 'IN_QUEUE' })).body.status).toBe('IN_QUEUE')
    await clockShows(timeZone, nextDay, '00:00')
    expect(isQueueableOn(nextDay, late)).toBe(false)
    expect((await change(desk, late, { status: 'IN_QUEUE' })).problem).toMatchObject({
      status: 409,
      code: 'transition_refused',
      detail: `This appointment was on ${spokenDay(day)}. Reschedule it to today, then add the patient to the queue.`,
    })
    const moved = await change(desk, late, { date: nextDay, status: 'IN_QUEUE' })
    expect(moved.body).toMatchObject({ date: nextDay, status: 'IN_QUEUE', queueNumber: 1 })
    // A patient who was in the queue stays in it.
    expect(await numbersOnBoard()).toEqual([
      [day, inTime.queueNumber],
      [nextDay, moved.body.queueNumber],
    ])
  })

  test('nobody is queued for a day to come, not even two minutes before it', async () => {
    const early = await givenAppointment(desk, { doctorId: doctor.id, date: nextDay })
    expect(isQueueableOn(day, early)).toBe(false)
    expect((await change(desk, early, { status: 'IN_QUEUE' })).problem).toMatchObject({
      status: 409,
      code: 'transition_refused',
      detail: `This appointment is on ${spokenDay(nextDay)}. Add the patient to the queue on that day, or reschedule it.`,
    })
  })

  test('nobody has stayed away before the day has come, and from midnight on they can have', async () => {
    const booked = await givenAppointment(desk, { doctorId: doctor.id, date: nextDay })
    const missed = { status: 'CANCELLED', cancelReason: 'DID_NOT_ATTEND' } as const
    await clockShows(timeZone, day, '23:59')
    expect(isMissableOn(day, booked)).toBe(false)
    expect((await change(desk, booked, missed)).problem).toMatchObject({
      status: 422,
      errors: [
        {
          path: 'cancelReason',
          message: `This appointment is on ${spokenDay(nextDay)}. Choose another reason until then.`,
        },
      ],
    })
    await clockShows(timeZone, nextDay, '00:00')
    expect((await change(desk, booked, missed)).body).toMatchObject(missed)
  })

  test('who waits since yesterday keeps day and number, and can change the doctor', async () => {
    const waiting = await waitingFor(doctor, day)
    await clockShows(timeZone, nextDay, '00:05')
    expect((await change(desk, waiting, { date: nextDay })).problem).toMatchObject({
      code: 'transition_refused',
      detail: 'The patient is in the queue. Cancel this appointment to book another day.',
    })
    const other = await change(desk, waiting, { doctorId: colleague.id })
    expect(other.body).toMatchObject({ doctorId: colleague.id, date: day, queueNumber: waiting.queueNumber })
    expect((await colleague.call(callNext)).body.id).toBe(waiting.id)
  })

  test('who waits since yesterday changes to a doctor who was booked for that time, at another time', async () => {
    const waiting = await waitingFor(doctor, day)
    const missed = await givenAppointment(desk, { doctorId: doctor.id, date: day })
    const { time } = await givenAppointment(desk, { doctorId: colleague.id, date: day, time: waiting.time })
    await clockShows(timeZone, nextDay, '00:05')
    const taken = await change(desk, waiting, { doctorId: colleague.id })
    expect(taken.problem.code).toBe('doctor_slot_taken')
    const to = { doctorId: colleague.id, time: nextTime() }
    const other = await change(desk, waiting, to)
    expect(other.body).toMatchObject({
      ...to,
      date: day,
      queueNumber: waiting.queueNumber,
      status: 'IN_QUEUE',
    })
    // A patient who did not come can only be rescheduled to a later day.
    expect((await change(desk, missed, { time })).problem).toMatchObject({ errors: [{ path: 'date' }] })
  })
})

test('somebody who was forgotten in the queue for weeks is shown until cleared', async () => {
  await moveHospital(app, 'UTC')
  await clockShows('UTC', '2025-06-01', '17:00')
  await app.asOwner('delete from appointment_status_change')
  await app.asOwner('delete from appointment')
  const forgotten = await waitingFor(doctor, '2025-06-01')
  await clockShows('UTC', '2025-06-20', '08:00')
  expect(await numbersOnBoard()).toEqual([['2025-06-01', forgotten.queueNumber]])
  await change(desk, forgotten, { status: 'CANCELLED', cancelReason: 'DID_NOT_ATTEND' })
  // On the board until the day ends, so that it can be undone; then only in its own day's list.
  expect((await desk.call(listQueue)).body).toMatchObject([{ id: forgotten.id, status: 'CANCELLED' }])
  await clockShows('UTC', '2025-06-21', '08:00')
  expect((await desk.call(listQueue)).body).toEqual([])
  const kept = await desk.call(readAppointment, { params: { id: forgotten.id } })
  expect(kept.body).toMatchObject({ cancelReason: 'DID_NOT_ATTEND', date: '2025-06-01' })
})

test('the database itself refuses what a server would have let through', async () => {
  await clockShows('UTC', '2025-06-01', '10:00')
  const waiting = await waitingFor(doctor, '2025-06-01')
  const missed = await givenAppointment(desk, { doctorId: doctor.id, date: '2025-06-01' })
  await clockShows('UTC', '2025-06-02', '00:00')
  await expect(
    app.asOwner(`update appointment set date = '2025-06-02' where id = $1`, [waiting.id]),
  ).rejects.toMatchObject({ constraint: 'appointment_in_queue_keeps_its_day' })
  await expect(
    app.asOwner(`update appointment set status = 'IN_QUEUE' where id = $1`, [missed.id]),
  ).rejects.toMatchObject({ constraint: 'appointment_queued_on_its_day' })
})

/** Sets the clock to the moment at which the hospital's shows this, even if clock changes skip that time. */
async function clockShows(timeZone: string, day: string, time: string) {
  const [row] = await app.asOwner<{ moment: Date }>(
    'select ($1::date + $2::time) at time zone $3 as moment',
    [day, time, timeZone],
  )
  await set(app, row?.moment ?? clock())
  await Promise.all([desk, doctor, colleague].map((person) => person.renewToken()))
}

async function waitingFor(
  whose: { id: string },
  date: string,
  type: Appointment['type'] = 'GENERAL',
): Promise<Appointment> {
  const booked = await givenAppointment(desk, { doctorId: whose.id, date, type })
  const queued = await change(desk, booked, { status: 'IN_QUEUE' })
  expect(queued.status).toBe(200)
  return queued.body
}

async function numbersOnBoard(): Promise<[string, number][]> {
  return (await doctor.call(listQueue)).body.map(({ date, queueNumber }) => [date, queueNumber])
}

function idsOf(appointments: readonly Appointment[]): string[] {
  return appointments.map(({ id }) => id)
}
