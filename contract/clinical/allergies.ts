import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, Id, Moment, optionalText, requiredText, text } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { pageOf } from '../api/page.ts'
import { Allergen, type Certainty, certainties, judgements, noneKnown, severities } from './allergen.ts'
import { EntryPageQuery, entryTrace, StrikeForm } from './entries.ts'

export const errors = {
  /** An active entry records the same, or an allergy contradicts 'none known'. */
  allergy_recorded: 409,
  /** Another entry has taken its place. */
  allergy_replaced: 409,
} as const

export const Allergy = z.object({
  ...entryTrace,
  ...Allergen.shape,
  /** The entry that this one confirms or corrects. */
  replacesId: z.string().nullable(),
  /** When another entry replaced this one, and the name of the user who did it. */
  replaced: z.object({ at: Moment, by: z.string() }).nullable(),
})
export type Allergy = z.infer<typeof Allergy>

export const scopes = {
  'patient-allergies': {
    summary: 'A patient’s list of allergies',
    permission: 'patient.view',
    key: Id,
  },
} as const satisfies Record<string, ScopeKind>

const fields = {
  substance: text(100).default(''),
  isNoneKnown: z.boolean().default(false),
  reaction: optionalText(500),
  severity: z.enum(severities, { error: 'Severity is required' }).nullable().default(null),
}

const isSaid = (typed: unknown) => requiredText('').safeParse(typed).success

/** 'None known' has no other details. A doctor's entry of an allergy needs its severity. */
function whole<Form extends z.ZodType<Omit<Allergen, 'certainty'> & { certainty: Certainty }>>(form: Form) {
  // Said together with what else is missing.
  const when = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null
  return form
    .refine(({ isNoneKnown, substance }) => isNoneKnown || isSaid(substance), {
      path: ['substance'],
      message: 'Substance is required',
      when,
    })
    .refine(
      ({ isNoneKnown, severity, certainty }) => isNoneKnown || severity !== null || certainty === 'REPORTED',
      { path: ['severity'], message: 'Severity is required', when },
    )
    .refine(({ isNoneKnown, certainty }) => !isNoneKnown || certainty !== 'SUSPECTED', {
      path: ['certainty'],
      message: 'Certainty is required',
      when,
    })
    .transform((said) =>
      said.isNoneKnown ? { ...said, substance: noneKnown, reaction: null, severity: null } : said,
    )
}

export const AllergyForm = whole(
  z.strictObject({ ...fields, certainty: z.enum(certainties, { error: 'Certainty is required' }) }),
)
export type AllergyForm = z.output<typeof AllergyForm>

/** A doctor's new entry in place of another. */
export const AllergyJudgement = whole(
  z.strictObject({ ...fields, certainty: z.enum(judgements, { error: 'Certainty is required' }) }),
)

export const listAllergies = endpoint({
  name: 'listAllergies',
  summary: 'A patient’s allergies, newest first',
  method: 'GET',
  path: '/patients/{id}/allergies',
  permission: 'patient.view',
  kind: 'read',
  namesPatients: true,
  whenRestricted: 'open',
  params: byId,
  query: EntryPageQuery,
  reply: pageOf(Allergy),
})

export const recordAllergy = endpoint({
  name: 'recordAllergy',
  summary: 'Report an allergy (`certainty` REPORTED), or record one as a doctor (`allergy.confirm`)',
  method: 'POST',
  path: '/patients/{id}/allergies',
  permission: 'allergy.report',
  kind: 'create',
  namesPatients: true,
  whenRestricted: 'open',
  params: byId,
  body: AllergyForm,
  reply: Allergy,
  errors: ['allergy_recorded', 'patient_deceased'],
})

export const confirmAllergy = endpoint({
  name: 'confirmAllergy',
  summary: 'Confirm or correct an allergy by another entry',
  method: 'POST',
  path: '/allergies/{id}/confirm',
  permission: 'allergy.confirm',
  kind: 'create',
  namesPatients: true,
  params: byId,
  body: AllergyJudgement,
  reply: Allergy,
  errors: ['allergy_recorded', 'allergy_replaced', 'entry_struck', 'patient_deceased'],
})

export const strikeAllergy = endpoint({
  name: 'strikeAllergy',
  summary: 'Strike through an allergy that was recorded in error',
  method: 'POST',
  path: '/allergies/{id}/strike',
  permission: 'allergy.confirm',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: StrikeForm,
  reply: Allergy,
  errors: ['entry_struck', 'allergy_replaced'],
})

export const auditWords = {
  listAllergies: 'allergies',
  recordAllergy: 'recorded an allergy',
  confirmAllergy: 'confirmed or corrected an allergy',
  strikeAllergy: 'marked an allergy as entered in error',
}
