import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, editOf, optionalText, requiredText } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { checkDigits, isPattern } from './identifier-rules.ts'

/** The systems in which the hospital keeps identifiers of patients: national number, insurance, passport (record 95). */

export const errors = {
  identifiers_clash: 409,
  too_many_identifier_systems: 409,
} as const

export const longestSystemName = 40
export const longestPattern = 120
/** The database has the same rule. */
export const mostIdentifierSystems = 12

export const identifierKinds = ['NATIONAL', 'INSURANCE', 'PASSPORT', 'FORMER_NUMBER', 'OTHER'] as const
export type IdentifierKind = (typeof identifierKinds)[number]
export const identifierKindNames: Record<IdentifierKind, string> = {
  NATIONAL: 'National number',
  INSURANCE: 'Insurance',
  PASSPORT: 'Passport',
  FORMER_NUMBER: 'Number in the former hospital',
  OTHER: 'Other',
}

export const IdentifierSystem = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(identifierKinds),
  /** Forms with commas between them: `#` is a digit, `@` a letter, `*` either. */
  pattern: z.string().nullable(),
  checkDigit: z.enum(checkDigits).nullable(),
  /** No two patients have the same one at a time. */
  isExclusive: z.boolean(),
  /** Identifiers in it stay, and none is added. */
  isRetired: z.boolean(),
  version: z.number().int(),
})
export type IdentifierSystem = z.infer<typeof IdentifierSystem>

export const scopes = {
  'identifier-systems': { summary: 'The systems of identifiers', permission: 'patient.view' },
} as const satisfies Record<string, ScopeKind>

export const IdentifierSystemForm = z.strictObject({
  name: requiredText('Name is required', longestSystemName),
  kind: z.enum(identifierKinds, { error: 'Choose what kind of identifier it is' }),
  pattern: optionalText(longestPattern).refine(
    (typed) => typed === null || isPattern(typed),
    'Use # for a digit, @ for a letter and * for either',
  ),
  checkDigit: z
    .union([z.literal('').transform(() => null), z.enum(checkDigits), z.null()], {
      error: 'Choose a check digit from the list',
    })
    .optional()
    .transform((chosen) => chosen ?? null),
  isExclusive: z.boolean(),
})

export const listIdentifierSystems = endpoint({
  name: 'listIdentifierSystems',
  summary: `The systems of identifiers by name, retired ones last (${mostIdentifierSystems} in use at most)`,
  method: 'GET',
  path: '/identifier-systems',
  permission: 'patient.view',
  kind: 'read',
  reply: z.array(IdentifierSystem),
})

export const addIdentifierSystem = endpoint({
  name: 'addIdentifierSystem',
  summary: 'Add a system of identifiers',
  method: 'POST',
  path: '/identifier-systems',
  permission: 'staff.manage',
  kind: 'create',
  body: IdentifierSystemForm,
  reply: IdentifierSystem,
  errors: ['name_taken', 'too_many_identifier_systems'],
})

export const editIdentifierSystem = endpoint({
  name: 'editIdentifierSystem',
  summary: 'Change a system of identifiers, retire it or bring it back; what patients have in it stays',
  method: 'PUT',
  path: '/identifier-systems/{id}',
  permission: 'staff.manage',
  kind: 'edit',
  params: byId,
  body: editOf(IdentifierSystemForm.extend({ isRetired: z.boolean() })),
  reply: IdentifierSystem,
  errors: ['name_taken', 'identifiers_clash', 'too_many_identifier_systems'],
})

export const auditWords = {
  addIdentifierSystem: 'added an identifier system',
  editIdentifierSystem: 'edited an identifier system',
}
