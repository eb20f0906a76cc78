import { expect, test } from 'vitest'
import { doctorWords } from './words.ts'

const doctor = { id: 'd1', firstName: 'Anika', lastName: 'Mehta', email: 'a.mehta@example.org' }

test('a doctor is told from another of the same name by e-mail, specialty and room', () => {
  expect(doctorWords({ ...doctor, specialty: 'Cardiology', room: 'Room 4' })).toBe(
    'Dr Anika Mehta (a.mehta@example.org), Cardiology, Room 4',
  )
  expect(doctorWords({ ...doctor, specialty: null, room: 'Room 4' })).toBe(
    'Dr Anika Mehta (a.mehta@example.org), Room 4',
  )
  expect(doctorWords(doctor)).toBe('Dr Anika Mehta (a.mehta@example.org)')
})
