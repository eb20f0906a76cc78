import type { Allergen } from '../../contract/clinical/allergen.ts'
import { allergyMatches } from '../../contract/clinical/allergy-classes.ts'
import type { Medication } from '../../contract/clinical/medications.ts'
import { dayLength, dayText, minute, type WallClock } from './calendar.ts'
import figures from './content/population.json' with { type: 'json' }
import { conditions, type Illness, medicines, type Suits } from './content.ts'
import { kinds, type Random, randomFrom, uuidAt } from './random.ts'

const yearLength = 365.25

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

/** Reception registered every 120th patient for the second time, some days after the first. */
export const firstRecordOf = (index: number) => (index % 120 === 119 ? index - 31 : index)

type RowsOf = (random: Random, index: number) => readonly object[]

/** Rows about each patient; a row without a time of its own is from the patient's registration. */
export function* rowsOfPatients(population: Population, kind: number, rowsOf: RowsOf) {
  const { seed, size } = population
  for (let index = 0; index < size; index++) {
    const createdAt = registeredAt(population, index)
    for (const row of rowsOf(randomFrom(seed, kind, index), index))
      yield { patientId: uuidAt(seed, kinds.patient, index), createdAt, ...row }
  }
}

/** The details of a patient that decide their illnesses and medicines. */
export type Person = ReturnType<typeof personAt>

export function personAt(population: Population, index: number) {
  const { seed, today, now } = population
  const first = firstRecordOf(index)
  const random = randomFrom(seed, kinds.person, first)
  const known = Math.min(97, Math.ceil((now - registeredAt(population, first)) / (365 * dayLength)))
  const age = Math.max(Number(random.written(random.among(figures.ages))), known)
  const dateOfBirth = today - Math.ceil(age * yearLength) - random.below(364)
  const gender = random.among(figures.genders)
  const born = { index, id: uuidAt(seed, kinds.patient, index), dateOfBirth, gender }
  return { ...born, ...historyOf(population, born) }
}

type Born = { index: number; dateOfBirth: number; gender: string }

export const ageOn = ({ dateOfBirth }: Born, day: number) => Math.floor((day - dateOfBirth) / yearLength)

/** A person on a day, with the keys of the illnesses in their history. */
export type Patient = { age: number; gender: string; history: readonly string[] }

export const suits = ({ ages: [least = 0, most = 0], only, needs, not }: Suits, patient: Patient) =>
  patient.age >= least &&
  patient.age <= most &&
  (!only || only === patient.gender) &&
  (!needs || patient.history.some((key) => key.includes(needs))) &&
  !not?.some((key) => patient.history.includes(key))

/** The keys of the illnesses of a person's history, four at most, and what is noted of them. */
function historyOf({ seed, today }: Population, born: Born) {
  const random = randomFrom(seed, kinds.history, born.index)
  const thisYear = Number(dayText(today).slice(0, 4))
  const [age, history]: [number, string[]] = [ageOn(born, today), []]
  const noted = conditions.flatMap((condition) => {
    const isPossible = suits(condition, { ...born, age, history })
    if (!isPossible || !random.chance(condition.likely) || history.length === 4) return []
    history.push(condition.key)
    const since = Math.max(1, Math.min(age - (condition.ages[0] ?? 0) + 1, 22))
    return [condition.text.replace('{year}', String(thisYear - random.below(since)))]
  })
  return { history, medicalHistory: noted.join('\n') || null }
}

/** A person on a day, with height in cm and weight in kg around the medians of the age. */
export function patientOn(seed: number, person: Person, day: number) {
  const random = randomFrom(seed, kinds.body, person.index)
  const years = Math.max(0, (day - person.dateOfBirth) / yearLength)
  const medians = figures.growth[person.gender === 'MALE' ? 'men' : 'women']
  const next = medians.findIndex(({ age }) => age > years)
  const [from, to] = medians.slice(next - 1) as [(typeof medians)[number], (typeof medians)[number]]
  const share = (years - from.age) / (to.age - from.age)
  const median = (size: 'height' | 'weight') => from[size] + share * (to[size] - from[size])
  const height = Math.round(median('height') * (0.96 + random.next() * 0.08))
  const weight = toTenths(median('weight') * (0.88 + random.next() * 0.3))
  return { ...person, age: ageOn(person, day), height, weight }
}

export const toTenths = (number: number) => Math.round(number * 10) / 10

export type Treated = Patient & { weight: number; allergens: readonly Allergen[] }

/** Children and light adults are dosed by weight. */
export const isSmall = ({ age, weight }: { age: number; weight: number }) => age < 18 || weight < 40

type Prescription = Pick<Medication, 'name' | 'dose' | 'unit' | 'route' | 'frequency'> & { reason: string }

/** The medicines of an illness, each once and with its reason, by the patient's age and weight. */
export function prescribedFor({ medicines: given = {} }: Pick<Illness, 'medicines'>, patient: Treated) {
  const orders = Object.entries(given).flatMap(([medicine, reason]) => orderFor(medicine, reason, patient))
  return orders.filter(({ name }, place) => orders.findIndex((other) => other.name === name) === place)
}

/** The order for a medicine, or for the one to give instead if it does not suit the patient. */
function orderFor(medicine: string, reason: string, patient: Treated): Prescription[] {
  const entry = medicines.find(({ name }) => name === medicine)
  if (!entry) return []
  const { unit, adult, child, until = 200, unless = [], instead = '' } = entry
  const order = isSmall(patient) ? child : adult
  const isRuledOut = patient.age > until || unless.some((key) => patient.history.includes(key))
  if (!order || isRuledOut || isAllergicTo(order.name, patient)) return orderFor(instead, reason, patient)
  const { perKg = 0, step = 1 } = order
  const steps = Math.max(1, Math.floor((perKg * patient.weight) / step + 1e-9))
  return [{ dose: Math.min(adult.dose, Number((steps * step).toFixed(4))), ...order, unit, reason }]
}

const answers = new Map<string, boolean>()
/** Many patients have the same allergies, so each medicine is compared with each text only once. */
function isAllergicTo(name: string, { allergens }: Treated): boolean {
  const key = [name, ...allergens.map(({ substance }) => substance)].join('|')
  const answer = answers.get(key) ?? allergyMatches(name, { allergens }).length > 0
  answers.set(key, answer)
  return answer
}
