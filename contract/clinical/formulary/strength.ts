import { type DoseUnit, doseUnitNames, type Medication } from '../medications.ts'

/**
 * Reads from a medicine's name how much is in a tablet or in a number of millilitres, and converts amounts between
 * units.
 */

export interface Amount {
  amount: number
  unit: DoseUnit
}
interface Strength extends Amount {
  /** The millilitres that contain the amount. Null for the amount in one tablet, capsule or suppository. */
  millilitres: number | null
}

const unitsWritten: readonly (readonly [RegExp, DoseUnit])[] = [
  [/^mg$/, 'MG'],
  [/^g$/, 'G'],
  [/^(?:micrograms?|mcg|ug|[µμ]g)$/, 'MICROGRAM'],
  [/^(?:iu|international units?)$/, 'INTERNATIONAL_UNIT'],
  [/^units?$/, 'UNIT'],
  [/^mmol$/, 'MMOL'],
]
const number = '\\d+(?:\\.\\d+)?'
/** Skips numbers after a comma, which may separate thousands or decimals. */
const amounts = new RegExp(
  `(?<![\\p{L}\\d.,])(${number})\\s*(mg|g|micrograms?|mcg|ug|[µμ]g|iu|international units?|units?|mmol)(?![\\p{L}\\d])`,
  'gu',
)
const perMillilitres = new RegExp(`^\\s*(?:/|in|per)\\s*(${number})?\\s*ml(?![\\p{L}\\d])`, 'u')

/** Null if the name gives no strength, or more than one: 'Co-amoxiclav 500 mg/125 mg'. */
export function strengthOf(name: string): Strength | null {
  const text = name.toLowerCase()
  const [found, ...others] = text.matchAll(amounts)
  if (!found || others.length > 0) return null
  const unit = unitsWritten.find(([written]) => written.test(found[2] ?? ''))?.[1]
  const amount = Number(found[1])
  if (!unit || amount === 0) return null
  const rest = text.slice(found.index + found[0].length)
  const per = perMillilitres.exec(rest)
  if (!per) return /^\s*(?:\/|per\b)/.test(rest) ? null : { amount, unit, millilitres: null }
  const millilitres = Number(per[1] ?? 1)
  return millilitres === 0 ? null : { amount, unit, millilitres }
}

const inMicrograms: Partial<Record<DoseUnit, number>> = { MICROGRAM: 1, MG: 1000, G: 1_000_000 }

/** Converts an amount to another unit. Null if the units can't be compared: units and international units can't. */
function converted({ amount, unit }: Amount, to: DoseUnit): number | null {
  if (unit === to) return amount
  const [from, into] = [inMicrograms[unit], inMicrograms[to]]
  return from && into ? (amount * from) / into : null
}

/** For these units, the strength in the name is the amount in one. */
const counted: readonly DoseUnit[] = ['TABLET', 'CAPSULE', 'SUPPOSITORY']

interface Dose {
  name: string
  dose: number
  unit: DoseUnit
}

/** The amount of substance in a counted or measured dose, if the name gives its strength. */
function substanceIn({ name, dose, unit }: Dose): Amount | null {
  if (unit !== 'ML' && !counted.includes(unit)) return null
  const strength = strengthOf(name)
  if (!strength || (unit === 'ML') !== (strength.millilitres !== null)) return null
  return { amount: (dose * strength.amount) / (strength.millilitres ?? 1), unit: strength.unit }
}

/**
 * Converts a dose to another unit. Null if that isn't possible: tablets of unknown strength can't be given in
 * milligrams.
 */
export function doseIn(order: Dose, to: DoseUnit): number | null {
  const direct = converted({ amount: order.dose, unit: order.unit }, to)
  if (direct !== null) return direct
  const substance = substanceIn(order)
  return substance && converted(substance, to)
}

const weighed: readonly DoseUnit[] = ['MG', 'G', 'MICROGRAM', 'UNIT', 'INTERNATIONAL_UNIT', 'MMOL']

/** The dose per kilogram. Null if it can't be worked out. */
export function perKilogram(order: Dose, kilograms: number): Amount | null {
  const substance = weighed.includes(order.unit)
    ? { amount: order.dose, unit: order.unit }
    : substanceIn(order)
  if (!substance) return null
  // Small doses in grams are easier to read in milligrams.
  const unit = substance.unit === 'G' ? 'MG' : substance.unit
  const amount = converted(substance, unit)
  return amount === null ? null : { amount: amount / kilograms, unit }
}

/** Rounds to a readable length: 14.69 to 14.7, and 0.1234 to 0.123. */
export function shortNumber(value: number): string {
  return String(Number(value >= 10 ? value.toFixed(1) : value.toPrecision(3)))
}

/** '15 mg/kg' */
export function perKilogramWords({ amount, unit }: Amount): string {
  return `${shortNumber(amount)} ${doseUnitNames[unit]}/kg`
}

/** '15 mg/kg at 14.3 kg'. Null if the dose doesn't go by weight, or can't be worked out per kilogram. */
export function weightWords({
  weight,
  ...order
}: Pick<Medication, 'name' | 'dose' | 'unit' | 'weight'>): string | null {
  const each = weight === null ? null : perKilogram(order, weight)
  return each && `${perKilogramWords(each)} at ${weight} kg`
}
