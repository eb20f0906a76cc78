import { expect, test } from 'vitest'
import { roles } from '../../../contract/permissions.ts'
import { levelOf, roleAreas } from './role-areas.ts'

test('what each role can do in each area is said as the permissions have it', () => {
  expect(
    Object.fromEntries(roleAreas.map((one) => [one.area, roles.map((role) => levelOf(role, one))])),
  ).toEqual({
    // Admin, doctor, receptionist, inventory manager.
    Patients: ['Register, edit and delete', 'View', 'Register and edit', undefined],
    'Clinical record': ['View', 'Record', 'Report allergies', undefined],
    'Queue and appointments': ['Book and check in', 'Book and consult', 'Book and check in', undefined],
    Beds: ['Admit and set up beds', 'Admit and discharge', 'Admit and discharge', undefined],
    'Inventory and orders': ['Manage', 'Check availability', 'View', 'Manage'],
    'Staff and settings': ['Manage', undefined, undefined, undefined],
    'Audit log': ['View', undefined, undefined, undefined],
  })
})
