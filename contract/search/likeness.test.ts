import { expect, test } from 'vitest'
import { lettersOff } from './likeness.ts'

test.each([
  ['ngozi', 'ngozi', 0],
  ['ngozi', 'ngzoi', 1],
  ['ngozi', 'ngoz', 1],
  ['ngozi', 'ngozie', 1],
  ['ngozi', 'ngoza', 1],
  ['whitfeild', 'whitfield', 1],
  ['garsia', 'garcia', 1],
  ['jonson', 'johansson', 3],
  ['', 'rao', 3],
  ['rao', '', 3],
])('%j is off %j by %d', (one, other, off) => {
  expect(lettersOff(one, other)).toBe(off)
  expect(lettersOff(other, one)).toBe(off)
})
