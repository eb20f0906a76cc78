import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, editOf, requiredText } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'

/** The payers that the hospital knows: insurers, public schemes, employers and charities (record 96). */

export const errors = { too_many_payers: 409 } as const

export const payerKinds = ['PUBLIC', 'PRIVATE', 'EMPLOYER', 'CHARITY'] as const
export type PayerKind = (typeof payerKinds)[number]
export const payerKindNames: Record<PayerKind, string> = {
  PUBLIC: 'Public',
  PRIVATE: 'Private',
  EMPLOYER: 'Employer',
  CHARITY: 'Charity',
}

export const longestPayerName = 100
/** The database has the same rule. */
export const mostPayers = 200

export const Payer = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(payerKinds),
  version: z.number().int(),
})
export type Payer = z.infer<typeof Payer>

export const scopes = {
  payers: { summary: 'The payers to choose from', permission: 'patient.view' },
} as const satisfies Record<string, ScopeKind>

export const PayerForm = z.strictObject({
  name: requiredText('Name is required', longestPayerName),
  kind: z.enum(payerKinds, { error: 'Kind is required' }),
})
export type PayerForm = z.output<typeof PayerForm>

export const listPayers = endpoint({
  name: 'listPayers',
  summary: `The payers to choose from, by name (${mostPayers} at most)`,
  method: 'GET',
  path: '/payers',
  permission: 'patient.view',
  kind: 'read',
  reply: z.array(Payer),
})

export const addPayer = endpoint({
  name: 'addPayer',
  summary: 'Add a payer',
  method: 'POST',
  path: '/payers',
  permission: 'staff.manage',
  kind: 'create',
  body: PayerForm,
  reply: Payer,
  errors: ['name_taken', 'too_many_payers'],
})

export const editPayer = endpoint({
  name: 'editPayer',
  summary: 'Change a payer’s name or kind, also where patients have coverage of it',
  method: 'PUT',
  path: '/payers/{id}',
  permission: 'staff.manage',
  kind: 'edit',
  params: byId,
  body: editOf(PayerForm),
  reply: Payer,
  errors: ['name_taken'],
})

export const retirePayer = endpoint({
  name: 'retirePayer',
  summary: 'Retire a payer: it can’t be chosen any more, and patients keep the coverage they have',
  method: 'DELETE',
  path: '/payers/{id}',
  permission: 'staff.manage',
  kind: 'change',
  params: byId,
  reply: z.object({ id: z.string() }),
})

export const auditWords = {
  addPayer: 'added a payer',
  editPayer: 'edited a payer',
  retirePayer: 'retired a payer',
}
