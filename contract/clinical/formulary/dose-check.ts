import { daysBetween } from '../../days.ts'
import { fold } from '../../fold.ts'
import { spokenDay } from '../../spoken.ts'
import {
  type DoseUnit,
  doseUnitNames,
  doseWords,
  frequencyNames,
  type Medication,
  type MedicationFrequency,
  type MedicationRoute,
} from '../medications.ts'
import type { FormularyMedicine } from './formulary.ts'
import { medicineFor } from './match.ts'
import { doseIn, perKilogramWords, shortNumber } from './strength.ts'

/**
 * Checks whether a dose is right for the patient: against the hospital's formulary and, for children and for adults
 * with a low weight, by weight. A dose with a question can be given with a reason. Units that can't be compared aren't
 * guessed.
 */

export const adultFrom = 18
/** In kilograms. Below this weight an adult is dosed by weight too. */
export const smallBelow = 40
/**
 * The most days since a weight was taken for it to be used to check a dose. An older weight still shows that an adult
 * has a low weight.
 */
export const recentDays = 30
const smallDays = 365

export interface Dosed {
  /** In years. */
  age: number
  /** The most recent weight, however old. */
  weight: { kilograms: number; on: string } | null
  today: string
}

export type DoseOrder = Pick<Medication, 'name' | 'dose' | 'unit'> & {
  route: MedicationRoute | null
  frequency: MedicationFrequency | null
}
type Maxima = Omit<FormularyMedicine, 'id' | 'version'>

/**
 * The weight to dose a patient by. `kilograms` is null if no recent weight is recorded; the result is null if the
 * patient isn't dosed by weight.
 */
export function dosingWeight({ age, weight, today }: Dosed): { kilograms: number | null } | null {
  const daysAgo = weight ? daysBetween(weight.on, today) : Number.POSITIVE_INFINITY
  const isSmall = weight !== null && weight.kilograms < smallBelow && daysAgo <= smallDays
  if (age >= adultFrom && !isSmall) return null
  return { kilograms: weight && daysAgo <= recentDays ? weight.kilograms : null }
}

/** Routes with a local effect: a dose that the formulary has no maximum by weight for doesn't depend on weight. */
const localRoutes: readonly MedicationRoute[] = ['INHALED', 'NASAL', 'TOPICAL', 'VAGINAL', 'EYE', 'EAR']

/** The most doses in a day. There is no entry for a medicine taken as needed. */
const dosesADay: Partial<Record<MedicationFrequency, number>> = {
  TWICE_DAILY: 2,
  THREE_TIMES_DAILY: 3,
  FOUR_TIMES_DAILY: 4,
  EVERY_4_HOURS: 6,
  EVERY_6_HOURS: 4,
  EVERY_8_HOURS: 3,
  EVERY_12_HOURS: 2,
}

/** Allows for rounding errors, so that a dose equal to the maximum doesn't exceed it. */
const exceeds = (dose: number, most: number) => dose > most * (1 + 1e-9)

/** The questions about a dose, as sentences. Empty if the dose is right. */
export function doseQuestions(order: DoseOrder, patient: Dosed, formulary: readonly Maxima[]): string[] {
  const medicine = medicineFor(order, formulary)
  const byWeight = dosingWeight(patient)
  const single = byWeight
    ? whenByWeight(order, patient, byWeight.kilograms, medicine)
    : medicine
      ? beyond(order, medicine, medicine.maxDose)
      : []
  const asked = [...single, ...beyondDay(order, medicine)]
  const isReadAs = medicine && asked.length > 0 && !fold(order.name).includes(fold(medicine.name))
  return isReadAs ? [`${order.name.trim()} is read as ${medicine.name}.`, ...asked] : asked
}

const short = (amount: number) => Number(shortNumber(amount))

/** '4 tablets (2000 mg)' */
function spoken(order: DoseOrder, unit: DoseUnit): string {
  const amount = doseIn(order, unit)
  const written = doseWords(order.dose, order.unit)
  return order.unit === unit || amount === null ? written : `${written} (${doseWords(short(amount), unit)})`
}

/** `of` names the patients with a maximum of their own, such as children. */
function beyond(order: DoseOrder, { name, unit }: Maxima, most: number, of = ''): string[] {
  const amount = doseIn(order, unit)
  if (amount === null || !exceeds(amount, most)) return []
  return [
    `${spoken(order, unit)} is more than the formulary’s single maximum for ${name}${of}, ${doseWords(short(most), unit)}.`,
  ]
}

function beyondDay(order: DoseOrder, medicine: Maxima | undefined): string[] {
  const { frequency } = order
  const times = (frequency && dosesADay[frequency]) ?? 1
  if (!medicine?.maxDailyDose || !frequency || times === 1) return []
  const { name, unit, maxDailyDose } = medicine
  const amount = doseIn(order, unit)
  if (amount === null || !exceeds(amount * times, maxDailyDose)) return []
  const words = (dose: number) => doseWords(short(dose), unit)
  return [
    `${spoken(order, unit)}, ${frequencyNames[frequency].toLowerCase()}, is ${words(amount * times)} a day, more than the formulary’s daily maximum for ${name}, ${words(maxDailyDose)}.`,
  ]
}

function whenByWeight(
  order: DoseOrder,
  patient: Dosed,
  kilograms: number | null,
  medicine: Maxima | undefined,
): string[] {
  // Until the route is chosen, it may still be one with a local effect.
  const goesByWeight = order.route !== null && !localRoutes.includes(order.route)
  const weight = kilograms === null ? withoutWeight(patient) : `The patient weighs ${kilograms} kg.`
  const without = (name: string, only = '') => [
    `The formulary has no dose by weight for ${name}${only}.`,
    weight,
  ]
  if (!medicine) return goesByWeight ? without(order.name.trim()) : []
  const { name, unit, maxDose, maxDosePerKg, maxChildDose } = medicine
  const small = patient.age < adultFrom ? 'a child' : `an adult below ${smallBelow} kg`
  if (maxDosePerKg === null && maxChildDose === null)
    return [...without(name), ...beyond(order, medicine, maxDose)]
  const amount = doseIn(order, unit)
  if (amount === null) {
    const actsLocally = !goesByWeight && maxDosePerKg === null && kilograms !== null
    return actsLocally ? [] : [incomparableWords(order, medicine), weight]
  }
  const asked = beyond(order, medicine, maxChildDose ?? maxDose, ` in ${small}`)
  if (maxDosePerKg === null) {
    const only = `, only a maximum for ${small}, ${doseWords(short(maxChildDose ?? maxDose), unit)}`
    return [...(goesByWeight ? without(name, only) : []), ...asked]
  }
  if (kilograms === null) return [...asked, weight]
  if (asked.length > 0 || !exceeds(amount, maxDosePerKg * kilograms)) return asked
  const most = doseWords(short(maxDosePerKg * kilograms), unit)
  const each = perKilogramWords({ amount: amount / kilograms, unit })
  return [
    `${spoken(order, unit)} is ${each}, more than the formulary’s maximum for ${name}, ${perKilogramWords({ amount: maxDosePerKg, unit })} (${most} at ${kilograms} kg).`,
  ]
}

function withoutWeight({ age, weight }: Dosed): string {
  const rule =
    age < adultFrom ? 'A child’s dose goes by weight' : `Below ${smallBelow} kg a dose goes by weight`
  return weight
    ? `${rule}. The last weight, ${weight.kilograms} kg, was taken on ${spokenDay(weight.on)}: record today’s.`
    : `${rule}, and no weight is recorded.`
}

/** The note shown beside a dose that the formulary can't judge. Null if it can, or doesn't list the medicine. */
export function incomparable(order: DoseOrder, formulary: readonly Maxima[]): string | null {
  const medicine = medicineFor(order, formulary)
  if (!medicine || doseIn(order, medicine.unit) !== null) return null
  return incomparableWords(order, medicine)
}

function incomparableWords({ dose, unit }: DoseOrder, medicine: Maxima): string {
  return `The formulary has ${medicine.name} in ${doseUnitNames[medicine.unit]}, and ${doseWords(dose, unit)} can’t be compared with it.`
}

/**
 * '4000 mg in 24 hours': the formulary's daily maximum of what an adult takes as needed. Null for other frequencies, for
 * patients dosed by weight, and where a prescriber gave a reason for a dose beyond the formulary.
 */
export function asNeededMaximum(
  order: DoseOrder & Pick<Medication, 'doseQuestion'>,
  patient: Dosed,
  formulary: readonly Maxima[],
): string | null {
  if (order.frequency !== 'AS_NEEDED' || order.doseQuestion || dosingWeight(patient)) return null
  const medicine = medicineFor(order, formulary)
  return medicine?.maxDailyDose
    ? `${doseWords(short(medicine.maxDailyDose), medicine.unit)} in 24 hours`
    : null
}

/** The questions as they are stored with the entry. */
export const askedWords = (questions: readonly string[]) => questions.join(' ')
