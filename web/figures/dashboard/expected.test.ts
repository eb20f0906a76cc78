import { expect, test } from 'vitest'
import { expectedNote } from './expected.ts'

const now = { day: '2026-11-24', time: '10:00' }
const at = (time: string, status: 'SCHEDULED' | 'IN_QUEUE' = 'SCHEDULED', date = now.day) => ({
  time,
  status,
  date,
})

test.each([
  ['nobody', [], 'None later today'],
  ['a patient later today', [at('10:30'), at('11:00')], 'Next at 10:30\u00A0AM'],
  ['a patient at this minute', [at('10:00')], 'Next at 10:00\u00A0AM'],
  ['patients whose time has passed', [at('09:00'), at('09:59')], '2 overdue · None later today'],
  ['patients before and after', [at('11:00'), at('09:30')], '1 overdue · Next at 11:00\u00A0AM'],
  [
    'a patient who has arrived, and one of tomorrow',
    [at('09:00', 'IN_QUEUE'), at('09:00', 'SCHEDULED', '2026-11-25')],
    'None later today',
  ],
])('with %s expected, the note is right', (_, appointments, note) => {
  expect(expectedNote(appointments, now)).toBe(note)
})
