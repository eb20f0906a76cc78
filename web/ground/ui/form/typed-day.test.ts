import { expect, test } from 'vitest'
import { readTypedDay } from '../../../../contract/days.ts'
import { typedDayProblem } from './typed-day.ts'

test.each([
  ['21 Nov 1980', '1980-11-21'],
  ['21 november 1980', '1980-11-21'],
  ['21st Nov, 1980', '1980-11-21'],
  ['Nov 21, 1980', '1980-11-21'],
  ['21/11/1980', '1980-11-21'],
  ['21.11.1980', '1980-11-21'],
  [' 1-2-1980 ', '1980-02-01'],
  ['21111980', '1980-11-21'],
  ['1980-11-21', '1980-11-21'],
  ['29 Feb 2024', '2024-02-29'],
])('a date of birth typed as %j is read day first', (typed, day) => {
  expect(readTypedDay(typed)).toBe(day)
})

test.each([
  '',
  '11/21/1980',
  '31 Feb 1980',
  '29 Feb 2023',
  '21 Nov 80',
  'Novem 1980',
  '21 xyz 1980',
  '0/0/0000',
])('a date of birth typed as %j is not guessed at', (typed) => {
  expect(readTypedDay(typed)).toBeUndefined()
})

test('a short year is asked for in full', () => {
  expect(typedDayProblem('21/11/80')).toContain('four digits')
  expect(typedDayProblem('31 Feb 1980')).toContain('Enter a valid date')
})
