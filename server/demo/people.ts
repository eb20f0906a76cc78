import type { Allergen } from '../../contract/clinical/allergen.ts'
import { allergyMatches } from '../../contract/clinical/allergy-classes.ts'
import type { Gender } from '../../contract/patients.ts'
import { dayLength, minute, type WallClock } from './calendar.ts'
import { conditions, figures, type Medicine, medicines, type Suits } from './content.ts'
import { kinds, randomFrom, uuidAt } from './random.ts'

const { ages, genders, growth } = figures
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

/** How many patients were registered before the day of a moment: the inverse of `registeredAt`. */
export function registeredBefore({ size, clock, today, firstDay }: Population, moment: number): number {
  const share = Math.max(0, (clock.dayAt(moment) - firstDay) / (today - firstDay))
  return Math.max(0, Math.floor(size * (1 - (1 - share) ** (1 / 1.2))) - 1)
}

/** The first day of registrations, for as many days of appointments: the hospital is older than its list. */
export const firstDayOf = (today: number, pastDays: number) => today - Math.max(pastDays, 6 * 365) - 365

/** As much of a patient as decides what they may have and what they are given. */
export type Person = ReturnType<typeof personAt>

const yearLength = 365.25

export function personAt(population: Population, index: number) {
  const { seed, today, now } = population
  const random = randomFrom(seed, kinds.person, index)
  const [least, most] = random.weigh(ages)
  const known = Math.min(97, Math.ceil((now - registeredAt(population, index)) / (365 * dayLength)))
  const age = Math.max(random.between(least, most), known)
  const birth = today - Math.ceil(age * yearLength) - random.below(364)
  return { index, id: uuidAt(seed, kinds.patient, index), birth, gender: random.weigh(genders) }
}

export const ageOn = ({ birth }: Person, day: number) => Math.floor((day - birth) / yearLength)

/** A person on a day, with the keys of the illnesses in their history. */
export type Patient = { age: number; gender: Gender; history: readonly string[] }

export function suits({ ages, only, needs, not }: Suits, { age, gender, history }: Patient): boolean {
  return (
    age >= ages[0] &&
    age <= ages[1] &&
    (!only || only === gender) &&
    (!needs || history.some((key) => key.includes(needs))) &&
    !not?.some((key) => history.includes(key))
  )
}

/** The illnesses of a person's history, four at most, each with the years since it began. */
export function historyOf({ seed, today }: Population, person: Person) {
  const random = randomFrom(seed, kinds.history, person.index)
  const patient = { age: ageOn(person, today), gender: person.gender, history: [] as string[] }
  return conditions.flatMap((condition) => {
    const { key, text, ages, likely } = condition
    if (!suits(condition, patient) || !random.chance(likely) || patient.history.length === 4) return []
    patient.history.push(key)
    const since = Math.max(1, Math.min(patient.age - ages[0] + 1, 22))
    return [{ key, text, years: random.below(since) }]
  })
}

export function patientOn(population: Population, person: Person, day: number): Patient {
  const history = historyOf(population, person).map(({ key }) => key)
  return { age: ageOn(person, day), gender: person.gender, history }
}

/** Height in cm and weight in kg on a day, which adults keep. */
export function bodyOn(seed: number, { index, birth, gender }: Person, day: number) {
  const random = randomFrom(seed, kinds.body, index)
  const tall = 0.96 + random.next() * 0.08
  const years = Math.max(0, (day - birth) / yearLength)
  const next = growth.findIndex(([age]) => age > years)
  const [from, to] = [growth[next - 1], growth[next]]
  if (!from || !to) {
    const height = Math.round((gender === 'MALE' ? 177 : 165) * tall)
    return { height, weight: toTenths((height / 100) ** 2 * (21 + random.next() * 9)) }
  }
  const share = (years - from[0]) / (to[0] - from[0])
  const between = (place: 1 | 2) => from[place] + share * (to[place] - from[place])
  const weight = toTenths(between(2) * (0.9 + random.next() * 0.2))
  return { height: Math.round(between(1) * tall), weight }
}

export const toTenths = (number: number) => Math.round(number * 10) / 10

export type Treated = Patient & { weight: number; allergens: readonly Allergen[] }

const byName = new Map(medicines.map((medicine) => [medicine.name, medicine]))

/** The medicines of an illness by age and weight; another where one is not for this patient, or none. */
export function prescribedFor(illness: { medicines?: Record<string, string> }, patient: Treated) {
  const chosen = new Map<Medicine, string>()
  for (const [name, reason] of Object.entries(illness.medicines ?? {})) {
    let medicine = byName.get(name)
    while (medicine && !mayTake(medicine, patient)) medicine = byName.get(medicine.instead ?? '')
    if (medicine && !chosen.has(medicine)) chosen.set(medicine, reason)
  }
  return [...chosen].map(([medicine, reason]) => ({ reason, ...orderFor(medicine, patient) }))
}

/** Children and light adults are dosed by weight. */
export const isSmall = ({ age, weight }: { age: number; weight: number }) => age < 18 || weight < 40

function mayTake({ adult, child, until = 200, unless = [] }: Medicine, patient: Treated): boolean {
  const order = isSmall(patient) ? child : adult
  return (
    order !== null &&
    patient.age <= until &&
    !unless.some((key) => patient.history.includes(key)) &&
    !isAllergicTo(order.item, patient)
  )
}

function orderFor({ unit, adult, child }: Medicine, patient: Treated) {
  const { item: name, route, frequency, ...by } = isSmall(patient) && child ? child : adult
  const order = { name, unit, route, frequency }
  if ('dose' in by) return { ...order, dose: by.dose }
  const steps = Math.max(1, Math.floor((by.perKg * patient.weight) / by.step + 1e-9))
  return { ...order, dose: Math.min(adult.dose, Number((steps * by.step).toFixed(4))) }
}

const answers = new Map<string, boolean>()
/** Many patients have the same allergies, so each medicine is compared with each text only once. */
function isAllergicTo(name: string, { allergens }: Treated): boolean {
  const key = [name, ...allergens.map(({ substance }) => substance)].join('|')
  const answer = answers.get(key) ?? allergyMatches(name, { allergens }).length > 0
  answers.set(key, answer)
  return answer
}
