import { expect, test } from 'vitest'
import {
  type CheckDigit,
  checkDigits,
  exampleOf,
  hasCheckDigit,
  identifierKey,
  identifierProblem,
  isPattern,
  shortIdentifier,
} from './identifier-rules.ts'

/** Numbers that standards and registers print as examples. */
const valid: Record<CheckDigit, string[]> = {
  LUHN: ['79927398713', '4539 1488 0343 6467'],
  MOD11: ['943 476 5919', '4010232137'],
  VERHOEFF: ['2363', '2341 2341 2346'],
  MOD97: ['529900T8BM49AURSDO55', '5493001KJTIIGC8Y1R12'],
}

test.each(checkDigits)('%s takes what is right, and finds each digit that is wrong', (kind) => {
  for (const number of valid[kind]) {
    expect(hasCheckDigit(kind, number), number).toBe(true)
    for (const [at, digit] of [...number].entries()) {
      if (!/\d/.test(digit)) continue
      const wrong = `${number.slice(0, at)}${(Number(digit) + 1) % 10}${number.slice(at + 1)}`
      expect(hasCheckDigit(kind, wrong), wrong).toBe(false)
    }
  }
  for (const none of ['', '7', 'ABC-DEF', '12٣4']) expect(hasCheckDigit(kind, none), none).toBe(false)
})

test.each(['MOD11', 'VERHOEFF', 'MOD97'] as const)('%s finds two neighbours that changed places', (kind) => {
  for (const number of valid[kind].map(identifierKey)) {
    for (let at = 0; at + 1 < number.length; at++) {
      const [one = '', other = ''] = number.slice(at)
      if (one === other || !/\d\d/.test(one + other)) continue
      const swapped = number.slice(0, at) + other + one + number.slice(at + 2)
      expect(hasCheckDigit(kind, swapped), swapped).toBe(false)
    }
  }
})

test.each([
  ['AB-123 456', 'ab123456'],
  ['ab123456', 'ab123456'],
  ['1/2.3_4:5', '12345'],
  ['№ 12–34', 'no1234'],
  ['Ｚ９', 'z9'],
  [' - ', ''],
])('%s is compared as %s', (typed, key) => {
  expect(identifierKey(typed)).toBe(key)
})

const nationalId = { name: 'National ID', pattern: '#### #### ####', checkDigit: 'VERHOEFF' as const }

test.each([
  ['2341 2341 2346', null],
  ['234123412346', null],
  ['2341-2341-2347', 'National ID isn’t valid. Compare each digit with the document'],
  ['2341 2341 234', 'National ID must look like 1234 5678 9012'],
  ['2341 2341 234X', 'National ID must look like 1234 5678 9012'],
  ['-', 'National ID needs letters or digits'],
])('%s: %s', (typed, problem) => {
  expect(identifierProblem(nationalId, typed)).toBe(problem)
})

test('a pattern has several forms, and letters that stand for themselves', () => {
  const passport = { name: 'Passport', pattern: '@#######, GB-@@###*', checkDigit: null }
  for (const typed of ['A1234567', 'gb ab1237', 'GBAB123X'])
    expect(identifierProblem(passport, typed)).toBeNull()
  for (const typed of ['1234567', 'A123456', 'FR-AB123X'])
    expect(identifierProblem(passport, typed)).toBe('Passport must look like A2345678 or GB-AB3456')
  expect(exampleOf('MRN-##')).toBe('MRN-12')
  expect(isPattern('@##, ###')).toBe(true)
  for (const none of ['', ' , ', 'ABC', '##, X']) expect(isPattern(none), none).toBe(false)
})

test('a search shows the end of a long identifier', () => {
  expect(shortIdentifier('National ID', '2341 2341 2346')).toBe('National ID …2346')
  expect(shortIdentifier('Card', '12-34')).toBe('Card 12-34')
})
