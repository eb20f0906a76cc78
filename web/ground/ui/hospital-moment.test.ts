import { expect, test } from 'vitest'
import { inZone } from './format.ts'
import { momentAt } from './hospital-moment.ts'

test.each([
  ['2026-03-02', '14:00', 'Asia/Kolkata', '2026-03-02T08:30:00.000Z'],
  ['2026-03-02', '14:00', 'America/New_York', '2026-03-02T19:00:00.000Z'],
  ['2026-07-02', '00:05', 'Europe/Berlin', '2026-07-01T22:05:00.000Z'],
  ['2026-12-31', '23:59', 'Pacific/Auckland', '2026-12-31T10:59:00.000Z'],
  // The day on which clocks go forward, after they did; and the day on which they go back, both sides of it.
  ['2026-03-29', '03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25', '01:30', 'Europe/Berlin', '2026-10-24T23:30:00.000Z'],
  ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25', '03:30', 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
])('%s %s in %s is %s', (day, time, timeZone, moment) => {
  expect(momentAt(day, time, timeZone)).toBe(moment)
})

test('hours all over a year lead there and back', () => {
  for (const timeZone of ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
    for (let hour = 0; hour < 365 * 24; hour += 13) {
      const shown = new Date(Date.UTC(2026, 0, 1, hour)).toISOString()
      const [day, time] = [shown.slice(0, 10), shown.slice(11, 16)]
      const back = inZone(momentAt(day, time, timeZone), timeZone)
      // An hour that the clock leaves out is the only one that can't come back.
      const isBack = back.day === day && back.time === time
      expect(isBack || back.time > time, `${timeZone} ${day} ${time} → ${back.time}`).toBe(true)
    }
  }
})
