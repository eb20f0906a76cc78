import { type DoseUnit, doseUnitNames } from '../clinical/medications.ts'

/** How much of a medicine is in a tablet or in so many millilitres, as its name says it, and amounts in one unit or another. */

export interface Amount {
  amount: number
  unit: DoseUnit
}
interface Strength extends Amount {
  /** In so many millilitres; null for what is in one tablet, capsule or suppository. */
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
/** None behind a comma, which may part thousands or decimals. */
const amounts = new RegExp(
  `(?<![\\p{L}\\d.,])(${number})\\s*(mg|g|micrograms?|mcg|ug|[µμ]g|iu|international units?|units?|mmol)(?![\\p{L}\\d])`,
  'gu',
)
const perMillilitres = new RegExp(`^\\s*(?:/|in|per)\\s*(${number})?\\s*ml(?![\\p{L}\\d])`, 'u')

/** Null where the name says no strength, or more than one: 'Co-amoxiclav 500 mg/125 mg'. */
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

/** An amount in another unit; null where the two can't be compared. Units and international units can't. */
function converted({ amount, unit }: Amount, to: DoseUnit): number | null {
  if (unit === to) return amount
  const [from, into] = [inMicrograms[unit], inMicrograms[to]]
  return from && into ? (amount * from) / into : null
}

/** What one of it holds is the strength that its name says. */
const counted: readonly DoseUnit[] = ['TABLET', 'CAPSULE', 'SUPPOSITORY']

interface Dose {
  name: string
  dose: number
  unit: DoseUnit
}

/** How much of the substance a dose is, where it is counted or measured out and the name says its strength. */
function substanceIn({ name, dose, unit }: Dose): Amount | null {
  if (unit !== 'ML' && !counted.includes(unit)) return null
  const strength = strengthOf(name)
  if (!strength || (unit === 'ML') !== (strength.millilitres !== null)) return null
  return { amount: (dose * strength.amount) / (strength.millilitres ?? 1), unit: strength.unit }
}

/** A dose in a unit; null where it can't be told: tablets of unknown strength are no milligrams. */
export function doseIn(order: Dose, to: DoseUnit): number | null {
  const direct = converted({ amount: order.dose, unit: order.unit }, to)
  if (direct !== null) return direct
  const substance = substanceIn(order)
  return substance && converted(substance, to)
}

const weighed: readonly DoseUnit[] = ['MG', 'G', 'MICROGRAM', 'UNIT', 'INTERNATIONAL_UNIT', 'MMOL']

/** A dose for each kilogram; null where it can't be told. */
export function perKilogram(order: Dose, kilograms: number): Amount | null {
  const substance = weighed.includes(order.unit)
    ? { amount: order.dose, unit: order.unit }
    : substanceIn(order)
  if (!substance) return null
  // A gram for a small child is read more easily as milligrams.
  const unit = substance.unit === 'G' ? 'MG' : substance.unit
  const amount = converted(substance, unit)
  return amount === null ? null : { amount: amount / kilograms, unit }
}

/** Short enough to read: 14.69 is 14.7, and 0.1234 is 0.123. */
export function shortNumber(value: number): string {
  return String(Number(value >= 10 ? value.toFixed(1) : value.toPrecision(3)))
}

/** '15 mg/kg' */
export function perKilogramWords({ amount, unit }: Amount): string {
  return `${shortNumber(amount)} ${doseUnitNames[unit]}/kg`
}
