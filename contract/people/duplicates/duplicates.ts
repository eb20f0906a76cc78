import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { byId, Moment, optionalLines, text } from '../../api/fields.ts'
import type { ScopeKind } from '../../api/live.ts'
import { PageQuery, pageOf } from '../../api/page.ts'
import { bands, likenessFields, likenessResults } from '../../search/patient-likeness.ts'
import { Patient } from '../patients.ts'

/** Pairs of records that may be of one patient, to be looked at by somebody (record 99). */

export const screens = ['/duplicates'] as const

export const errors = {
  /** A colleague decided about the pair first. */
  duplicates_decided: 409,
  /** One of the two records is not as it was when it was looked at. */
  duplicates_changed: 409,
} as const

/** A group of more patients than this, such as those with a village's phone, is not compared pair by pair. */
export const largestBlock = 40
/** Counts stop here. */
export const mostPairsCounted = 1000
export const longestNote = 500

export const blockKinds = ['phone', 'birth', 'names', 'identifier'] as const

export const DuplicateReason = z.object({
  field: z.enum(likenessFields),
  result: z.enum(likenessResults),
  /** The identifier system. */
  system: z.string().optional(),
})
export type DuplicateReason = z.infer<typeof DuplicateReason>

/** One of the two records. */
export const DuplicateRecord = Patient.pick({
  id: true,
  mrn: true,
  firstName: true,
  lastName: true,
  dateOfBirth: true,
  birthPrecision: true,
  gender: true,
  contactNumber: true,
  email: true,
  address: true,
  bloodGroup: true,
  allergies: true,
  allergens: true,
  deceasedAt: true,
  restrictedSince: true,
  createdAt: true,
}).extend({ identifiers: z.array(z.object({ system: z.string(), value: z.string() })) })
export type DuplicateRecord = z.infer<typeof DuplicateRecord>

export const DuplicatePair = z.object({
  id: z.string(),
  band: z.enum(bands),
  /** The strongest first. */
  reasons: z.array(DuplicateReason),
  /** The record that was registered first comes first. */
  records: z.array(DuplicateRecord).length(2),
  /** Stands for what was compared; a decision sends it back. */
  mark: z.string(),
  /** Set if they are not duplicates. A restricted record keeps the note back. */
  decision: z.object({ by: z.string(), at: Moment, note: z.string().nullable() }).nullable(),
})
export type DuplicatePair = z.infer<typeof DuplicatePair>

export const duplicateLists = [...bands, 'decided'] as const
export type DuplicateList = (typeof duplicateLists)[number]

export const scopes = {
  duplicates: { summary: 'Possible duplicates', permission: 'patient.edit' },
} as const satisfies Record<string, ScopeKind>

export const listDuplicates = endpoint({
  name: 'listDuplicates',
  summary: 'Pairs of records that may be of one patient, the likeliest first; `decided`: those that are not',
  method: 'GET',
  path: '/duplicates',
  permission: 'patient.edit',
  kind: 'read',
  namesPatients: true,
  query: PageQuery.extend({ band: z.enum(duplicateLists).default('probable') }),
  reply: pageOf(DuplicatePair),
})

export const summarizeDuplicates = endpoint({
  name: 'summarizeDuplicates',
  summary: `How many pairs there are of each kind, at most ${mostPairsCounted}`,
  method: 'GET',
  path: '/duplicates/summary',
  permission: 'patient.edit',
  kind: 'read',
  reply: z.object({
    probable: z.number().int(),
    possible: z.number().int(),
    decided: z.number().int(),
    /** Whether patients are still to be compared. */
    isComparing: z.boolean(),
    /** Groups of more than 40 patients that were not compared by what they share. */
    skipped: z.array(z.object({ kind: z.enum(blockKinds), groups: z.number().int() })),
  }),
})
export type DuplicateSummary = z.infer<typeof summarizeDuplicates.reply>

export const decideDuplicates = endpoint({
  name: 'decideDuplicates',
  summary: 'Decide that two records are not of one patient, until what was compared changes',
  method: 'POST',
  path: '/duplicates/{id}/decide',
  permission: 'patient.edit',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: z.strictObject({ mark: text(100), note: optionalLines(longestNote) }),
  reply: DuplicatePair,
  errors: ['duplicates_decided', 'duplicates_changed'],
})

export const takeBackDuplicates = endpoint({
  name: 'takeBackDuplicates',
  summary: 'Take back that two records are not of one patient',
  method: 'POST',
  path: '/duplicates/{id}/take-back',
  permission: 'patient.edit',
  kind: 'change',
  namesPatients: true,
  params: byId,
  reply: DuplicatePair,
})

export const auditWords = {
  listDuplicates: 'possible duplicates',
  decideDuplicates: 'decided that the records are not duplicates',
  takeBackDuplicates: 'took back that the records are not duplicates',
}
