import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, editOf, Id, Moment, optionalDay, optionalText, requiredText } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { reference } from '../api/references.ts'
import { payerKinds } from './payers.ts'

/** The coverage of a patient: which payer pays, under which number, and when (record 96). */

export const errors = {
  coverage_overlaps: 409,
  too_many_coverages: 409,
} as const

/** The order in which payers pay. */
export const coverageRanks = [1, 2, 3, 4, 5] as const
export type CoverageRank = (typeof coverageRanks)[number]
export const coverageRankNames: Record<CoverageRank, string> = {
  1: 'Primary',
  2: 'Secondary',
  3: 'Tertiary',
  4: 'Fourth',
  5: 'Fifth',
}

/** The most that one patient has, expired ones among them; the database has the same rule. */
export const mostCoverages = 50
export const longestMemberNumber = 60
export const longestPlan = 100

/** The message of a rule that the database has too. */
export const endsBeforeStart = 'This can’t be before the first day'

const Rank = z.literal(coverageRanks, { error: 'Rank is required' })

export const Coverage = z.object({
  id: z.string(),
  patientId: z.string(),
  payerId: z.string(),
  payerName: z.string(),
  payerKind: z.enum(payerKinds),
  memberNumber: z.string(),
  plan: z.string().nullable(),
  rank: Rank,
  /** The first and the last day; null where it has none. */
  validFrom: z.string().nullable(),
  validUntil: z.string().nullable(),
  version: z.number().int(),
  updatedAt: Moment,
})
export type Coverage = z.infer<typeof Coverage>

export const scopes = {
  'patient-coverage': { summary: 'A patient’s coverage', permission: 'patient.view', key: Id },
} as const satisfies Record<string, ScopeKind>

export const CoverageForm = z.strictObject({
  payerId: reference('payer', 'Payer is required'),
  memberNumber: requiredText('Member number is required', longestMemberNumber),
  plan: optionalText(longestPlan),
  rank: Rank,
  validFrom: optionalDay('Enter a date'),
  validUntil: optionalDay('Enter a date'),
})
export type CoverageForm = z.output<typeof CoverageForm>

/** Whether it was valid until a day that is over. */
export function hasExpired({ validUntil }: Pick<Coverage, 'validUntil'>, today: string): boolean {
  return validUntil !== null && validUntil < today
}

export const listCoverage = endpoint({
  name: 'listCoverage',
  summary: `A patient’s coverage by rank, the latest of a rank first, also where it has expired (${mostCoverages} at most)`,
  method: 'GET',
  path: '/patients/{id}/coverage',
  permission: 'patient.view',
  kind: 'read',
  namesPatients: true,
  params: byId,
  reply: z.array(Coverage),
})

export const addCoverage = endpoint({
  name: 'addCoverage',
  summary: 'Add coverage of a patient by a payer',
  method: 'POST',
  path: '/patients/{id}/coverage',
  permission: 'patient.edit',
  kind: 'create',
  namesPatients: true,
  params: byId,
  body: CoverageForm,
  reply: Coverage,
  errors: ['coverage_overlaps', 'too_many_coverages'],
})

export const editCoverage = endpoint({
  name: 'editCoverage',
  summary: 'Change or correct coverage',
  method: 'PUT',
  path: '/coverage/{id}',
  permission: 'patient.edit',
  kind: 'edit',
  namesPatients: true,
  whenRestricted: 'reason',
  params: byId,
  body: editOf(CoverageForm),
  reply: Coverage,
  errors: ['coverage_overlaps'],
})

export const removeCoverage = endpoint({
  name: 'removeCoverage',
  summary: 'Remove coverage that was entered in error; the audit log keeps it',
  method: 'DELETE',
  path: '/coverage/{id}',
  permission: 'patient.edit',
  kind: 'change',
  namesPatients: true,
  whenRestricted: 'reason',
  params: byId,
  reply: z.object({ id: z.string() }),
})

export const auditWords = {
  listCoverage: 'coverage',
  addCoverage: 'added coverage',
  editCoverage: 'edited coverage',
  removeCoverage: 'removed coverage',
}
