import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, Id } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { Bed } from './beds.ts'
import { sexRules, wards } from './wards.ts'

/** The most that are open at once, because screens read all of them. */
export const mostUnits = 100

/** A ward of the hospital's own. `ward` is its kind, one of the six that every hospital has. */
export const Unit = z.object({
  id: z.string(),
  name: z.string(),
  ward: z.enum(wards),
  /** The name of its department: 'Medicine' */
  department: z.string().nullable(),
  floor: z.string().nullable(),
  phone: z.string().nullable(),
  /** Whether a bed that a patient left waits to be cleaned, where the settings ask for that. */
  cleanedByStaff: z.boolean(),
  /** The sex that the ward is for; null: everyone. A patient of the other sex is placed in it for a reason. */
  sexRule: z.enum(sexRules).nullable(),
  version: z.number().int(),
})
export type Unit = z.infer<typeof Unit>

export const scopes = {
  units: { summary: 'The hospital’s wards', permission: 'bed.view' },
  unit: { summary: 'The beds of one ward as they are now', permission: 'bed.view', key: Id, record: Bed },
} as const satisfies Record<string, ScopeKind>

export const listUnits = endpoint({
  name: 'listUnits',
  summary: `The hospital’s open wards, by kind and name (${mostUnits} at most)`,
  method: 'GET',
  path: '/units',
  permission: 'bed.view',
  kind: 'read',
  reply: z.array(Unit),
})

export const listBedsOfUnit = endpoint({
  name: 'listBedsOfUnit',
  summary: 'The beds of one of the hospital’s wards as they are now',
  method: 'GET',
  path: '/units/{id}/beds',
  permission: 'bed.view',
  kind: 'read',
  namesPatients: true,
  params: byId,
  scope: { kind: 'unit', key: 'id' },
  reply: z.array(Bed),
})

export const auditWords = {
  listBedsOfUnit: 'beds of a ward',
}
