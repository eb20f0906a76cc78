import { dayLength, minute, type WallClock } from './calendar.ts'
import kinds from './content/kinds.json' with { type: 'json' }
import { ages } from './content.ts'
import { randomFrom } from './random.ts'

export const firstMrn = 1000

export interface Population {
  seed: number
  size: number
  clock: WallClock
  /** The hospital's day as `dayNumber`, and the moment that counts as now. */
  today: number
  now: number
  /** The day on which the first patient was registered. */
  firstDay: number
}

/** The moment at which a patient was registered, in the order of MRNs; more of them in later years. */
export function registeredAt({ size, clock, today, now, firstDay }: Population, index: number): number {
  const passed = (index + 0.5) / size
  const exact = (today - firstDay) * (1 - (1 - passed) ** 1.2)
  const openedAt = clock.momentAt(firstDay + Math.floor(exact), 8 * 60)
  return Math.min(openedAt + Math.floor((exact % 1) * 9 * 60 * minute), now - (size - index) * 1000)
}

/** Age in years today of the patient at a place in the order of registration: born before that at least. */
export function ageAt(population: Population, index: number): number {
  const random = randomFrom(population.seed, kinds.age, index)
  const [least, most] = random.weigh(ages)
  const known = Math.ceil((population.now - registeredAt(population, index)) / (365 * dayLength))
  return Math.max(random.between(least, most), Math.min(known, 97))
}

/** How many patients were registered before a moment. */
export function registeredBefore(population: Population, moment: number): number {
  let least = 0
  let most = population.size
  while (least < most) {
    const middle = (least + most) >>> 1
    if (registeredAt(population, middle) < moment) least = middle + 1
    else most = middle
  }
  return least
}

/** The first day of registrations, for as many days of appointments: the hospital is older than its list. */
export const firstDayOf = (today: number, pastDays: number) => today - Math.max(pastDays, 6 * 365) - 365
