import { describe, expect, test } from 'vitest'
import { bedNumberWords, existWords, meantBeds } from './bed-numbers.ts'

const thirty = Array.from({ length: 30 }, (_, place) => `A-${101 + place}`)

describe('beds as somebody types them', () => {
  test.each([
    'A-101 to A-130',
    'A-101 - A-130',
    'A-101 – A-130',
    'A-101…A-130',
    'A-101...A-130',
    'A-101 -- A-130',
    'A-101  to  A-130',
    '  A-101 –  A-130 ',
    'A-101 TO a-130',
    'A-101 to 130',
  ])('%s are thirty', (typed) => {
    expect(meantBeds(typed)).toEqual({ numbers: thirty })
    expect(bedNumberWords(thirty)).toBe('A-101 to A-130')
  })

  test.each([
    ['A-101', ['A-101']],
    // A hyphen is part of a number.
    ['1-101, 1-102', ['1-101', '1-102']],
    ['ICU 1 to ICU 3', ['ICU 1', 'ICU 2', 'ICU 3']],
    ['ICU   1', ['ICU 1']],
    ['A-5 to A-5', ['A-5']],
    ['Room tower', ['Room tower']],
    ['Room to-1', ['Room to-1']],
    ['A'.repeat(20), ['A'.repeat(20)]],
    ['8 to 11', ['8', '9', '10', '11']],
    ['B-008 to B-011', ['B-008', 'B-009', 'B-010', 'B-011']],
    ['A-1, A-2 ;B-7\nB-8,', ['A-1', 'A-2', 'B-7', 'B-8']],
    ['A-1 to A-3, Window', ['A-1', 'A-2', 'A-3', 'Window']],
  ])('%j are %j', (typed, numbers) => {
    expect(meantBeds(typed)).toEqual({ numbers })
  })

  test.each([
    ['', 'Bed numbers are required'],
    [' , ', 'Bed numbers are required'],
    ['A-130 to A-101', 'A-130 to A-101 runs backwards: the lower number comes first.'],
    ['A-101 to B-130', 'A-101 and B-130 begin differently. Enter a range for each, such as A-101 to A-130.'],
    ['A-101 to', 'Enter a range such as A-101 to A-130.'],
    ['to A-130', 'Enter a range such as A-101 to A-130.'],
    ['A to B', 'Enter a range such as A-101 to A-130.'],
    ['1 to 2 to 3', 'Enter a range such as A-101 to A-130.'],
    ['A-1b to A-3b', 'Enter a range such as A-101 to A-130.'],
    ['1 to 200, X', 'At most 200 beds can be added at once.'],
    ['1 to 201', 'At most 200 beds can be added at once.'],
    ['1 to 999999999', 'At most 200 beds can be added at once.'],
    ['1 to 199, X-1 to X-2', 'At most 200 beds can be added at once.'],
    ['A-1 to A-3, a-2', 'a-2 is listed twice.'],
    [
      'Ward of the north wing 9',
      'Ward of the north wing 9 is too long: a bed number has at most 20 characters.',
    ],
  ])('%j is refused: %s', (typed, problem) => {
    expect(meantBeds(typed)).toEqual({ problem })
  })
})

test('two hundred beds are not too many', () => {
  expect(meantBeds('1 to 200')).toEqual({
    numbers: Array.from({ length: 200 }, (_, place) => `${place + 1}`),
  })
})

test('one number exists, and several exist', () => {
  expect(existWords(['A-101'])).toBe('A-101 exists already.')
  expect(existWords(['A-101', 'A-102'])).toBe('A-101 to A-102 exist already.')
})

test('numbers are told as ranges where they follow one another', () => {
  expect(bedNumberWords(['A-1', 'A-2', 'A-3', 'B-7', 'C', 'A-9', 'A-10'])).toBe(
    'A-1 to A-3, B-7, C, A-9 to A-10',
  )
})
