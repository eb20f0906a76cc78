import type { Allergen } from '../../contract/clinical/allergen.ts'
import { allergyMatches } from '../../contract/clinical/allergy-classes.ts'
import type { DoseUnit, MedicationFrequency, MedicationRoute } from '../../contract/clinical/medications.ts'
import type { Gender } from '../../contract/patients.ts'
import { type Condition, conditions, type Medicine, medicines, type Suits } from './content.ts'
import { ageAt, kinds, type Population } from './population.ts'
import { randomFrom, uuidAt } from './random.ts'

/** As much of a patient as decides what they may have and what they are given. */
export interface Person {
  /** The place in the order of registration. */
  index: number
  id: string
  /** The day of birth as `dayNumber`. */
  birth: number
  gender: Gender
}

const genders: readonly (readonly [Gender, number])[] = [
  ['FEMALE', 51.5],
  ['MALE', 47.5],
  ['OTHER', 1],
]

export function personAt(population: Population, index: number): Person {
  const { seed, today } = population
  const random = randomFrom(seed, kinds.person, index)
  const birth = today - Math.ceil(ageAt(population, index) * 365.25) - random.below(364)
  return { index, id: uuidAt(seed, kinds.patient, index), birth, gender: random.weigh(genders) }
}

const yearLength = 365.25
export const ageOn = ({ birth }: Person, day: number) => Math.floor((day - birth) / yearLength)

/** Somebody as they are on a day. */
export interface Patient {
  age: number
  gender: Gender
  /** Keys of the illnesses in their history. */
  history: readonly string[]
}

export function suits({ ages, only, needs, not }: Suits, { age, gender, history }: Patient): boolean {
  return (
    age >= ages[0] &&
    age <= ages[1] &&
    (!only || only === gender) &&
    (!needs || history.some((key) => key.includes(needs))) &&
    !not?.some((key) => history.includes(key))
  )
}

/** The illnesses of somebody's history, four at most, each with the years for which they have had it. */
export function historyOf({ seed, today }: Population, person: Person) {
  const random = randomFrom(seed, kinds.history, person.index)
  const patient = { age: ageOn(person, today), gender: person.gender, history: [] as string[] }
  const found: { condition: Condition; years: number }[] = []
  for (const condition of conditions) {
    if (!suits(condition, patient) || !random.chance(condition.likely) || found.length === 4) continue
    patient.history.push(condition.key)
    const since = Math.max(1, Math.min(patient.age - condition.ages[0] + 1, 22))
    found.push({ condition, years: random.below(since) })
  }
  return found
}

export function patientOn(population: Population, person: Person, day: number): Patient {
  const history = historyOf(population, person).map(({ condition }) => condition.key)
  return { age: ageOn(person, day), gender: person.gender, history }
}

/** Medians of the WHO: years, cm, kg. */
const growth = [
  [0, 50, 3.4],
  [0.25, 60, 6],
  [0.5, 67, 7.7],
  [1, 75, 9.3],
  [2, 87, 12],
  [3, 95, 14.2],
  [5, 110, 18.3],
  [7, 122, 23],
  [9, 133, 28.5],
  [11, 143, 36],
  [13, 156, 46],
  [15, 167, 56],
  [18, 171, 63],
] as const

/** How tall and heavy somebody is on a day: grown-ups remain so. */
export function bodyOn(seed: number, { index, birth, gender }: Person, day: number) {
  const random = randomFrom(seed, kinds.body, index)
  const tall = 0.96 + random.next() * 0.08
  const years = Math.max(0, (day - birth) / yearLength)
  const next = growth.findIndex(([age]) => age > years)
  if (next < 0) {
    const height = Math.round((gender === 'MALE' ? 177 : 165) * tall)
    return { height, weight: Math.round((height / 100) ** 2 * (21 + random.next() * 9) * 10) / 10 }
  }
  const [[from, height, weight], [to, taller, heavier]] = [growth[next - 1], growth[next]] as [
    (typeof growth)[number],
    (typeof growth)[number],
  ]
  const share = (years - from) / (to - from)
  return {
    height: Math.round((height + share * (taller - height)) * tall),
    weight: Math.round((weight + share * (heavier - weight)) * (0.9 + random.next() * 0.2) * 10) / 10,
  }
}

export interface Prescribed {
  medicine: Medicine
  name: string
  dose: number
  unit: DoseUnit
  route: MedicationRoute
  frequency: MedicationFrequency
  reason: string
}
export type Treated = Patient & { weight: number; allergens: readonly Allergen[] }

const byName = new Map(medicines.map((medicine) => [medicine.name, medicine]))

/** The medicines of an illness by age and weight; another where one is not for this patient, or none. */
export function prescribedFor(
  { medicines: wanted = {} }: { medicines?: Record<string, string> },
  patient: Treated,
): Prescribed[] {
  const chosen = new Map<Medicine, Prescribed>()
  for (const [name, reason] of Object.entries(wanted)) {
    let medicine = byName.get(name)
    while (medicine && !mayTake(medicine, patient)) medicine = byName.get(medicine.instead ?? '')
    if (medicine && !chosen.has(medicine))
      chosen.set(medicine, { medicine, unit: medicine.unit, reason, ...orderFor(medicine, patient) })
  }
  return [...chosen.values()]
}

/** Who is dosed by weight. */
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

function orderFor({ adult, child }: Medicine, patient: Treated) {
  const { item: name, route, frequency, ...by } = isSmall(patient) && child ? child : adult
  if ('dose' in by) return { name, route, frequency, dose: by.dose }
  const steps = Math.max(1, Math.floor((by.perKg * patient.weight) / by.step + 1e-9))
  return { name, route, frequency, dose: Math.min(adult.dose, Number((steps * by.step).toFixed(4))) }
}

const answers = new Map<string, boolean>()
/** Few texts are many patients': each is compared once with each medicine. */
function isAllergicTo(name: string, { allergens }: Treated): boolean {
  if (allergens.length === 0) return false
  const key = `${name}|${allergens.map(({ substance }) => substance).join('|')}`
  let answer = answers.get(key)
  if (answer === undefined) {
    answer = allergyMatches(name, { allergens }).length > 0
    answers.set(key, answer)
  }
  return answer
}
