import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, editOf, requiredText } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'

/** Departments, each a name over clinics and wards, which are given one where they are edited (record 92). */

export const longestDepartment = 60

export const Department = z.object({
  id: z.string(),
  name: z.string(),
  /** The names of its open clinics and wards. */
  clinics: z.array(z.string()),
  wards: z.array(z.string()),
  version: z.number().int(),
})
export type Department = z.infer<typeof Department>

export const scopes = {
  departments: { summary: 'The departments with their clinics and wards', permission: 'bed.edit' },
} as const satisfies Record<string, ScopeKind>

export const DepartmentForm = z.strictObject({ name: requiredText('Name is required', longestDepartment) })

export const listDepartments = endpoint({
  name: 'listDepartments',
  summary: 'The departments by name, with their open clinics and wards; those without any are left out',
  method: 'GET',
  path: '/departments',
  permission: 'bed.edit',
  kind: 'read',
  reply: z.array(Department),
})

export const editDepartment = endpoint({
  name: 'editDepartment',
  summary: 'Rename a department, for all of its clinics and wards',
  method: 'PUT',
  path: '/departments/{id}',
  permission: 'bed.edit',
  kind: 'edit',
  params: byId,
  body: editOf(DepartmentForm),
  reply: Department,
  errors: ['name_taken'],
})

export const auditWords = {
  editDepartment: 'renamed a department',
}
