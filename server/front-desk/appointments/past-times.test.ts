import { afterAll, describe, expect, test } from 'vitest'
import { startApp } from '../../testing/app.ts'
import { moveHospital, storyClock } from '../../testing/clock.ts'
import { book, change, givenAppointment } from '../../testing/factories/appointments.ts'

/** A time that has passed is booked when somebody was asked about it and meant it. */

const { clock, set } = storyClock('2026-06-10T12:00:00Z')
const app = await startApp({ clock })
afterAll(() => app.close())
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')

describe.each([
  { timeZone: 'Asia/Kolkata', day: '2026-06-11', evening: '2026-06-11T15:00:00Z' },
  // The clocks go back an hour in the night before.
  { timeZone: 'America/New_York', day: '2026-11-01', evening: '2026-11-02T01:30:00Z' },
])('at 8:30 PM in $timeZone on $day', ({ timeZone, day, evening }) => {
  const wish = (time: string, others: { evenIfPassed?: boolean } = {}) => ({
    doctorId: doctor.id,
    date: day,
    time,
    evenIfPassed: false,
    ...others,
  })

  test('a booking for 8:30 AM asks, and is booked when it was meant', async () => {
    await moveHospital(app, timeZone)
    await set(app, new Date(evening))
    await desk.renewToken()
    const refused = await book(desk, wish('08:30'))
    const [, month, date] = day.split('-')
    const words = `${Number(date)} ${month === '06' ? 'Jun' : 'Nov'} 2026`
    const sentence = `That was 12 hours ago: ${words} at 8:30 AM. Nothing was saved.`
    expect(refused.problem).toMatchObject({
      status: 409,
      code: 'time_has_passed',
      detail: sentence,
      errors: [{ path: 'time', message: sentence }],
    })
    const meant = await book(desk, wish('08:30', { evenIfPassed: true }))
    expect(meant.body).toMatchObject({ time: '08:30', queueNumber: 1 })
  })

  test('whoever stands at the desk is booked for a few minutes ago without a question', async () => {
    expect((await book(desk, wish('20:15'))).status).toBe(201)
    expect((await book(desk, wish('20:14'))).problem.detail).toMatch(/^That was 16 minutes ago: /)
    expect((await book(desk, wish('20:31'))).status).toBe(201)
  })

  test('rescheduling asks for the new time alone', async () => {
    const booked = await givenAppointment(desk, wish('07:10', { evenIfPassed: true }))
    expect((await change(desk, booked, { notes: 'Fasting' })).status).toBe(200)
    const later = { ...booked, version: 2 }
    const refused = await change(desk, later, { time: '07:20', evenIfPassed: false })
    expect(refused.problem.code).toBe('time_has_passed')
    const moved = await change(desk, later, { time: '07:20', evenIfPassed: true })
    expect(moved.body).toMatchObject({ time: '07:20', version: 3 })
  })
})
