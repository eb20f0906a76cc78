import { type Permission, permissions } from '../permissions.ts'

/**
 * With these somebody could give themselves more, see who looked, or change thousands of records at once; and screens of
 * waiting rooms are no people.
 */
const neverGranted: readonly Permission[] = [
  'patient.restrict',
  'hospital.export',
  'staff.manage',
  'audit.view',
  'import.manage',
  'waitingRoom.show',
]

/** Acts that are signed with a doctor's name: only a role of doctors can have them. The database has the same rule. */
export const doctorsOnly: readonly Permission[] = [
  'allergy.confirm',
  'appointment.treat',
  'clinical.respond',
  'clinical.prescribe',
  'clinical.diagnose',
  'clinical.write',
]

/** The permissions that a hospital can give to a role of its own, some only to doctors. The database has the same rule. */
export const grantable: readonly Permission[] = permissions.filter(
  (permission) => !neverGranted.includes(permission),
)

export function grantableTo(areDoctors: boolean): readonly Permission[] {
  return areDoctors ? grantable : grantable.filter((permission) => !doctorsOnly.includes(permission))
}
