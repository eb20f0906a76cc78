import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, editOf, optionalText, requiredText } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { type Permission, permissions } from '../permissions.ts'
import { doctorsOnly, grantable } from './grantable.ts'
import { mostRoles, RoleWords } from './role-names.ts'

export const screens = ['/staff/roles'] as const

export const errors = {
  role_in_use: 409,
  too_many_roles: 409,
} as const

export const longestRoleTitle = 40
export const longestRoleDescription = 200

/** The most holders of a role that are named; `holderCount` counts all. */
export const mostNamedHolders = 20

export const HospitalRole = RoleWords.extend({
  id: z.string(),
  /** Patients are booked with them and admitted under them, in their name. */
  areDoctors: z.boolean(),
  permissions: z.array(z.enum(permissions)),
  /** The names of the accounts that may choose it. */
  holders: z.array(z.string()),
  holderCount: z.number().int(),
  version: z.number().int(),
})
export type HospitalRole = z.infer<typeof HospitalRole>

export const scopes = {
  roles: { summary: 'The hospital’s own roles', permission: 'staff.manage' },
} as const satisfies Record<string, ScopeKind>

/** The chosen permissions, as far as they can be given, with the dashboard: people start there, and have their notifications there. */
export function granted(chosen: readonly Permission[]): Permission[] {
  return grantable.filter((one) => one === 'dashboard.view' || chosen.includes(one))
}

export const notOfDoctors = 'Only doctors can have these permissions'

export const RoleForm = z.strictObject({
  title: requiredText('Title is required', longestRoleTitle),
  description: optionalText(longestRoleDescription),
  permissions: z
    .array(z.enum(grantable, { error: 'This permission can’t be given' }))
    .min(1, 'Choose at least one permission')
    .max(grantable.length)
    .transform(granted),
})

/** A role becomes one of doctors when it is made, and stays one. */
export const NewRole = RoleForm.extend({ areDoctors: z.boolean().default(false) }).refine(
  ({ areDoctors, permissions }) => areDoctors || !permissions.some((one) => doctorsOnly.includes(one)),
  { error: notOfDoctors, path: ['permissions'] },
)

export const listRoles = endpoint({
  name: 'listRoles',
  summary: `The hospital’s own roles in use, by title (${mostRoles} at most)`,
  method: 'GET',
  path: '/roles',
  permission: 'staff.manage',
  kind: 'read',
  reply: z.array(HospitalRole),
})

export const addRole = endpoint({
  name: 'addRole',
  summary: 'Make a role of the hospital’s own from permissions',
  method: 'POST',
  path: '/roles',
  permission: 'staff.manage',
  kind: 'create',
  body: NewRole,
  reply: HospitalRole,
  errors: ['name_taken', 'too_many_roles'],
})

export const editRole = endpoint({
  name: 'editRole',
  summary:
    'Change a role of the hospital’s own; everyone who works in it has its new permissions at the next call',
  method: 'PUT',
  path: '/roles/{id}',
  permission: 'staff.manage',
  kind: 'edit',
  params: byId,
  body: editOf(RoleForm),
  reply: HospitalRole,
  errors: ['name_taken'],
})

export const retireRole = endpoint({
  name: 'retireRole',
  summary: 'Retire a role that nobody may choose any more; records keep its name',
  method: 'DELETE',
  path: '/roles/{id}',
  permission: 'staff.manage',
  kind: 'change',
  params: byId,
  reply: z.object({ id: z.string() }),
  errors: ['role_in_use'],
})

export const auditWords = {
  addRole: 'made a role',
  editRole: 'edited a role',
  retireRole: 'retired a role',
}
