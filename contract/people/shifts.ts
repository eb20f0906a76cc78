import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, editOf, requiredText, requiredTime } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'

/** The hospital's shifts, by which staff can have another ward than their usual one (record 93). */

export const errors = {
  too_many_shifts: 409,
} as const

export const longestShiftName = 40
/** The database has the same rule. */
export const mostShifts = 50

export const Shift = z.object({
  id: z.string(),
  name: z.string(),
  /** Times of day on the hospital's clock, hh:mm. One that ends before it starts passes midnight. */
  startsAt: z.string(),
  endsAt: z.string(),
  version: z.number().int(),
})
export type Shift = z.infer<typeof Shift>

export const scopes = {
  shifts: { summary: 'The hospital’s shifts', permission: 'bed.view' },
} as const satisfies Record<string, ScopeKind>

export const ShiftForm = z.strictObject({
  name: requiredText('Name is required', longestShiftName),
  startsAt: requiredTime('Start is required'),
  endsAt: requiredTime('End is required'),
})

export const listShifts = endpoint({
  name: 'listShifts',
  summary: `The hospital’s shifts by their start (${mostShifts} at most)`,
  method: 'GET',
  path: '/shifts',
  permission: 'bed.view',
  kind: 'read',
  reply: z.array(Shift),
})

export const addShift = endpoint({
  name: 'addShift',
  summary: 'Add a shift; it may pass midnight, and overlap others for the handover',
  method: 'POST',
  path: '/shifts',
  permission: 'bed.edit',
  kind: 'create',
  body: ShiftForm,
  reply: Shift,
  errors: ['name_taken', 'too_many_shifts'],
})

export const editShift = endpoint({
  name: 'editShift',
  summary: 'Change a shift’s name or times; the wards that staff chose for it stay',
  method: 'PUT',
  path: '/shifts/{id}',
  permission: 'bed.edit',
  kind: 'edit',
  params: byId,
  body: editOf(ShiftForm),
  reply: Shift,
  errors: ['name_taken'],
})

export const removeShift = endpoint({
  name: 'removeShift',
  summary: 'Remove a shift; staff who chose a ward for it have their usual one',
  method: 'DELETE',
  path: '/shifts/{id}',
  permission: 'bed.edit',
  kind: 'change',
  params: byId,
  reply: z.object({ id: z.string() }),
})

export const auditWords = {
  addShift: 'added a shift',
  editShift: 'edited a shift',
  removeShift: 'removed a shift',
}
