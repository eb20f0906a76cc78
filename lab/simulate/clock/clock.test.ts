import { expect, test } from 'vitest'
import { dayNumber, wallClock } from '../../../server/demo/calendar.ts'
import { midnightOf } from './clock.ts'
import { isDueWithin } from './due.ts'

test.each([
  ['2027-01-03', '2027-01-03T00:00:00Z'],
  ['2027-03-28', '2027-03-28T00:00:00Z'],
  ['2027-03-29', '2027-03-28T23:00:00Z'],
  ['2027-10-31', '2027-10-30T23:00:00Z'],
  ['2027-11-01', '2027-11-01T00:00:00Z'],
])('in London %s begins at %s, also where the clocks change', (day, begins) => {
  const midnight = midnightOf(wallClock('Europe/London'), dayNumber(day))
  expect(new Date(midnight)).toEqual(new Date(begins))
})

test.each([
  ['* * * * *', '10:00', '10:01', true],
  ['*/15 * * * *', '10:01', '10:14', false],
  ['*/15 * * * *', '10:01', '10:15', true],
  ['35 * * * *', '10:35', '10:50', false],
  ['35 * * * *', '10:30', '10:45', true],
  ['35 2 * * *', '10:30', '10:45', false],
  ['35 2 * * *', '02:30', '02:45', true],
])('a job of %s is due after %s, up to %s: %s', (every, after, until, isDue) => {
  const at = (time: string) => Date.parse(`2027-01-03T${time}:00Z`)
  expect(isDueWithin(every, at(after), at(until))).toBe(isDue)
})

test('an expression that it can’t follow is no quiet never', () => {
  expect(() => isDueWithin('0 3 * * 1', 0, 60_000)).toThrow('can’t tell')
  expect(() => isDueWithin('1,2 3 * * *', 0, 60_000)).toThrow('can’t tell')
})
