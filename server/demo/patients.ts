import type { Allergen } from '../../contract/clinical/allergen.ts'
import { allergyMatches } from '../../contract/clinical/allergy-classes.ts'
import type { Medication } from '../../contract/clinical/medications.ts'
import { type CheckDigit, hasCheckDigit } from '../../contract/people/identifier-rules.ts'
import { dayLength, dayText, minute } from './calendar.ts'
import names from './content/names.json' with { type: 'json' }
import figures from './content/population.json' with { type: 'json' }
import registration from './content/registration.json' with { type: 'json' }
import { allergies, asciiOf, conditions, type Illness, medicines } from './content.ts'
import { copyRows } from './load.ts'
import { kinds, type Random, randomFrom, uuidAt } from './random.ts'
import type { Population, Practice } from './staff.ts'

const { identifierSystems, contactsOfAdults, women, men, unrelated, payers, plans } = registration
const { nameGroups, ...nameWords } = names
const groupWeights = nameGroups.map((group) => [group, group.share] as const)
const yearLength = 365.25

/** The moment at which a patient was registered, in the order of MRNs; more of them in later years. */
export function registeredAt({ size, clock, today, now, firstDay }: Population, index: number): number {
  const passed = (index + 0.5) / size
  const exact = (today - firstDay) * (1 - (1 - passed) ** 1.2)
  const openedAt = clock.momentAt(firstDay + Math.floor(exact), 8 * 60)
  return Math.min(openedAt + Math.floor((exact % 1) * 9 * 60 * minute), now - (size - index) * 1000)
}

/** How many patients were registered before a day: the inverse of `registeredAt`. */
export function registeredBefore({ size, today, firstDay }: Population, day: number): number {
  const share = (day - firstDay) / (today - firstDay)
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

export const suits = ({ ages: [least = 0, most = 0], only, needs, not }: Illness, patient: Patient) =>
  patient.age >= least &&
  patient.age <= most &&
  (!only || only === patient.gender) &&
  (!needs || patient.history.some((key) => key.includes(needs))) &&
  !not?.some((key) => patient.history.includes(key))

/** The keys of the illnesses of a person's history, four at most, and what is noted of them. */
function historyOf({ seed, today }: Population, born: Born) {
  const random = randomFrom(seed, kinds.history, born.index)
  const thisYear = Number(dayText(today).slice(0, 4))
  const patient = { ...born, age: ageOn(born, today), history: [] as string[] }
  const noted = conditions.flatMap((condition) => {
    const { key, text, likely, ages } = condition
    if (!suits(condition, patient) || !random.chance(likely) || patient.history.length === 4) return []
    patient.history.push(key)
    const since = Math.max(1, Math.min(patient.age - (ages[0] ?? 0) + 1, 22))
    return [text.replace('{year}', String(thisYear - random.below(since)))]
  })
  return { history: patient.history, medicalHistory: noted.join('\n') || null }
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
function isAllergicTo(name: string, { allergens }: Treated) {
  const key = [name, ...allergens.map(({ substance }) => substance)].join('|')
  if (!answers.has(key)) answers.set(key, allergyMatches(name, { allergens }).length > 0)
  return answers.get(key)
}

export function describePatient(population: Population, index: number) {
  const firstRecord = firstRecordOf(index)
  const random = randomFrom(population.seed, kinds.patient, firstRecord)
  const person = personAt(population, index)
  const group = random.weigh(groupWeights)
  const isWoman = person.gender === 'FEMALE' || (person.gender === 'OTHER' && random.chance(0.5))
  const firstNames = isWoman ? group.women : group.men
  const [given, family] = [random.pick(firstNames), random.pick(group.families)]
  const bloodGroup = random.among(figures.bloodGroups) || null
  const firstName = random.chance(0.03) ? `${given} ${random.pick(firstNames)}` : given
  const lastName = random.chance(0.02) ? `${family}-${random.pick(random.pick(nameGroups).families)}` : family
  const hasEmail = random.chance(population.today - person.dateOfBirth < 80 * 365 ? 0.72 : 0.3)
  const [first, last] = [asciiOf(given), asciiOf(family)]
  const words = { ...nameWords, first, last, initial: first.slice(0, 1) }
  const contactNumber = random.written(random.among(figures.phones))
  const email = hasEmail ? random.written(random.among(figures.emails), words) : null
  const address = random.written(random.among(figures.addresses), words)
  const typed = { mrnNumber: 1000 + index, firstName, lastName, contactNumber, email, address, bloodGroup }
  return { ...person, ...typed, ...(firstRecord !== index && typedAgain(random, index, firstName, lastName)) }
}

function typedAgain(random: Random, index: number, first: string, last: string) {
  const ways: Record<string, string | null>[] = registration.typedAgain
  const way = ways[Math.floor(index / 120) % ways.length] ?? {}
  const misspelled = first.replace(/^(.)(.)(.)/u, '$1$3$2')
  const words = { first, last, misspelled, capitals: last.toUpperCase() }
  const typed = Object.entries(way).map(([field, text]) => [field, text && random.written(text, words)])
  return Object.fromEntries(typed) as typeof way
}

/** The patient's allergies as reported to reception (nothing, none, or which), and as recorded by doctors since. */
export function allergiesOf(seed: number, index: number): Allergen[] {
  const random = randomFrom(seed, kinds.allergyList, index)
  const state = random.next()
  const named = oneOrTwo(random, allergies.told)
  const isNoneKnown = state < 0.74
  const told = state < 0.33 ? [] : isNoneKnown ? ['No known allergies'] : named
  const reported = { isNoneKnown, reaction: null, severity: null, certainty: 'REPORTED' as const }
  return [...told.map((substance) => ({ substance, ...reported })), ...entriesOf(random)]
}

export const entriesOf = (random: Random) => (random.chance(0.12) ? oneOrTwo(random, allergies.recorded) : [])

function oneOrTwo<Item>(random: Random, list: readonly Item[]): Item[] {
  const first = random.pick(list)
  return [...new Set([first, random.chance(0.2) ? random.pick(list) : first])]
}

/** Adds what reception knows beside a patient's own details: allergies, identifiers, contacts and coverage. */
export async function fillRegistrations(hospital: Practice): Promise<void> {
  const { client, seed, today, now, staff } = hospital
  await copyRows(hospital, {
    patient_contact: rowsOfPatients(hospital, kinds.toCall, contactsOf),
    payer: structuredClone(payers),
    coverage: rowsOfPatients(hospital, kinds.covered, coverageOf),
    allergy: rowsOfPatients(hospital, kinds.allergy, allergiesRecorded),
    identifier_system: structuredClone(identifierSystems),
    patient_identifier: rowsOfPatients(hospital, kinds.patientIdentifier, identifiersOf),
  })
  // The lists that triggers would keep.
  await client.query(`
    update patient set allergens = listed.allergens, allergies = allergy_sentence(listed.allergens)
    from (select patient_id, allergens_of(patient_id) as allergens from allergy group by patient_id) listed
    where patient_id = patient.id`)

  /** A parent or both for nearly every child, and somebody for every third adult. */
  function contactsOf(random: Random, index: number) {
    const isGuardian = ageOn(personAt(hospital, index), today) < 18
    if (!random.chance(isGuardian ? 0.95 : 0.35)) return []
    const { lastName } = describePatient(hospital, index)
    const parents = random.chance(0.3) ? ['MOTHER', 'FATHER'] : ['MOTHER']
    return (isGuardian ? parents : [random.among(contactsOfAdults)]).map((relationship, place) => {
      const group = random.pick(nameGroups)
      const isWoman = women.includes(relationship) || (!men.includes(relationship) && random.chance(0.5))
      const family = unrelated.includes(relationship) ? random.pick(group.families) : lastName
      const name = `${random.pick(isWoman ? group.women : group.men)} ${family}`
      const phone = random.written(random.among(figures.phones))
      return { name, relationship, phone, isEmergency: place === 0, isGuardian }
    })
  }

  /** Every fourth patient has cover. For one in six of them it has expired. */
  function coverageOf(random: Random) {
    if (!random.chance(0.25)) return []
    const payer = random.below(payers.length)
    const validFrom = today - random.between(30, 330) - (random.chance(1 / 6) ? 365 : 0)
    const memberNumber = random.written(payers[payer]?.memberNumber ?? '')
    const cover = { payerId: uuidAt(seed, kinds.payer, payer), memberNumber, plan: random.pick(plans) }
    return [{ ...cover, rank: 1, validFrom, validUntil: validFrom + 364 }]
  }

  /** The reported ones are from the registration, and the doctors’ from some time since. */
  function allergiesRecorded(random: Random, index: number) {
    let recordedAt = registeredAt(hospital, index)
    return allergiesOf(seed, index).map((entry) => {
      const isTold = entry.certainty === 'REPORTED'
      recordedAt += isTold ? 1 : Math.floor((now - recordedAt) * random.next())
      return { ...entry, recordedAt, recordedBy: isTold ? staff.receptionist : random.pick(staff.doctors) }
    })
  }

  function identifiersOf(random: Random, index: number) {
    return identifierSystems.flatMap(({ pattern, checkDigit, share, isExclusive }, place) => {
      if (firstRecordOf(index) !== index || !random.chance(share)) return []
      const systemId = uuidAt(seed, kinds.identifierSystem, place)
      return [{ systemId, isExclusive, value: identifierAt(index, pattern, checkDigit as CheckDigit | null) }]
    })
  }
}

/** No two patients have the same: the place is multiplied by a prime that divides no number of that many digits. */
function identifierAt(index: number, pattern: string, checkDigit: CheckDigit | null) {
  const places = pattern.split('#').length - (checkDigit ? 2 : 1)
  const number = 2 * 10 ** (places - 1) + ((index * 7_368_787) % (7 * 10 ** (places - 1)))
  const lettered = pattern.replaceAll('@', String.fromCharCode(65 + (index % 26)))
  const values = [...'0123456789'].map((check) => {
    const digits = [...String(number), check]
    return lettered.replaceAll('#', () => digits.shift() ?? '')
  })
  return values.find((value) => !checkDigit || hasCheckDigit(checkDigit, value))
}
