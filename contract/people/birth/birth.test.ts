import { expect, test } from 'vitest'
import { ageWords, birthWords, knownBirth, youngestOn } from './birth.ts'
import { birthOf, isKnownBirth, readTypedBirth } from './typed-birth.ts'

const today = '2026-11-24'

test.each([
  ['21 Nov 1980', '1980-11-21'],
  ['21111980', '1980-11-21'],
  ['1980-11-21', '1980-11-21'],
  ['1984', '1984'],
  [' about 1984 ', '1984'],
  ['May 1984', '1984-05'],
  ['september, 1984', '1984-09'],
  ['05/1984', '1984-05'],
  ['5.1984', '1984-05'],
  ['1984-05', '1984-05'],
  ['about 40', '1986'],
  ['About  40 years old', '1986'],
  ['ca. 40', '1986'],
  ['~40', '1986'],
  ['40 years', '1986'],
  ['40y', '1986'],
  ['about 0', '2026'],
  ['about 8 months', '2026-03'],
  ['11 months', '2025-12'],
])('a date of birth typed as %j is known as %j', (typed, known) => {
  expect(readTypedBirth(typed, today)).toBe(known)
  // The value of the field is read again.
  expect(readTypedBirth(known, today)).toBe(known)
  expect(isKnownBirth(known)).toBe(true)
  expect(knownBirth(birthOf(known))).toBe(known)
})

test.each([
  '',
  '40',
  '2111',
  '1849',
  'about',
  'about 131',
  'about Asha',
  '13/1984',
  'xyz 1984',
  '40 m',
  '31 Feb 1980',
])('a date of birth typed as %j is not guessed at', (typed) => {
  expect(readTypedBirth(typed, today)).toBeUndefined()
})

test.each([
  ['1984-11-24', '24 Nov 1984', '42 years', 42],
  ['1984-11-25', '25 Nov 1984', '41 years', 41],
  ['1984-01-01', '1 Jan 1984', '42 years', 42],
  ['1984-05', 'May 1984', '42 years', 42],
  ['1984-11', 'Nov 1984', 'about 42 years', 41],
  ['1984-12', 'Dec 1984', '41 years', 41],
  ['1984', '1984', 'about 42 years', 41],
  ['2025', '2025', 'about 1 year', 0],
  ['2026', '2026', 'under 1 year', -1],
])('of %s the screens say %s and %s, and rules for children go by %d', (known, words, age, youngest) => {
  expect(birthWords(birthOf(known))).toBe(words)
  expect(ageWords(birthOf(known), today)).toBe(age)
  expect(youngestOn(today, birthOf(known))).toBe(youngest)
})

test.each(['', '12/5/1984', '1984-13', 'about 40', '198'])('%j is still as it was typed', (held) => {
  expect(isKnownBirth(held)).toBe(false)
})

test('a child of a year that is known in part stays one until the last day on which it can be', () => {
  expect(youngestOn('2026-12-30', birthOf('2008'))).toBe(17)
  expect(youngestOn('2026-12-31', birthOf('2008'))).toBe(18)
})
