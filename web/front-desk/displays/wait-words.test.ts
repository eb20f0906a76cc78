import { expect, test } from 'vitest'
import { waitWords } from './wait-words.ts'

const now = Date.parse('2026-06-11T09:00:00Z')
const within = (from: number, until: number) => ({
  from: new Date(now + from * 60_000).toISOString(),
  until: new Date(now + until * 60_000).toISOString(),
})

test.each([
  [12, 21, '10–25 min'],
  [10, 25, '10–25 min'],
  [4, 11, 'up to 15 min'],
  [-3, 2, 'up to 5 min'],
  [-9, 0, null],
])('a call within %i to %i minutes is said as %s: wider, and never narrower', (from, until, words) => {
  expect(waitWords(within(from, until), now)).toBe(words)
})
