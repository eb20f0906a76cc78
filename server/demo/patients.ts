import type { Gender } from '../../contract/patients.ts'
import { dayLength, dayText, minute, type WallClock } from './calendar.ts'
import { describeAllergies, describeHistory, recordedAllergies } from './illnesses.ts'
import { districts, mailDomains, nameGroups, streets } from './names.ts'
import { type Random, randomFrom, uuidAt } from './random.ts'

/** The kinds of thing that have ids and random numbers of their own. */
export const kinds = {
  patient: 1,
  staff: 2,
  appointment: 3,
  age: 4,
  day: 5,
  ward: 6,
  bed: 7,
  admission: 8,
  stay: 9,
  vitals: 10,
  allergy: 11,
  allergyEntry: 12,
  medication: 13,
  problem: 14,
  visitNote: 15,
} as const

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

const ages: readonly (readonly [readonly [number, number], number])[] = [
  [[0, 4], 8],
  [[5, 17], 11],
  [[18, 39], 26],
  [[40, 64], 31],
  [[65, 79], 17],
  [[80, 97], 7],
]
const genders: readonly (readonly [Gender, number])[] = [
  ['FEMALE', 51.5],
  ['MALE', 47.5],
  ['OTHER', 1],
]
const bloodGroups = [
  ['O+', 34],
  ['A+', 26],
  ['B+', 16],
  ['AB+', 5],
  ['O-', 4],
  ['A-', 3.5],
  ['B-', 1.5],
  ['AB-', 0.5],
  [null, 9.5],
] as const
const groupWeights = nameGroups.map((group) => [group, group.share] as const)

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

export const patientColumns = [
  'id',
  'mrn_number',
  'first_name',
  'last_name',
  'date_of_birth',
  'gender',
  'contact_number',
  'email',
  'address',
  'blood_group',
  'allergies',
  'allergens',
  'medical_history',
  'created_at',
  'updated_at',
]

/** One patient as a row of `patientColumns`. */
export function describePatient(population: Population, index: number): (string | number | null)[] {
  const { seed, today } = population
  const random = randomFrom(seed, kinds.patient, index)
  const age = ageAt(population, index)
  const birth = today - Math.ceil(age * 365.25) - random.below(364)
  const registered = registeredAt(population, index)
  const gender = random.weigh(genders)
  const group = random.weigh(groupWeights)
  const isWoman = gender === 'FEMALE' || (gender === 'OTHER' && random.chance(0.5))
  const first = random.pick(isWoman ? group.women : group.men)
  const family = random.pick(group.families)
  const moment = new Date(registered).toISOString()
  return [
    uuidAt(seed, kinds.patient, index),
    firstMrn + index,
    random.chance(0.03) ? `${first} ${random.pick(isWoman ? group.women : group.men)}` : first,
    random.chance(0.02) ? `${family}-${random.pick(random.pick(nameGroups).families)}` : family,
    dayText(birth),
    gender,
    phoneNumber(random),
    random.chance(age < 80 ? 0.72 : 0.3) ? mailAddress(random, first, family) : null,
    `${random.between(1, 240)} ${random.pick(streets)}${random.chance(0.25) ? `, Flat ${random.between(1, 48)}` : ''}, ${random.pick(districts)}`,
    random.weigh(bloodGroups),
    describeAllergies(random),
    JSON.stringify(allergiesAt(seed, index).map(({ substance, severity }) => ({ severity, substance }))),
    describeHistory(random, age, gender, yearOf(today)),
    moment,
    moment,
  ]
}

/** What doctors recorded of the patient's allergies, the most severe first. */
export function allergiesAt(seed: number, index: number) {
  return recordedAllergies(randomFrom(seed, kinds.allergy, index))
}

function yearOf(day: number): number {
  return Number(dayText(day).slice(0, 4))
}

/** 555 is nobody's exchange. */
function phoneNumber(random: Random): string {
  const area = `${random.between(2, 9)}${random.between(0, 8)}${random.below(10)}`
  const line = String(random.below(10_000)).padStart(4, '0')
  return random.weigh([
    [`+1 ${area} 555 ${line}`, 5],
    [`(${area}) 555-${line}`, 3],
    [`${area}-555-${line}`, 2],
  ])
}

export function mailAddress(random: Random, first: string, family: string): string {
  const person = random.weigh([
    [`${asciiOf(first)}.${asciiOf(family)}`, 6],
    [`${asciiOf(first)}${random.between(1, 99)}`, 2],
    [`${asciiOf(first).slice(0, 1)}.${asciiOf(family)}${random.between(1, 99)}`, 2],
  ])
  return `${person}@${random.pick(mailDomains)}`
}

const asciiNames = new Map<string, string>()

export function asciiOf(name: string): string {
  let ascii = asciiNames.get(name)
  if (ascii === undefined) {
    ascii = name
      .replaceAll(/[łŁ]/g, 'l')
      .replaceAll(/[øØ]/g, 'o')
      .replaceAll(/[đĐ]/g, 'd')
      .replaceAll('ı', 'i')
      .replaceAll('ß', 'ss')
      .normalize('NFKD')
      .replaceAll(/[^a-zA-Z]/g, '')
      .toLowerCase()
    asciiNames.set(name, ascii)
  }
  return ascii
}

/** The first day of registrations, for as many days of appointments: the hospital is older than its list. */
export function firstDayOf(today: number, pastDays: number): number {
  return today - Math.max(pastDays, 6 * 365) - 365
}
