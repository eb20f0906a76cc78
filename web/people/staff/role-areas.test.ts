import { expect, test } from 'vitest'
import { holderOf, roles } from '../../../contract/permissions.ts'
import { levelOf, roleAreas } from './role-areas.ts'

test('what each role can do in each area is said as the permissions have it', () => {
  expect(
    Object.fromEntries(roleAreas.map((one) => [one.area, roles.map((role) => levelOf(holderOf(role), one))])),
  ).toEqual({
    // Admin, doctor, nurse, pharmacist, receptionist, inventory manager.
    Patients: ['Register, edit and delete', 'View', 'View', 'View', 'Register and edit', undefined],
    'Clinical record': [
      'View',
      'Record',
      'View, and record vital signs',
      'View',
      'Report allergies',
      undefined,
    ],
    'Queue and appointments': [
      'Book and check in',
      'Book and consult',
      undefined,
      undefined,
      'Book and check in',
      undefined,
    ],
    Beds: [
      'Admit and set up beds',
      'Admit and discharge',
      'Admit and discharge',
      'View',
      'Admit and discharge',
      undefined,
    ],
    'Inventory and orders': [
      'Manage',
      'Check availability',
      'Check availability',
      'Manage',
      'View',
      'Manage',
    ],
    'Staff and settings': ['Manage', undefined, undefined, undefined, undefined, undefined],
    'Audit log': ['View', undefined, undefined, undefined, undefined, undefined],
  })
})
