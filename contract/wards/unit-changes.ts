import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, editOf, Id, optionalText, requiredText } from '../api/fields.ts'
import { reference, refersTo } from '../api/references.ts'
import { longestDepartment } from '../people/departments.ts'
import { sexRuleReason } from './admissions.ts'
import { Bed, mostBedsAtOnce } from './beds.ts'
import { Unit } from './units.ts'
import { sexRules, wards } from './wards.ts'

/** How administrators keep the hospital's wards: apart from their list, so that the board doesn't load it. */

export const screens = ['/beds/wards'] as const

export const errors = {
  unit_occupied: 409,
  last_unit_of_ward: 409,
  too_many_units: 409,
} as const

export const longestUnitName = 40
export const longestFloor = 40
export const longestUnitPhone = 50
/** The most patients that a refusal names. */
export const mostNamedPatients = 5

const fields = {
  name: requiredText('Name is required', longestUnitName),
  /** By its name; a new one is added. */
  department: optionalText(longestDepartment),
  floor: optionalText(longestFloor),
  phone: optionalText(longestUnitPhone),
}
const sexRule = z.enum(sexRules).nullable()

export const UnitForm = z.strictObject({
  ...fields,
  ward: z.enum(wards, { error: 'Kind is required' }),
  cleanedByStaff: z.boolean().default(true),
  sexRule: sexRule.default(null),
})
/** The kind of a ward stays: its beds, stays and figures are of it. */
export const UnitEdit = z.strictObject({ ...fields, cleanedByStaff: z.boolean(), sexRule })

export const addUnit = endpoint({
  name: 'addUnit',
  summary: 'Add a ward of one of the six kinds',
  method: 'POST',
  path: '/units',
  permission: 'bed.edit',
  kind: 'create',
  body: UnitForm,
  reply: Unit,
  errors: ['name_taken', 'too_many_units'],
})

export const editUnit = endpoint({
  name: 'editUnit',
  summary:
    'Change a ward’s name, department, floor, phone, whom it is for, or whether its beds are cleaned by staff',
  method: 'PUT',
  path: '/units/{id}',
  permission: 'bed.edit',
  kind: 'edit',
  params: byId,
  body: editOf(UnitEdit),
  reply: Unit,
  errors: ['name_taken'],
})

export const moveBeds = endpoint({
  name: 'moveBeds',
  summary: 'Move beds to a ward, with the patients in them; past stays keep the ward that they were in',
  method: 'POST',
  path: '/units/{id}/beds',
  permission: 'bed.edit',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: z.strictObject({
    bedIds: z
      .array(Id.meta({ [refersTo]: 'keptBed' }), { error: 'Beds are required' })
      .min(1, 'Choose at least one bed')
      .max(mostBedsAtOnce, `At most ${mostBedsAtOnce} beds can be moved at once.`),
    sexRuleReason,
  }),
  reply: z.array(Bed),
  errors: ['ward_for_other_sex'],
})

export const mergeUnit = endpoint({
  name: 'mergeUnit',
  summary: 'Merge a ward into another of its kind, with its beds, patients and staff, and close it',
  method: 'POST',
  path: '/units/{id}/merge',
  permission: 'bed.edit',
  kind: 'change',
  params: byId,
  body: z.strictObject({ intoId: reference('unit', 'Ward is required'), sexRuleReason }),
  reply: Unit,
  errors: ['ward_for_other_sex'],
})

export const closeUnit = endpoint({
  name: 'closeUnit',
  summary: 'Close a ward without patients; its beds are removed with it, and past stays remain',
  method: 'DELETE',
  path: '/units/{id}',
  permission: 'bed.edit',
  kind: 'change',
  params: byId,
  reply: z.object({ id: z.string() }),
  errors: ['unit_occupied', 'last_unit_of_ward'],
})

export const auditWords = {
  addUnit: 'added a ward',
  editUnit: 'edited a ward',
  moveBeds: 'moved beds to a ward',
  mergeUnit: 'merged a ward into another',
  closeUnit: 'closed a ward',
}
