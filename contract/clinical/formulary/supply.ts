import { daysBetween } from '../../days.ts'
import { type DoseUnit, doseWords, type Medication, type MedicationFrequency } from '../medications.ts'

/** How long a medicine is taken, and how much of it to supply. */

/** The first and the last day count. Null if no end is recorded. */
export function courseDays({ startsOn, endsOn }: Pick<Medication, 'startsOn' | 'endsOn'>): number | null {
  return endsOn === null ? null : daysBetween(startsOn, endsOn) + 1
}

/** Units that a pharmacy counts or measures out. An amount in milligrams doesn't say how many tablets it is. */
const supplied: readonly DoseUnit[] = ['TABLET', 'CAPSULE', 'ML', 'PATCH', 'SUPPOSITORY']

/** The doses in that many days. There is no entry for a medicine taken as needed. */
export const dosesIn: Partial<Record<MedicationFrequency, (days: number) => number>> = {
  DAILY: (days) => days,
  IN_THE_MORNING: (days) => days,
  AT_NIGHT: (days) => days,
  TWICE_DAILY: (days) => days * 2,
  THREE_TIMES_DAILY: (days) => days * 3,
  FOUR_TIMES_DAILY: (days) => days * 4,
  EVERY_4_HOURS: (days) => days * 6,
  EVERY_6_HOURS: (days) => days * 4,
  EVERY_8_HOURS: (days) => days * 3,
  EVERY_12_HOURS: (days) => days * 2,
  EVERY_OTHER_DAY: (days) => Math.ceil(days / 2),
  WEEKLY: (days) => Math.ceil(days / 7),
}

/** '21 tablets'. Null if dose, frequency and duration don't say it. */
export function quantityWords(
  medication: Pick<Medication, 'dose' | 'unit' | 'frequency' | 'startsOn' | 'endsOn'>,
): string | null {
  const { dose, unit, frequency } = medication
  const days = courseDays(medication)
  const doses = frequency === 'ONCE' ? 1 : days !== null && dosesIn[frequency]?.(days)
  if (!doses || !supplied.includes(unit)) return null
  const amount = Number((dose * doses).toFixed(4))
  return doseWords(unit === 'ML' ? amount : Math.ceil(amount), unit)
}
