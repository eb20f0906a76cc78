import { expect, test } from 'vitest'
import { sizeWords } from './size.ts'

test.each([
  [512, '1 kB'],
  [84_300, '84 kB'],
  [999_700, '1.0 MB'],
  [1_234_567, '1.2 MB'],
  [14_200_000, '14 MB'],
  [3_210_000_000, '3.2 GB'],
  [5_000_000_000_000_000, '5,000 TB'],
])('%i bytes are %s', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words)
})
