import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, editOf, Id, Moment, requiredText } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { reference } from '../api/references.ts'
import { longestIdentifier } from './patients.ts'

/** The identifiers of patients in the hospital's systems (record 95). */

export const errors = {
  identifier_taken: 409,
  identifier_recorded: 409,
  identifier_ended: 409,
} as const

export const longestEndReason = 200

export const PatientIdentifier = z.object({
  id: z.string(),
  patientId: z.string(),
  systemId: z.string(),
  /** The name of its system. */
  system: z.string(),
  /** As it was typed; compared without separators, however it is written. */
  value: z.string(),
  /** Null while it is the patient's. `by` is null where the record was deleted. */
  ended: z.object({ at: Moment, by: z.string().nullable(), reason: z.string() }).nullable(),
  version: z.number().int(),
})
export type PatientIdentifier = z.infer<typeof PatientIdentifier>

export const scopes = {
  'patient-identifiers': { summary: 'A patient’s identifiers', permission: 'patient.view', key: Id },
} as const satisfies Record<string, ScopeKind>

const value = requiredText('Identifier is required', longestIdentifier)

export const IdentifierForm = z.strictObject({
  systemId: reference('identifierSystem', 'Choose what it is'),
  value,
})
export const IdentifierCorrection = z.strictObject({ value })
export const IdentifierEnd = z.strictObject({ reason: requiredText('Reason is required', longestEndReason) })

export const listIdentifiers = endpoint({
  name: 'listIdentifiers',
  summary: 'A patient’s identifiers by system; those that ended come last',
  method: 'GET',
  path: '/patients/{id}/identifiers',
  permission: 'patient.view',
  kind: 'read',
  namesPatients: true,
  whenRestricted: 'open',
  params: byId,
  reply: z.array(PatientIdentifier),
})

export const addIdentifier = endpoint({
  name: 'addIdentifier',
  summary: 'Record an identifier of a patient',
  method: 'POST',
  path: '/patients/{id}/identifiers',
  permission: 'patient.edit',
  kind: 'create',
  namesPatients: true,
  params: byId,
  body: IdentifierForm,
  reply: PatientIdentifier,
  errors: ['identifier_taken', 'identifier_recorded'],
})

export const editIdentifier = endpoint({
  name: 'editIdentifier',
  summary: 'Correct an identifier',
  method: 'PUT',
  path: '/identifiers/{id}',
  permission: 'patient.edit',
  kind: 'edit',
  namesPatients: true,
  whenRestricted: 'reason',
  params: byId,
  body: editOf(IdentifierCorrection),
  reply: PatientIdentifier,
  errors: ['identifier_taken', 'identifier_recorded', 'identifier_ended'],
})

export const endIdentifier = endpoint({
  name: 'endIdentifier',
  summary: 'Say why an identifier is the patient’s no longer; it stays on record, and finds nobody',
  method: 'POST',
  path: '/identifiers/{id}/end',
  permission: 'patient.edit',
  kind: 'change',
  namesPatients: true,
  whenRestricted: 'reason',
  params: byId,
  body: IdentifierEnd,
  reply: PatientIdentifier,
  errors: ['identifier_ended'],
})

export const auditWords = {
  listIdentifiers: 'identifiers',
  addIdentifier: 'recorded an identifier',
  editIdentifier: 'corrected an identifier',
  endIdentifier: 'ended an identifier',
}
