import { expect, test } from 'vitest'
import { doctorName } from './staff.ts'

test.each([
  [{ firstName: 'Anika', lastName: 'Mehta' }, 'Dr Anika Mehta'],
  ['Anika Mehta', 'Dr Anika Mehta'],
  ['Dr Anika Mehta', 'Dr Anika Mehta'],
  ['dr. Anika Mehta', 'dr. Anika Mehta'],
  ['Drew Mehta', 'Dr Drew Mehta'],
])('%o is called %s: the title once', (doctor, said) => {
  expect(doctorName(doctor)).toBe(said)
})
