import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, Id, optionalText, requiredText } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { pageOf } from '../api/page.ts'
import { EntryPageQuery, entryTrace, StrikeForm } from './entries.ts'

export const errors = {
  /** A current entry names this substance already. */
  allergy_recorded: 409,
} as const

export const severities = ['MILD', 'MODERATE', 'SEVERE'] as const
export type Severity = (typeof severities)[number]
export const severityNames: Record<Severity, string> = {
  MILD: 'Mild',
  MODERATE: 'Moderate',
  SEVERE: 'Severe',
}
export const certainties = ['SUSPECTED', 'CONFIRMED'] as const
export type Certainty = (typeof certainties)[number]
export const certaintyNames: Record<Certainty, string> = { SUSPECTED: 'Suspected', CONFIRMED: 'Confirmed' }

/** What everybody who may see a patient reads of a current entry: it is what is dangerous. */
export const Allergen = z.object({ substance: z.string(), severity: z.enum(severities) })
export type Allergen = z.infer<typeof Allergen>

export const Allergy = z.object({
  ...entryTrace,
  substance: z.string(),
  reaction: z.string().nullable(),
  severity: z.enum(severities),
  certainty: z.enum(certainties),
})
export type Allergy = z.infer<typeof Allergy>

export const scopes = {
  'patient-allergies': {
    summary: 'What doctors recorded of a patient’s allergies',
    permission: 'clinical.view',
    key: Id,
  },
} as const satisfies Record<string, ScopeKind>

export const AllergyForm = z.strictObject({
  substance: requiredText('Substance is required', 100),
  reaction: optionalText(500),
  severity: z.enum(severities, { error: 'Severity is required' }),
  certainty: z.enum(certainties, { error: 'Certainty is required' }),
})
export type AllergyForm = z.output<typeof AllergyForm>

export const listAllergies = endpoint({
  name: 'listAllergies',
  summary: 'A patient’s allergy entries, newest first; those struck through are among them',
  method: 'GET',
  path: '/patients/{id}/allergies',
  permission: 'clinical.view',
  kind: 'read',
  namesPatients: true,
  params: byId,
  query: EntryPageQuery,
  reply: pageOf(Allergy),
})

export const recordAllergy = endpoint({
  name: 'recordAllergy',
  summary: 'Record an allergy; its substance and severity stand wherever the patient is named',
  method: 'POST',
  path: '/patients/{id}/allergies',
  permission: 'clinical.record',
  kind: 'create',
  namesPatients: true,
  params: byId,
  body: AllergyForm,
  reply: Allergy,
  errors: ['allergy_recorded', 'patient_deceased'],
})

export const strikeAllergy = endpoint({
  name: 'strikeAllergy',
  summary: 'Strike through an allergy that was recorded in error',
  method: 'POST',
  path: '/allergies/{id}/strike',
  permission: 'clinical.record',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: StrikeForm,
  reply: Allergy,
  errors: ['entry_struck'],
})
