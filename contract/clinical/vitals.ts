import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, Id, Moment } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { PageQuery, pageOf } from '../api/page.ts'
import { entryTrace, StrikeForm, trueAt } from './entries.ts'
import {
  consciousnessLevels,
  impossible,
  kept,
  oxygenChoices,
  type SignName,
  signNames,
  signs,
  writable,
} from './signs.ts'
import { type Units } from './units/unit-choices.ts'
import { keptUnits } from './units/units.ts'

/** One set of vital signs, as they were taken at one moment; what was not taken is null. */
export const VitalSigns = z.object({
  ...entryTrace,
  recordedById: z.string(),
  /** The name of the role in which they did: 'doctor' for every role of doctors, 'nurse', or one of the hospital's own. */
  recordedAs: z.string(),
  takenAt: Moment,
  temperature: z.number().nullable(),
  pulse: z.number().nullable(),
  respiratoryRate: z.number().nullable(),
  systolic: z.number().nullable(),
  diastolic: z.number().nullable(),
  oxygenSaturation: z.number().nullable(),
  weight: z.number().nullable(),
  height: z.number().nullable(),
  pain: z.number().nullable(),
  consciousness: z.enum(consciousnessLevels).nullable(),
  oxygen: z.enum(oxygenChoices).nullable(),
  /** The saturation aimed at is 88–92 %: NEWS2 scores it on its scale 2. */
  usesScale2: z.boolean(),
})
export type VitalSigns = z.infer<typeof VitalSigns>

export const scopes = {
  'patient-vitals': { summary: 'A patient’s vital signs', permission: 'clinical.view', key: Id },
} as const satisfies Record<string, ScopeKind>

/** A number of a sign as it is kept, or nothing; or, of a form, as the hospital writes it. */
function reading(name: SignName, units: Units | undefined) {
  const { least, most, decimals } = units
    ? writable(name, units)
    : { ...writable(name, keptUnits), decimals: signs[name].keptDecimals }
  const said = ({ input }: { input?: unknown }) => impossible(name, Number(input), units)
  return z
    .number('Enter a number')
    .min(least, { error: said, abort: true })
    .max(most, { error: said, abort: true })
    .refine(
      (value) => Number(value.toFixed(decimals)) === value,
      decimals === 0 ? 'Enter a whole number' : `At most ${decimals} decimal${decimals > 1 ? 's' : ''}`,
    )
    .nullish()
    .transform((value) => (value == null ? null : kept(name, value, units ?? keptUnits)))
}
const choice = <Choices extends readonly [string, ...string[]]>(choices: Choices) =>
  z
    .enum(choices)
    .nullish()
    .transform((chosen) => chosen ?? null)

/**
 * A set of vital signs, to be recorded: its numbers are as the hospital writes them, and come out as they are kept.
 * Without units they are as they are kept.
 */
export function vitalSignsIn(units?: Units) {
  return z
    .strictObject({
      takenAt: trueAt,
      temperature: reading('temperature', units),
      pulse: reading('pulse', units),
      respiratoryRate: reading('respiratoryRate', units),
      systolic: reading('systolic', units),
      diastolic: reading('diastolic', units),
      oxygenSaturation: reading('oxygenSaturation', units),
      weight: reading('weight', units),
      height: reading('height', units),
      pain: reading('pain', units),
      consciousness: choice(consciousnessLevels),
      oxygen: choice(oxygenChoices),
      /** Left out, it stays as in the patient's last set. Changing it needs `clinical.respond`. */
      usesScale2: z.boolean().optional(),
      /** Somebody was asked about these numbers, and meant them. Without it unlikely ones are refused. */
      evenIfUnlikely: z.array(z.enum(signNames)).max(signNames.length).default([]),
    })
    .refine((set) => set.consciousness !== null || signNames.some((name) => set[name] !== null), {
      path: ['temperature'],
      message: 'Enter at least one vital sign',
    })
    .refine(({ systolic, diastolic }) => diastolic === null || systolic !== null, {
      path: ['systolic'],
      message: 'Enter the systolic blood pressure too',
    })
    .refine(({ systolic, diastolic }) => systolic === null || diastolic === null || diastolic < systolic, {
      path: ['diastolic'],
      message: 'The diastolic blood pressure must be below the systolic',
    })
}
export const VitalSignsForm = vitalSignsIn()
export type VitalSignsForm = z.output<typeof VitalSignsForm>

export const listVitals = endpoint({
  name: 'listVitals',
  summary: 'A patient’s vital signs, set by set, newest first; those struck through are among them',
  method: 'GET',
  path: '/patients/{id}/vitals',
  permission: 'clinical.view',
  kind: 'read',
  namesPatients: true,
  params: byId,
  query: PageQuery,
  reply: pageOf(VitalSigns),
})

export const readLatestVitals = endpoint({
  name: 'readLatestVitals',
  summary:
    'The sets in which the latest of each vital sign is, and the latest full set for NEWS2; newest first',
  method: 'GET',
  path: '/patients/{id}/vitals/latest',
  permission: 'clinical.view',
  kind: 'read',
  namesPatients: true,
  params: byId,
  reply: z.array(VitalSigns),
})

export const recordVitals = endpoint({
  name: 'recordVitals',
  summary: 'Record a set of vital signs; what is unlikely is asked about once (409, `evenIfUnlikely`)',
  method: 'POST',
  path: '/patients/{id}/vitals',
  permission: 'clinical.observe',
  kind: 'create',
  namesPatients: true,
  whenRestricted: 'open',
  params: byId,
  body: VitalSignsForm,
  reply: VitalSigns,
  errors: ['value_unlikely', 'patient_deceased'],
})

export const strikeVitals = endpoint({
  name: 'strikeVitals',
  summary: 'Strike through a set of vital signs that was recorded in error',
  method: 'POST',
  path: '/vitals/{id}/strike',
  permission: 'clinical.observe',
  cases: {
    own: { summary: 'Strike through what one recorded oneself', permission: 'clinical.observe' },
    others: { summary: 'Strike through what a colleague recorded', permission: 'clinical.respond' },
  },
  kind: 'change',
  namesPatients: true,
  // One's own hides nothing from oneself.
  whenRestricted: 'open',
  params: byId,
  body: StrikeForm,
  reply: VitalSigns,
  errors: ['entry_struck'],
})

/** The latest set in which a sign was taken, of sets that are newest first. */
export function latestWith(sets: readonly VitalSigns[], name: SignName | 'consciousness' | 'oxygen') {
  return sets.find((set) => set[name] !== null && set.struck === null)
}

export const auditWords = {
  listVitals: 'vital signs',
  readLatestVitals: 'latest vital signs',
  recordVitals: 'recorded vital signs',
  strikeVitals: 'marked vital signs as entered in error',
}
