import { type Holder, may, type Permission } from '../../../contract/permissions.ts'

/** Each area of the hospital with what can be done there, the most first, and the permission that it takes. */
export const roleAreas: readonly { area: string; levels: readonly (readonly [Permission, string])[] }[] = [
  {
    area: 'Patients',
    levels: [
      ['patient.delete', 'Register, edit and delete'],
      ['patient.edit', 'Register and edit'],
      ['patient.view', 'View'],
    ],
  },
  {
    area: 'Clinical record',
    levels: [
      ['clinical.write', 'Record'],
      ['clinical.observe', 'View, and record vital signs'],
      ['clinical.view', 'View'],
      ['allergy.report', 'Report allergies'],
    ],
  },
  {
    area: 'Queue and appointments',
    levels: [
      ['appointment.treat', 'Book and consult'],
      ['appointment.queue', 'Book and check in'],
      ['appointment.view', 'View'],
    ],
  },
  {
    area: 'Beds',
    levels: [
      ['bed.edit', 'Admit and set up beds'],
      ['bed.admit', 'Admit and discharge'],
      ['bed.view', 'View'],
    ],
  },
  {
    area: 'Inventory and orders',
    levels: [
      ['inventory.change', 'Manage'],
      ['inventory.view', 'View'],
      ['inventory.availability', 'Check availability'],
    ],
  },
  { area: 'Staff and settings', levels: [['staff.manage', 'Manage']] },
  { area: 'Audit log', levels: [['audit.view', 'View']] },
]

/** The most that a role can do in an area. */
export function levelOf(role: Holder, { levels }: (typeof roleAreas)[number]): string | undefined {
  return levels.find(([permission]) => may(role, permission))?.[1]
}
