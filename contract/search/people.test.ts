import { expect, test } from 'vitest'
import { beginningsFirst, finderOf, isBeginning, soughtBirth, soughtWords } from './people.ts'

test('words are searched one by one, in whatever order and however separated', () => {
  expect(soughtWords(' García,  José ')).toEqual(['garcia', 'jose'])
  expect(soughtWords('')).toEqual([])
  expect(soughtWords(undefined)).toEqual([])
})

test.each([
  ['gar', 'José García', true],
  ['gar', 'Zoë Agarwal', false],
  ['GAR jo', 'José García', true],
  ['gar zo', 'José García', false],
  ['lop', 'Ana García López', true],
  ['lop', 'Ana García-López', true],
  ['gar', 'Ann O’Gara', true],
  ['anne-m', 'Anne-Marie Roux', true],
  ['o’b', "Ann O'Brien", true],
  ['łu', 'Lukasz Nowak', true],
])('%j begins a name of %s: %s', (typed, names, begins) => {
  expect(isBeginning(names, soughtWords(typed))).toBe(begins)
})

test('whose name begins so comes first, and all else stays as it is', () => {
  const names = ['Agarwal', 'Garcia', 'Hagar', 'Gareth']
  expect(beginningsFirst(names, 'gar', (name) => name)).toEqual(['Garcia', 'Gareth', 'Agarwal', 'Hagar'])
  expect(beginningsFirst(names, ' ', (name) => name)).toEqual(names)
})

test('a date of birth finds in any usual form, and digits alone are a number', () => {
  for (const typed of [
    '1956-04-10',
    '10/04/1956',
    '10.4.1956',
    '10 Apr 1956',
    '10-apr-1956',
    'April 10, 1956',
  ]) {
    expect(soughtBirth(typed), typed).toBe('1956-04-10')
    expect(finderOf(typed)('rao asha mrn1000', '1956-04-10'), typed).toBe(true)
    expect(finderOf(typed)('rao asha mrn1000', '1956-10-04'), typed).toBe(false)
  }
  expect(soughtBirth('10041956')).toBeUndefined()
  expect(soughtBirth('0000-01-01')).toBeUndefined()
  expect(soughtBirth('1 Jan 0000')).toBeUndefined()
  expect(finderOf('rao')('rao asha mrn1000')).toBe(true)
})

test('a month of birth finds, and a date finds where no more than its month or year is known', () => {
  expect(soughtBirth('Apr 1956')).toBe('1956-04')
  expect(soughtBirth('04/1956')).toBe('1956-04')
  // A part of a phone number.
  for (const typed of ['04 1956', '04-1956', '1956-04', '1956'])
    expect(soughtBirth(typed), typed).toBeUndefined()
  const finds = (typed: string) =>
    ['1956-04-10', '1956-04', '1956', '1956-05-10', '1956-05', '1957'].filter((known) =>
      finderOf(typed)('rao asha mrn1000', known),
    )
  expect(finds('10 Apr 1956')).toEqual(['1956-04-10', '1956-04', '1956'])
  expect(finds('Apr 1956')).toEqual(['1956-04-10', '1956-04', '1956'])
  expect(finds('1956')).toEqual(['1956'])
  expect(finds('19560410')).toEqual([])
})
