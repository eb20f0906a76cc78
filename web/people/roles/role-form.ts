import { doctorsOnly, grantableTo } from '../../../contract/people/grantable.ts'
import { permissionWords } from '../../../contract/people/permission-words.ts'
import { granted, type HospitalRole, NewRole, RoleForm } from '../../../contract/people/roles.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type { RecordFields } from '../../ground/records/edit/differences.ts'
import { typedForm } from '../../ground/records/form/typed.ts'

/** The form's values while it is filled in. */
export interface RoleValues {
  title: string
  description: string
  permissions: Permission[]
}

/** The permissions that each one needs: editing patients needs finding them. */
const needed: Partial<Record<Permission, readonly Permission[]>> = {
  // A patient's record shows the bed.
  'patient.view': ['bed.view'],
  'patient.edit': ['patient.view'],
  'patient.export': ['patient.view'],
  'patient.delete': ['patient.view'],
  'patient.merge': ['patient.view'],
  'patient.takeBackDeath': ['patient.view'],
  'allergy.report': ['patient.view'],
  'allergy.confirm': ['allergy.report', 'clinical.view'],
  'clinical.view': ['patient.view'],
  'clinical.observe': ['clinical.view'],
  'clinical.respond': ['clinical.observe'],
  'clinical.prescribe': ['clinical.view'],
  'clinical.diagnose': ['clinical.view'],
  'clinical.write': ['clinical.view'],
  'formulary.manage': ['clinical.view'],
  'appointment.view': ['patient.view', 'doctor.view'],
  'appointment.book': ['appointment.view'],
  'appointment.reschedule': ['appointment.view'],
  'appointment.cancel': ['appointment.view'],
  'appointment.treat': ['appointment.view', 'clinical.view'],
  'appointment.queue': ['appointment.view'],
  'appointment.notHere': ['appointment.view'],
  'bed.view': ['patient.view'],
  'bed.admit': ['bed.view', 'doctor.view'],
  'bed.maintain': ['bed.view'],
  'bed.edit': ['bed.view'],
  'inventory.view': ['inventory.availability'],
  'inventory.change': ['inventory.view'],
  'inventory.dispense': ['inventory.change'],
}
const isNeededBy = (one: Permission, other: Permission) => needed[other]?.includes(one) ?? false

/** The chosen permissions after one is ticked, with those that it needs; in the order of the table. */
export function withPermission(chosen: readonly Permission[], one: Permission): Permission[] {
  const more = (needed[one] ?? []).filter((other) => !chosen.includes(other))
  return more.reduce(withPermission, granted([...chosen, one]))
}

/** The chosen permissions after one is cleared, without those that need it. */
export function withoutPermission(chosen: readonly Permission[], one: Permission): Permission[] {
  const left = chosen.filter((other) => other !== one)
  return left.filter((other) => isNeededBy(one, other)).reduce(withoutPermission, granted(left))
}

/** 'Find and see patients, report allergies' */
export function actWords(chosen: readonly Permission[]): string {
  const said = chosen.filter((one) => one !== 'dashboard.view').map(permissionWords)
  return said.map((act, place) => (place === 0 ? act : act.charAt(0).toLowerCase() + act.slice(1))).join(', ')
}

/** The permissions that could be given and are not chosen. */
export function others(chosen: readonly Permission[], areDoctors: boolean): Permission[] {
  return grantableTo(areDoctors).filter((one) => !chosen.includes(one))
}

/** The chosen permissions of a role that is one of doctors, or no longer. */
export function fittingTo(areDoctors: boolean, chosen: readonly Permission[]): Permission[] {
  return areDoctors
    ? granted(chosen)
    : chosen.filter((one) => doctorsOnly.includes(one)).reduce(withoutPermission, granted(chosen))
}

export const roleFields = {
  title: { label: 'Title' },
  description: { label: 'Description' },
  permissions: { label: 'Permissions', words: actWords },
} satisfies RecordFields<RoleValues>

export function roleValues(role?: HospitalRole): RoleValues {
  return {
    title: role?.title ?? '',
    description: role?.description ?? '',
    permissions: role?.permissions ?? granted([]),
  }
}

export const roleSchema = typedForm(RoleForm, (values: RoleValues) => values)

export type NewRoleValues = RoleValues & { areDoctors: boolean }
export const newRoleValues = (): NewRoleValues => ({ ...roleValues(), areDoctors: false })
export const newRoleSchema = typedForm(NewRole, (values: NewRoleValues) => values)
