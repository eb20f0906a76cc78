import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import {
  byId,
  Id,
  Moment,
  optionalDay,
  optionalLines,
  optionalText,
  requiredDay,
  requiredLines,
  requiredText,
} from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { pageOf } from '../api/page.ts'
import { optionalReference } from '../api/references.ts'
import { countersignatureErrors } from '../people/countersignature-errors.ts'
import { partedWords, unsafeName, unsafeNumber, unsafeWords, unsafeWriting } from './abbreviations.ts'
import { EntryPageQuery, entryTrace, StrikeForm } from './entries.ts'

export const errors = {
  /** A recorded allergy matches the medicine: with `allergyReason`, it is prescribed nevertheless. */
  allergy_match: 409,
  /**
   * The dose is above the formulary's maximum, or is for a child and can't be checked by weight: there is no weight, or
   * the formulary has no dose by weight. Send it again with `doseReason` to prescribe it.
   */
  dose_unlikely: 409,
  medication_stopped: 409,
} as const

/** Units in full: short forms of them were misread (see abbreviations.ts). */
export const doseUnitNames = {
  MG: 'mg',
  G: 'g',
  MICROGRAM: 'micrograms',
  UNIT: 'units',
  INTERNATIONAL_UNIT: 'international units',
  ML: 'ml',
  MMOL: 'mmol',
  TABLET: 'tablets',
  CAPSULE: 'capsules',
  DROP: 'drops',
  PUFF: 'puffs',
  PATCH: 'patches',
  SUPPOSITORY: 'suppositories',
  APPLICATION: 'applications',
} as const
export type DoseUnit = keyof typeof doseUnitNames
export const doseUnits = Object.keys(doseUnitNames) as DoseUnit[]

export const routeNames = {
  ORAL: 'Oral',
  SUBLINGUAL: 'Sublingual',
  INTRAVENOUS: 'Intravenous',
  INTRAMUSCULAR: 'Intramuscular',
  SUBCUTANEOUS: 'Subcutaneous',
  INHALED: 'Inhaled',
  NASAL: 'Nasal',
  TOPICAL: 'On the skin',
  TRANSDERMAL: 'Through the skin (patch)',
  RECTAL: 'Rectal',
  VAGINAL: 'Vaginal',
  EYE: 'Eye',
  EAR: 'Ear',
} as const
export type MedicationRoute = keyof typeof routeNames
export const medicationRoutes = Object.keys(routeNames) as MedicationRoute[]

export const frequencyNames = {
  ONCE: 'Once only',
  DAILY: 'Once daily',
  IN_THE_MORNING: 'In the morning',
  AT_NIGHT: 'At night',
  TWICE_DAILY: 'Twice daily',
  THREE_TIMES_DAILY: 'Three times daily',
  FOUR_TIMES_DAILY: 'Four times daily',
  EVERY_4_HOURS: 'Every 4 hours',
  EVERY_6_HOURS: 'Every 6 hours',
  EVERY_8_HOURS: 'Every 8 hours',
  EVERY_12_HOURS: 'Every 12 hours',
  EVERY_OTHER_DAY: 'Every other day',
  WEEKLY: 'Once weekly',
  AS_NEEDED: 'As needed',
} as const
export type MedicationFrequency = keyof typeof frequencyNames
export const medicationFrequencies = Object.keys(frequencyNames) as MedicationFrequency[]

export const Medication = z.object({
  ...entryTrace,
  name: z.string(),
  dose: z.number(),
  unit: z.enum(doseUnits),
  route: z.enum(medicationRoutes),
  frequency: z.enum(medicationFrequencies),
  instructions: z.string().nullable(),
  startsOn: z.string(),
  endsOn: z.string().nullable(),
  /** The indication. */
  reason: z.string().nullable(),
  /** The recorded allergy against which it is given, and why; null where there was none. */
  allergy: z.string().nullable(),
  allergyReason: z.string().nullable(),
  /** The second person who countersigned that, where the hospital wants one. */
  countersignedBy: z.string().nullable(),
  /** The weight used to check the dose, in kilograms. Null if the patient isn't dosed by weight, or wasn't weighed. */
  weight: z.number().nullable(),
  /** The question about the dose, and the reason given for it. Null if there was no question. */
  doseQuestion: z.string().nullable(),
  doseReason: z.string().nullable(),
  /** The prescriber’s number at the medical council, as it is now. */
  prescriberNumber: z.string().nullable(),
  /** It was prescribed during a stay. */
  isInpatient: z.boolean(),
  /** The entry that this one changed. */
  replacesId: z.string().nullable(),
  /** The end of a medication that was stopped or replaced. */
  stopped: z.object({ at: Moment, by: z.string(), reason: z.string() }).nullable(),
  /** Neither struck through, nor stopped, nor over. */
  isCurrent: z.boolean(),
})
export type Medication = z.infer<typeof Medication>

export const CurrentMedication = Medication.extend({
  /** It matches an allergy, and no reason for it is on record. */
  matchesAllergy: z.boolean(),
})
export type CurrentMedication = z.infer<typeof CurrentMedication>

export const scopes = {
  'patient-medications': { summary: 'A patient’s medications', permission: 'clinical.view', key: Id },
} as const satisfies Record<string, ScopeKind>

function numberProblem(typed: string): string | undefined {
  const unsafe = unsafeNumber(typed)
  if (unsafe) return unsafeWords(unsafe)
  const parted = partedWords(typed)
  if (parted) return parted
  if (/^\d[\d.]*\s*\p{L}/u.test(typed)) return 'Enter the number alone, and choose its unit'
  if (!/^\d{1,7}(\.\d{1,4})?$/.test(typed)) return 'Enter a number, with 4 decimals at most'
  return Number(typed) === 0 ? 'Must be more than zero' : undefined
}

/** A number as text, so that its notation can be checked too. `message` is shown if it is empty. */
export function writtenNumber(message: string) {
  return z
    .string({ error: message })
    .trim()
    .min(1, { error: message, abort: true })
    .superRefine((typed, context) => {
      const problem = numberProblem(typed)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
    .transform(Number)
}

/** An optional number as it was typed; empty counts as left out (null). */
export const optionalWrittenNumber = z
  .string({ error: 'Enter a number' })
  .trim()
  .nullish()
  .transform((typed, context) => {
    if (!typed) return null
    const problem = numberProblem(typed)
    if (!problem) return Number(typed)
    context.addIssue({ code: 'custom', message: problem })
    return z.NEVER
  })

function safe<Schema extends z.ZodType<string | null>>(
  schema: Schema,
  find: (text: string) => Parameters<typeof unsafeWords>[0] | undefined,
) {
  return schema.superRefine((text, context) => {
    const unsafe = text && find(text)
    if (unsafe) context.addIssue({ code: 'custom', message: unsafeWords(unsafe) })
  })
}

const orderFields = {
  dose: writtenNumber('Dose is required'),
  unit: z.enum(doseUnits, { error: 'Choose the unit of the dose' }),
  route: z.enum(medicationRoutes, { error: 'Route is required' }),
  frequency: z.enum(medicationFrequencies, { error: 'Frequency is required' }),
  instructions: safe(optionalText(500), unsafeWriting),
  startsOn: requiredDay('Start is required'),
  endsOn: optionalDay('Enter a date'),
  reason: optionalText(500),
  /** Why it is given against a recorded allergy. */
  allergyReason: optionalLines(500),
  /** The second person's, for that. */
  countersignature: optionalReference('countersignature'),
  /** Why the dose is right although it is above the formulary's maximum, or can't be checked by weight. */
  doseReason: optionalLines(500),
  /** Somebody was asked whether the same medicine is meant twice, and it is. */
  evenIfUnlikely: z.array(z.literal('name')).max(1).default([]),
}
const endsAfterStart = ({ startsOn, endsOn }: { startsOn: string; endsOn: string | null }) =>
  endsOn === null || endsOn >= startsOn
const endMessage = { path: ['endsOn'], message: 'The end can’t be before the start' }

export const MedicationForm = z
  .strictObject({ name: safe(requiredText('Medicine is required', 200), unsafeName), ...orderFields })
  .refine(endsAfterStart, endMessage)
export type MedicationForm = z.output<typeof MedicationForm>

export const MedicationChange = z
  .strictObject({
    name: safe(requiredText('Medicine is required', 200), unsafeName),
    ...orderFields,
    changeReason: requiredText('Reason for the change is required', 500),
  })
  .refine(endsAfterStart, endMessage)
export type MedicationChange = z.output<typeof MedicationChange>

export const listMedications = endpoint({
  name: 'listMedications',
  summary: 'All medications of a patient, newest first; those stopped or struck through are among them',
  method: 'GET',
  path: '/patients/{id}/medications',
  permission: 'clinical.view',
  kind: 'read',
  namesPatients: true,
  params: byId,
  query: EntryPageQuery,
  reply: pageOf(Medication),
})

export const readCurrentMedications = endpoint({
  name: 'readCurrentMedications',
  summary: 'What a patient takes now or is to take from a later day, newest first (200 at most)',
  method: 'GET',
  path: '/patients/{id}/medications/current',
  permission: 'clinical.view',
  kind: 'read',
  namesPatients: true,
  params: byId,
  reply: z.array(CurrentMedication),
})

export const prescribeMedication = endpoint({
  name: 'prescribeMedication',
  summary:
    'Prescribe a medicine. Against a recorded allergy it needs `allergyReason` (409 `allergy_match`), and a `countersignature` where the hospital wants one (409 `countersignature_needed`), for a dose beyond the formulary, or for a child (or below 40 kg) without a weight or without a dose by weight in the formulary, `doseReason` (409 `dose_unlikely`); a medicine that the patient has already is asked about once (409 `value_unlikely`)',
  method: 'POST',
  path: '/patients/{id}/medications',
  permission: 'clinical.prescribe',
  kind: 'create',
  namesPatients: true,
  params: byId,
  body: MedicationForm,
  reply: Medication,
  errors: ['allergy_match', 'dose_unlikely', 'value_unlikely', 'patient_deceased', ...countersignatureErrors],
})

export const changeMedication = endpoint({
  name: 'changeMedication',
  summary: 'Change a current medication: it is stopped, and the changed one is another entry that names it',
  method: 'POST',
  path: '/medications/{id}/change',
  permission: 'clinical.prescribe',
  kind: 'create',
  namesPatients: true,
  params: byId,
  body: MedicationChange,
  reply: Medication,
  errors: [
    'allergy_match',
    'dose_unlikely',
    'value_unlikely',
    'medication_stopped',
    'entry_struck',
    'patient_deceased',
    ...countersignatureErrors,
  ],
})

export const stopMedication = endpoint({
  name: 'stopMedication',
  summary: 'Stop a medication, with a reason',
  method: 'POST',
  path: '/medications/{id}/stop',
  permission: 'clinical.prescribe',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: z.strictObject({ reason: requiredLines('Reason is required', 500) }),
  reply: Medication,
  errors: ['medication_stopped', 'entry_struck'],
})

export const strikeMedication = endpoint({
  name: 'strikeMedication',
  summary: 'Strike through a medication that was recorded in error',
  method: 'POST',
  path: '/medications/{id}/strike',
  permission: 'clinical.prescribe',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: StrikeForm,
  reply: Medication,
  errors: ['entry_struck'],
})

/** 'Oral, 500 mg, three times daily' */
export function orderWords(medication: Pick<Medication, 'dose' | 'unit' | 'route' | 'frequency'>): string {
  const { dose, unit, route, frequency } = medication
  return `${doseWords(dose, unit)}, ${routeNames[route].toLowerCase()}, ${frequencyNames[frequency].toLowerCase()}`
}

/** '1 tablet', '0.5 tablets', '500 mg' */
export function doseWords(dose: number, unit: DoseUnit): string {
  const name = doseUnitNames[unit]
  const isOne = dose === 1 && /[a-z]{3}s$/.test(name)
  return `${dose} ${isOne ? singular(name) : name}`
}
const singular = (name: string) => name.replace('ies', 'y').replace('patches', 'patch').replace(/s$/, '')

export const auditWords = {
  listMedications: 'medications',
  readCurrentMedications: 'current medications',
  prescribeMedication: 'prescribed a medication',
  changeMedication: 'changed a medication',
  stopMedication: 'stopped a medication',
  strikeMedication: 'marked a medication as entered in error',
}
