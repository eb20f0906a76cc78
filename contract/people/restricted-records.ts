import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, editOf, Id, Moment, requiredLines } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { reference } from '../api/references.ts'

/**
 * A restricted record opens to the people on its list, to the doctors who treat the patient, and for some hours to anyone
 * else who gives a reason (record 88). Identity and allergies always show.
 */

export const errors = {
  /** The record is not restricted and opens without a reason. */
  record_not_restricted: 409,
} as const

/** Hours for which a reason opens a record; the database has the same number. */
export const openHours = 4
/** The most people on the list of one record. */
export const mostReaders = 100

/** Whether a patient's record is open to oneself. */
export const RecordAccess = z.object({
  /** The patient's id. */
  id: z.string(),
  restrictedSince: Moment.nullable(),
  isOpen: z.boolean(),
  /** Why a restricted record is open: one is on its list, treats the patient, or gave a reason. */
  because: z.enum(['list', 'care', 'reason']).nullable(),
  /** Until when, for `reason`. */
  until: Moment.nullable(),
})
export type RecordAccess = z.infer<typeof RecordAccess>

export const ReasonForm = z.strictObject({ reason: requiredLines('Reason is required', 500) })

/** One time that somebody gave a reason. */
export const OpenedRecord = z.object({
  id: z.string(),
  patientId: z.string(),
  reason: z.string(),
  openedAt: Moment,
  until: Moment,
})
export type OpenedRecord = z.infer<typeof OpenedRecord>

/** Whether a patient's record is restricted, and who is on its list. */
export const Restriction = z.object({
  /** The patient's id. */
  id: z.string(),
  restrictedSince: Moment.nullable(),
  readers: z.array(z.object({ id: z.string(), name: z.string(), addedBy: z.string(), addedAt: Moment })),
  version: z.number().int(),
})
export type Restriction = z.infer<typeof Restriction>

export const RestrictionForm = z.strictObject({
  isRestricted: z.boolean(),
  /** The accounts on the list; a record that is not restricted has none. */
  readerIds: z
    .array(reference('staff', 'Choose a colleague'))
    .max(mostReaders, `At most ${mostReaders} people can be on the list`)
    .transform((ids) => [...new Set(ids)]),
})
export type RestrictionForm = z.output<typeof RestrictionForm>

export const scopes = {
  'record-access': {
    summary: 'Whether a patient’s record is restricted, and who is on its list',
    permission: 'patient.view',
    key: Id,
  },
} as const satisfies Record<string, ScopeKind>

export const readRecordAccess = endpoint({
  name: 'readRecordAccess',
  summary: 'Whether a patient’s record is restricted, and open to oneself',
  method: 'GET',
  path: '/patients/{id}/access',
  permission: 'patient.view',
  kind: 'read',
  namesPatients: true,
  whenRestricted: 'open',
  params: byId,
  reply: RecordAccess,
})

export const openRecord = endpoint({
  name: 'openRecord',
  summary: `Open a restricted record for ${openHours} hours, with a reason; auditors are notified at once`,
  method: 'POST',
  path: '/patients/{id}/access',
  permission: 'patient.view',
  kind: 'create',
  namesPatients: true,
  whenRestricted: 'open',
  params: byId,
  body: ReasonForm,
  reply: OpenedRecord,
  errors: ['record_not_restricted'],
})

export const readRestriction = endpoint({
  name: 'readRestriction',
  summary: 'Whether a patient’s record is restricted, and who is on its list',
  method: 'GET',
  path: '/patients/{id}/restriction',
  permission: 'patient.restrict',
  kind: 'read',
  namesPatients: true,
  whenRestricted: 'open',
  params: byId,
  reply: Restriction,
})

export const editRestriction = endpoint({
  name: 'editRestriction',
  summary: 'Restrict a patient’s record, lift the restriction, or change who is on its list',
  method: 'PUT',
  path: '/patients/{id}/restriction',
  permission: 'patient.restrict',
  kind: 'edit',
  namesPatients: true,
  whenRestricted: 'open',
  params: byId,
  body: editOf(RestrictionForm),
  reply: Restriction,
})

export const auditWords = {
  readRecordAccess: 'whether the record is restricted',
  openRecord: 'opened the restricted record',
  readRestriction: 'restriction of the record',
  editRestriction: 'changed the restriction of the record',
}
