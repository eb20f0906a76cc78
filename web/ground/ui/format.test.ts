import { expect, test } from 'vitest'
import {
  agoWords,
  formatDay,
  formatDuration,
  formatMoment,
  formatTime,
  formatWeekday,
  inZone,
  patientName,
  todayIn,
} from './format.ts'

test('days and times can’t be confused, and no line ends within a time', () => {
  expect(formatDay('2026-11-21')).toBe('21 Nov 2026')
  expect(formatDay('2026-02-03')).toBe('3 Feb 2026')
  expect(formatWeekday('2026-11-21')).toBe('Saturday, 21 Nov 2026')
  expect(['00:00', '00:05', '10:30', '12:00', '23:59'].map(formatTime)).toEqual([
    '12:00\u00a0AM',
    '12:05\u00a0AM',
    '10:30\u00a0AM',
    '12:00\u00a0PM',
    '11:59\u00a0PM',
  ])
})

test('a moment is told in the hospital’s zone', () => {
  expect(formatMoment('2026-11-21T23:30:00.000Z', 'Asia/Kolkata')).toBe('22 Nov 2026, 5:00\u00a0AM')
  expect(formatMoment('2026-11-21T03:30:00.000Z', 'America/New_York')).toBe('20 Nov 2026, 10:30\u00a0PM')
})

test('midnight belongs to the day that it begins', () => {
  expect(inZone('2026-11-21T00:00:00.000Z', 'UTC')).toEqual({ day: '2026-11-21', time: '00:00' })
  expect(todayIn('Pacific/Auckland', new Date('2026-11-21T11:00:00.000Z'))).toBe('2026-11-22')
  expect(todayIn('Pacific/Auckland', new Date('2026-11-21T10:59:59.000Z'))).toBe('2026-11-21')
})

test('the hour that a clock change takes or gives moves no day', () => {
  expect(inZone('2026-03-08T06:59:00.000Z', 'America/New_York')).toEqual({ day: '2026-03-08', time: '01:59' })
  expect(inZone('2026-03-08T07:00:00.000Z', 'America/New_York')).toEqual({ day: '2026-03-08', time: '03:00' })
  expect(inZone('2026-11-01T05:30:00.000Z', 'America/New_York')).toEqual({ day: '2026-11-01', time: '01:30' })
  expect(inZone('2026-11-01T06:30:00.000Z', 'America/New_York')).toEqual({ day: '2026-11-01', time: '01:30' })
})

test('of what is long ago, the minutes are not told', () => {
  const minute = 60_000
  const told = [0.5, 12, 59, 60, 200, 23 * 60, 26 * 60, 1500 * 24 * 60].map((passed) =>
    agoWords(passed * minute),
  )
  const days = ['1 d ago', '1,500 d ago']
  expect(told).toEqual(['just now', '12 min ago', '59 min ago', '1 h ago', '3 h ago', '23 h ago', ...days])
})

test('durations are read at a glance', () => {
  const minute = 60_000
  expect(
    [0, 59_999, minute, 59 * minute, 60 * minute, 185 * minute, 1440 * minute + 125 * minute].map(
      formatDuration,
    ),
  ).toEqual(['under 1 min', 'under 1 min', '1 min', '59 min', '1 h', '3 h 5 min', '1 d 2 h'])
})

test('a patient is named family name first', () => {
  expect(patientName({ firstName: 'Asha', lastName: 'Rao' })).toBe('RAO, Asha')
  expect(patientName({ firstName: 'Jürgen', lastName: 'Weiß' })).toBe('WEISS, Jürgen')
})
