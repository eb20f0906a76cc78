import { expect, test } from 'vitest'
import { dateProof, noEvidence, noteDate, orderOf, readBirth, readDate } from './dates.ts'
import { guessValue, headerKey } from './fields.ts'
import { guessFields } from './kinds/kinds.ts'
import { patients } from './kinds/patients.ts'
import { markOf, noNumbers, noteNumber, numberProof, readNumber } from './numbers.ts'

function proofOf(...values: string[]) {
  const evidence = noEvidence()
  for (const value of values) noteDate(evidence, value)
  return dateProof(evidence)
}

test.each([
  [['03/04/1990', '1/2/1985'], 'UNPROVED'],
  [['03/04/1990', '25/04/1990', ''], 'DMY'],
  [['03-04-1990', '04-25-1990'], 'MDY'],
  [['25/04/1990', '04/25/1990'], 'MIXED'],
  [['1990-04-03', '1990/4/25 00:00:00', '3 Apr 1990', 'April 3, 1990', '19900403'], 'CLEAR'],
  [['04.04.1990', '1990-04-03'], 'CLEAR'],
  [['25041990'], 'DMY'],
  [['1984', '05/1984', 'May 1984', '00/00/1970', '25/04/1990'], 'DMY'],
  [['1984', '1985', '03/04/1990'], 'UNPROVED'],
  [['1984', '1985'], null],
  [['03/04/1990', 'Leeds', 'York'], null],
  [['31/02/1990', '45/45/1990'], null],
  [[''], null],
])('%j proves %s', (values, proof) => {
  expect(proofOf(...values)).toBe(proof)
})

test('a date is read by its column’s order, and one that it can’t be is no date', () => {
  expect(readDate('03/04/1990', 'DMY')).toEqual({ day: '1990-04-03' })
  expect(readDate('03/04/1990 00:00', 'MDY')).toEqual({ day: '1990-03-04' })
  expect(readDate('1990-04-03', 'MDY')).toEqual({ day: '1990-04-03' })
  expect(readDate('03/04/1990', orderOf('UNPROVED', null))).toEqual({
    problem: '“03/04/1990” can be read two ways. Choose whether the day comes first',
  })
  expect(readDate('04/25/1990', 'DMY')).toEqual({ problem: '“04/25/1990” is no date with the day first' })
  expect(readDate('03/04/90', 'DMY')).toEqual({ problem: '“03/04/90” needs a year of four digits' })
  expect(readDate('29/02/1990', 'DMY')).toEqual({ problem: '“29/02/1990” is not a date' })
  expect(orderOf('DMY', 'MDY')).toBe('MDY')
})

test.each([
  ['1984', '1984'],
  ['05/1984', '1984-05'],
  ['May 1984', '1984-05'],
  ['1984-05-00', '1984-05'],
  ['00/00/1984', '1984'],
  ['00/05/1984', '1984-05'],
  ['03/04/1990', '1990-04-03'],
  ['1990-04-03 00:00', '1990-04-03'],
])('a date of birth may be known in part: %s', (typed, birth) => {
  expect(readBirth(typed, 'DMY', '2026-11-29')).toEqual({ birth })
})

test.each([
  ['84', 'needs a year of four digits'],
  ['05/84', 'needs a year of four digits'],
  ['May 84', 'needs a year of four digits'],
  ['12 May ’84', 'needs a year of four digits'],
  ['about 40', 'needs a year of four digits'],
  ['40 years', 'is not a date'],
  ['2984', 'is not a date'],
])('%s is no date of birth: it %s', (typed, why) => {
  expect(readBirth(typed, 'DMY', '2026-11-29')).toEqual({ problem: `“${typed}” ${why}` })
})

test.each([
  [['1,234', '5.678'], 'UNPROVED'],
  [['1.234', '12,5'], 'COMMA'],
  [['0,500', '7'], 'COMMA'],
  [['1,234.50', '1,234,567'], 'POINT'],
  [['12.5', '12,5'], 'MIXED'],
  [['1 200', '7', '$5'], 'CLEAR'],
  [['a', '1', 'b'], null],
])('%j proves the decimal mark %s', (values, proof) => {
  const evidence = noNumbers()
  for (const value of values) noteNumber(evidence, value)
  expect(numberProof(evidence)).toBe(proof)
})

test('a number is read by its column’s decimal mark', () => {
  expect(readNumber('1.234,50 €', 'COMMA')).toEqual({ number: 1234.5 })
  expect(readNumber('1,234', 'POINT')).toEqual({ number: 1234 })
  expect(readNumber('1,234', markOf('UNPROVED', undefined))).toEqual({
    problem: '“1,234” can be read two ways. Choose the decimal mark',
  })
  expect(readNumber('12,5', 'POINT')).toEqual({ problem: '“12,5” is no number with a decimal point' })
  expect(readNumber('=1+1', 'POINT')).toEqual({ problem: '“=1+1” is not a number' })
})

test('columns are known by what other systems call them, each field once, an address from several', () => {
  const headers = [
    'Hosp No',
    'Family_Name',
    'firstName',
    'D.O.B.',
    'Sex',
    'Tel. No',
    'Mobile',
    'Street',
    'Town',
    'NHS number',
  ]
  expect(guessFields(patients, headers, [{ id: 'n1', name: 'NHS Number', isExclusive: true }])).toEqual([
    '',
    'lastName',
    'firstName',
    'dateOfBirth',
    'gender',
    'contactNumber',
    '',
    'address',
    'address',
    'identifier:n1',
  ])
  expect(headerKey(['DATE OF BIRTH', 'Sex '])).toBe(headerKey(['date-of-birth', 'sex']))
})

test('what stands for sex and blood group is known in common writings, and never guessed', () => {
  expect(['F', 'female', 'W', 'm.', 'Boy', '1', 'U', ''].map((typed) => guessValue('gender', typed))).toEqual(
    ['FEMALE', 'FEMALE', 'FEMALE', 'MALE', 'MALE', undefined, undefined, undefined],
  )
  const groups = ['O+', 'o pos', 'A Rh negative', 'AB+ve', '0 Rh(D) Positive', 'B −', 'A', 'unknown']
  expect(groups.map((typed) => guessValue('bloodGroup', typed))).toEqual([
    'O+',
    'O+',
    'A-',
    'AB+',
    'O+',
    'B-',
    undefined,
    undefined,
  ])
})
