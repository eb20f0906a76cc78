import { type Units } from './units/unit-choices.ts'
import { isConverted, keptFrom, keptUnits, mistakenFor, shownIn, unitIn } from './units/units.ts'
import { adultFrom } from './warnings/bands.ts'

/** The properties of a sign that hold for everybody: its codes, its unit and its possible values. */
export interface Sign {
  /** As a sentence goes on with it: 'A pulse of 210 …', 'respiratory rate'. */
  readonly name: string
  readonly article: 'A' | 'An'
  /** Under which others know it: a LOINC code, and its unit in UCUM. */
  readonly loinc: string
  readonly ucum: string
  /** As people write the unit in which it is kept. */
  readonly unit: string
  /** So many people write in that unit. */
  readonly decimals: 0 | 1 | 2
  /** So many are kept: what was written in another unit reads as it was written. */
  readonly keptDecimals: 0 | 1 | 2
  /** Beyond these nobody was ever measured: refused, by the database too. */
  readonly possible: Range
  /** Beyond these it is rather a slip of the hand: asked about once. */
  readonly likely: { readonly adult: Range; readonly child: Range }
}
export type Range = readonly [number, number]

const everybody = (range: Range) => ({ adult: range, child: range })

/**
 * The vital signs that are numbers, in the order in which they are taken. `possible` is also in
 * server/ground/db/tables/vital-signs.sql, as constraints, and a test compares the two.
 */
export const signs = {
  temperature: {
    name: 'temperature',
    article: 'A',
    loinc: '8310-5',
    ucum: 'Cel',
    unit: '°C',
    decimals: 1,
    keptDecimals: 2,
    possible: [10, 46],
    likely: everybody([34, 41]),
  },
  pulse: {
    name: 'pulse',
    article: 'A',
    loinc: '8867-4',
    ucum: '/min',
    unit: '/min',
    decimals: 0,
    keptDecimals: 0,
    possible: [0, 350],
    likely: { adult: [30, 200], child: [50, 230] },
  },
  respiratoryRate: {
    name: 'respiratory rate',
    article: 'A',
    loinc: '9279-1',
    ucum: '/min',
    unit: '/min',
    decimals: 0,
    keptDecimals: 0,
    possible: [0, 120],
    likely: { adult: [6, 45], child: [8, 90] },
  },
  systolic: {
    name: 'systolic blood pressure',
    article: 'A',
    loinc: '8480-6',
    ucum: 'mm[Hg]',
    unit: 'mmHg',
    decimals: 0,
    keptDecimals: 0,
    possible: [20, 320],
    likely: { adult: [60, 240], child: [40, 200] },
  },
  diastolic: {
    name: 'diastolic blood pressure',
    article: 'A',
    loinc: '8462-4',
    ucum: 'mm[Hg]',
    unit: 'mmHg',
    decimals: 0,
    keptDecimals: 0,
    possible: [0, 250],
    likely: { adult: [30, 140], child: [15, 120] },
  },
  oxygenSaturation: {
    name: 'oxygen saturation',
    article: 'An',
    loinc: '59408-5',
    ucum: '%',
    unit: '%',
    decimals: 0,
    keptDecimals: 0,
    possible: [20, 100],
    likely: everybody([70, 100]),
  },
  weight: {
    name: 'weight',
    article: 'A',
    loinc: '29463-7',
    ucum: 'kg',
    unit: 'kg',
    decimals: 2,
    keptDecimals: 2,
    possible: [0.2, 650],
    likely: { adult: [30, 250], child: [0.4, 150] },
  },
  height: {
    name: 'height',
    article: 'A',
    loinc: '8302-2',
    ucum: 'cm',
    unit: 'cm',
    decimals: 1,
    keptDecimals: 1,
    possible: [20, 275],
    likely: { adult: [120, 220], child: [25, 210] },
  },
  pain: {
    name: 'pain score',
    article: 'A',
    loinc: '72514-3',
    ucum: '{score}',
    unit: '/10',
    decimals: 0,
    keptDecimals: 0,
    possible: [0, 10],
    likely: everybody([0, 10]),
  },
} as const satisfies Record<string, Sign>

export type SignName = keyof typeof signs
export const signNames = Object.keys(signs) as SignName[]

/** The numbers of one set; null if a sign was not taken. */
export type Readings = Readonly<Record<SignName, number | null>>

/** ACVPU: how far somebody is awake. LOINC 80288-4, level of consciousness. */
export const consciousnessLevels = ['ALERT', 'CONFUSION', 'VOICE', 'PAIN', 'UNRESPONSIVE'] as const
export type Consciousness = (typeof consciousnessLevels)[number]
export const consciousnessNames: Record<Consciousness, string> = {
  ALERT: 'Alert',
  CONFUSION: 'New confusion',
  VOICE: 'Responds to voice',
  PAIN: 'Responds to pain',
  UNRESPONSIVE: 'Unresponsive',
}

/** Whether the patient gets oxygen. LOINC has a code for the flow (3151-8), and none for this. */
export const oxygenChoices = ['AIR', 'OXYGEN'] as const
export type OxygenGiven = (typeof oxygenChoices)[number]
export const oxygenNames: Record<OxygenGiven, string> = { AIR: 'Air', OXYGEN: 'Oxygen' }

/** In the other unit everything is written with one decimal. */
function decimalsIn(units: Units, name: SignName): number {
  return isConverted(units, name) ? 1 : signs[name].decimals
}

/** The unit in which the hospital writes a sign. */
export function unitOf(name: SignName, units: Units): string {
  return unitIn(units, name) ?? signs[name].unit
}

/** A stored value as the hospital writes it, without the unit: '37.2', '96', '176' */
export function writtenReading(name: SignName, value: number, units: Units): string {
  const written = shownIn(units, name, value).toFixed(decimalsIn(units, name))
  // A temperature keeps its decimal: 37.0, not 37.
  return name === 'temperature' ? written : String(Number(written))
}

/** A stored value as the hospital writes it, with its unit: '37.2 °C', '96 %', '88 /min', '4/10' */
export function spokenReading(name: SignName, value: number, units: Units = keptUnits): string {
  const written = writtenReading(name, value, units)
  return name === 'pain' ? `${written}/10` : `${written} ${unitOf(name, units)}`
}

/** How a sign may be written in the hospital's units: from, to, and with how many decimals. */
export function writable(name: SignName, units: Units) {
  const decimals = decimalsIn(units, name)
  const [least, most] = signs[name].possible.map((kept) => shownIn(units, name, kept)) as [number, number]
  const step = 10 ** decimals
  // Inwards: what is written is never beyond what can be kept.
  return {
    least: Math.ceil(least * step - 1e-6) / step,
    most: Math.floor(most * step + 1e-6) / step,
    decimals,
  }
}

/** A value written in the hospital's units, converted for storage. */
export function kept(name: SignName, written: number, units: Units): number {
  return rounded(keptFrom(units, name, written), signs[name].keptDecimals)
}

/** A stored value rounded as it is written in its own unit, for charts and scores. */
export function asCharted(name: SignName, value: number): number {
  return rounded(value, signs[name].decimals)
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}

/** The message for an impossible number; it guesses the unit that was meant. */
export function impossible(name: SignName, written: number, units: Units = keptUnits): string {
  const { least, most } = writable(name, units)
  const said = (value: number) => spokenReading(name, keptFrom(units, name, value), units)
  const meant = mistakenFor(units, name, written)
  const range = `Enter ${said(least)} to ${said(most)}`
  return meant && isWithin(meant.kept, signs[name].likely.adult)
    ? `${range}. ${written} ${meant.unit} is ${spokenReading(name, meant.kept, units)}`
    : range
}

/** Body mass index, in kg/m² (LOINC 39156-5): computed where it is shown, and never kept. */
export function bodyMassIndex(weight: number, height: number): number {
  return Math.round((weight / (height / 100) ** 2) * 10) / 10
}

export function isWithin(value: number, [least, most]: Range): boolean {
  return value >= least && value <= most
}

/** A weight is queried if it differs by more than this share from the nearest one within `weightDays`. */
const weightChange = 0.3
export const weightDays = 30

/** The patient's age in years and last weights, to compare a new set with. */
export interface Known {
  age: number
  lastWeight: { weight: number; on: string } | null
}

/**
 * Questions about values that are possible but unlikely, by sign; none when all are likely. The
 * numbers are as they are kept, the sentences as the hospital writes them.
 */
export function unlikely(
  readings: Partial<Readings>,
  known: Known,
  units: Units = keptUnits,
): Partial<Record<SignName, string>> {
  const asked: Partial<Record<SignName, string>> = {}
  for (const name of signNames) {
    const value = readings[name]
    const { likely, article, name: spoken } = signs[name]
    if (value == null || isWithin(value, known.age >= adultFrom ? likely.adult : likely.child)) continue
    const kind = known.age >= adultFrom ? '' : ' at this age'
    const written = Number(writtenReading(name, value, units))
    asked[name] = `${article} ${spoken} of ${written} is unlikely${kind}. Save it as typed?`
  }
  const { weight } = readings
  const { lastWeight } = known
  if (weight != null && lastWeight && isFar(weight, lastWeight.weight)) {
    const said = (kilograms: number) => spokenReading('weight', kilograms, units)
    const written = Number(writtenReading('weight', weight, units))
    const meant = mistakenFor(units, 'weight', written)
    const inOther =
      meant && !isFar(meant.kept, lastWeight.weight)
        ? ` If ${written} ${meant.unit} was meant, that is ${said(rounded(meant.kept, 1))}.`
        : ''
    asked.weight = `The weight was ${said(lastWeight.weight)} on ${lastWeight.on}.${inOther} Save ${said(weight)} as typed?`
  }
  return asked
}

function isFar(weight: number, last: number): boolean {
  return Math.abs(weight - last) > last * weightChange
}
