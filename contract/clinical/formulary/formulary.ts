import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { byId, editOf, requiredText } from '../../api/fields.ts'
import type { ScopeKind } from '../../api/live.ts'
import { doseUnits, medicationRoutes, optionalWrittenNumber, writtenNumber } from '../medications.ts'

export const screens = ['/formulary'] as const

export const errors = {
  formulary_full: 409,
} as const

export const scopes = {
  formulary: { summary: 'The hospital’s formulary', permission: 'clinical.view' },
} as const satisfies Record<string, ScopeKind>

/** The most entries a formulary can hold, because a screen reads all of it at once. */
export const mostFormularyMedicines = 1000

/** The largest doses of a medicine, each in its unit. Above them, a prescriber is asked for a reason. */
export const FormularyMedicine = z.object({
  id: z.string(),
  /** The substance. A brand or a misspelt name in a prescription is matched to it. */
  name: z.string(),
  /** Null applies to every route without an entry of its own. */
  route: z.enum(medicationRoutes).nullable(),
  unit: z.enum(doseUnits),
  /** The maximum single dose. */
  maxDose: z.number(),
  maxDailyDose: z.number().nullable(),
  /** For children, and for adults with a low weight. If both are null, the formulary has no dose for them. */
  maxDosePerKg: z.number().nullable(),
  maxChildDose: z.number().nullable(),
  version: z.number().int(),
})
export type FormularyMedicine = z.infer<typeof FormularyMedicine>

const fields = {
  name: requiredText('Medicine is required', 200),
  route: z
    .union([z.literal('').transform(() => null), z.enum(medicationRoutes), z.null()], {
      error: 'Choose a route',
    })
    .optional()
    .transform((chosen) => chosen ?? null),
  unit: z.enum(doseUnits, { error: 'Choose the unit' }),
  maxDose: writtenNumber('Single maximum is required'),
  maxDailyDose: optionalWrittenNumber,
  maxDosePerKg: optionalWrittenNumber,
  maxChildDose: optionalWrittenNumber,
}
const Fields = z.strictObject(fields)

/**
 * The message for a maximum that is too small or too large compared with the single one. The database enforces the
 * same.
 */
export const maximaMessages = {
  maxDailyDose: 'The daily maximum can’t be below the single maximum',
  maxDosePerKg: 'The maximum per kilogram can’t be above the single maximum',
  maxChildDose: 'A child’s maximum can’t be above the single maximum',
} as const

type Maxima = Pick<FormularyMedicine, 'maxDose' | keyof typeof maximaMessages>
const isOrdered = {
  maxDailyDose: ({ maxDose, maxDailyDose }: Maxima) => maxDailyDose === null || maxDailyDose >= maxDose,
  maxDosePerKg: ({ maxDose, maxDosePerKg }: Maxima) => maxDosePerKg === null || maxDosePerKg <= maxDose,
  maxChildDose: ({ maxDose, maxChildDose }: Maxima) => maxChildDose === null || maxChildDose <= maxDose,
}
const refused = (path: keyof typeof maximaMessages) => ({ path: [path], message: maximaMessages[path] })

export const FormularyForm = Fields.refine(isOrdered.maxDailyDose, refused('maxDailyDose'))
  .refine(isOrdered.maxDosePerKg, refused('maxDosePerKg'))
  .refine(isOrdered.maxChildDose, refused('maxChildDose'))

export const listFormulary = endpoint({
  name: 'listFormulary',
  summary: 'The hospital’s formulary, by name (1000 medicines at most)',
  method: 'GET',
  path: '/formulary',
  permission: 'clinical.view',
  kind: 'read',
  reply: z.array(FormularyMedicine),
})
export const addFormularyMedicine = endpoint({
  name: 'addFormularyMedicine',
  summary: 'Add a medicine to the formulary, once for each route',
  method: 'POST',
  path: '/formulary',
  permission: 'formulary.manage',
  kind: 'create',
  body: FormularyForm,
  reply: FormularyMedicine,
  errors: ['name_taken', 'formulary_full'],
})
export const editFormularyMedicine = endpoint({
  name: 'editFormularyMedicine',
  summary: 'Change a medicine of the formulary',
  method: 'PUT',
  path: '/formulary/{id}',
  permission: 'formulary.manage',
  kind: 'edit',
  params: byId,
  body: editOf(Fields),
  reply: FormularyMedicine,
  errors: ['name_taken'],
})
export const deleteFormularyMedicine = endpoint({
  name: 'deleteFormularyMedicine',
  summary: 'Remove a medicine from the formulary; its doses are no longer checked',
  method: 'DELETE',
  path: '/formulary/{id}',
  permission: 'formulary.manage',
  kind: 'change',
  params: byId,
  reply: z.object({ id: z.string() }),
})

export const auditWords = {
  addFormularyMedicine: 'added a medicine to the formulary',
  editFormularyMedicine: 'edited a medicine of the formulary',
  deleteFormularyMedicine: 'removed a medicine from the formulary',
}
