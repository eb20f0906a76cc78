import { expect, test } from 'vitest'
import { allergyMatches } from '../../contract/clinical/allergy-classes.ts'
import { doseQuestions } from '../../contract/clinical/formulary/dose-check.ts'
import { medicineFor } from '../../contract/clinical/formulary/match.ts'
import type { DoseUnit, MedicationFrequency, MedicationRoute } from '../../contract/clinical/medications.ts'
import { dayNumber, dayText, wallClock } from './calendar.ts'
import { conditions, medicines, stayIllnesses, stockedItems, visitIllnesses } from './content.ts'
import {
  allergiesOf,
  type Patient,
  patientOn,
  personAt,
  prescribedFor,
  suits,
  type Treated,
} from './patients.ts'
import type { Population } from './staff.ts'

const today = dayNumber('2026-11-23')
const clock = wallClock('Europe/Berlin')
const population: Population = {
  seed: 1858,
  size: 10_000,
  clock,
  today,
  now: clock.momentAt(today, 11 * 60 + 20),
  firstDay: today - 7 * 365,
}
const illnesses = [...stayIllnesses, ...visitIllnesses]
/** The dose ranges in the demo hospital's formulary, where each applies to every route. */
const ranges = medicines.map((medicine) => ({ ...medicine, route: null }))
const formulary = new Map(
  medicines.flatMap((medicine) =>
    [medicine.adult, medicine.child].flatMap((order) => (order ? [[order.name, medicine] as const] : [])),
  ),
)

interface Prescription {
  name: string
  dose: number
  unit: DoseUnit
  route: MedicationRoute
  frequency: MedicationFrequency
  /** The names of the medicines that the illness is treated with. */
  wanted: readonly string[]
}

const texts = new Map<string, boolean>()
/** Compares each text once with each medicine, because many patients share the same few texts. */
function isAllergic(name: string, { allergens }: Treated): boolean {
  const key = JSON.stringify([name, allergens])
  const known = texts.get(key) ?? allergyMatches(name, { allergens }).length > 0
  texts.set(key, known)
  return known
}

const answers = new Map<string, string>()
/** The questions that a doctor would be asked about the dose, by the demo hospital's formulary. */
function askedOf(order: Omit<Prescription, 'wanted'>, { age, weight }: Treated): string {
  const { name, dose, unit, route, frequency } = order
  const isAdult = age >= 18 && weight >= 40
  const key = JSON.stringify([name, dose, unit, route, frequency, isAdult || [age < 18, weight]])
  const known = answers.get(key)
  if (known !== undefined) return known
  const day = dayText(today)
  const entry = medicineFor({ name, route }, ranges)
  const asked = doseQuestions(
    { name, dose, unit, route, frequency },
    { age, weight: { kilograms: weight, on: day }, today: day },
    entry ? [entry] : [],
  ).join(' ')
  answers.set(key, asked)
  return asked
}

/** Why a physician would not believe this prescription; undefined if nothing is wrong. */
function doubt({ wanted, ...order }: Prescription, patient: Treated): string | undefined {
  const { name, dose, unit } = order
  const medicine = formulary.get(name)
  if (!medicine) return 'is not in the formulary'
  if (unit !== medicine.unit) return 'has another unit than the formulary'
  if (!wanted.includes(medicine.name)) return 'is not for this illness'
  if (medicine.unless?.some((key) => patient.history.includes(key))) return 'is wrong with another illness'
  if (isAllergic(name, patient)) return 'matches an allergy'
  const asked = askedOf(order, patient)
  if (asked) return asked
  if (patient.age >= 18 && patient.weight >= 40) return undefined
  const { maxDosePerKg } = medicine
  // A child of any weight gets enough to work, as long as grown-ups don't get less.
  const isTooLittle =
    maxDosePerKg !== null && dose < Math.min((maxDosePerKg * patient.weight) / 4, medicine.adult.dose)
  return isTooLittle ? 'is too little for the weight' : undefined
}

/** The medicines that an illness can be treated with: its own, and those given instead of one. */
function wantedFor({ medicines: given = {} }: (typeof illnesses)[number]): string[] {
  const wanted = new Set(Object.keys(given))
  for (const name of wanted) {
    const { instead } = medicines.find((medicine) => medicine.name === name) ?? {}
    if (instead) wanted.add(instead)
  }
  return [...wanted]
}

function treatedAt(index: number): Treated {
  const { seed } = population
  return { ...patientOn(seed, personAt(population, index), today), allergens: allergiesOf(seed, index) }
}

test('every prescription that any of 10,000 patients can get is within the formulary for age, weight, illness and allergies', () => {
  const found = new Map<string, string>()
  const withMedicines = illnesses.map((illness) => ({ illness, wanted: wantedFor(illness) }))
  let [walked, ofChildren] = [0, 0]
  for (let index = 0; index < population.size; index++) {
    const patient = treatedAt(index)
    for (const { illness, wanted } of withMedicines) {
      if (!suits(illness, patient)) continue
      for (const order of prescribedFor(illness, patient)) {
        walked++
        if (patient.age < 18) ofChildren++
        const why = doubt({ ...order, wanted }, patient)
        if (why) found.set(`${order.name} ${why}`, JSON.stringify({ ...order, medicine: null, patient }))
      }
    }
  }
  expect([...found]).toEqual([])
  expect(walked).toBeGreaterThan(100_000)
  expect(ofChildren).toBeGreaterThan(10_000)
})

const child: Treated = {
  age: 4,
  weight: 14.3,
  gender: 'MALE',
  history: [],
  allergens: [],
}
const everything = medicines.map(({ name }) => name)
const order = (name: string, dose: number, unit: DoseUnit = 'MG') =>
  ({ name, dose, unit, route: 'ORAL', frequency: 'THREE_TIMES_DAILY' }) as const
test.each([
  [
    order('Furosemide 40 mg', 40),
    'The formulary has no dose by weight for Furosemide. The patient weighs 14.3 kg.',
  ],
  [
    order('Morphine 10 mg/ml ampoule', 5),
    '5 mg is 0.35 mg/kg, more than the formulary’s maximum for Morphine, 0.1 mg/kg (1.43 mg at 14.3 kg).',
  ],
  [
    order('Ibuprofen 400 mg', 400),
    '400 mg is 28 mg/kg, more than the formulary’s maximum for Ibuprofen, 10 mg/kg (143 mg at 14.3 kg).',
  ],
  [
    order('Insulin lispro 100 IU/ml pen', 6, 'UNIT'),
    '6 units is 0.42 units/kg, more than the formulary’s maximum for Insulin lispro, 0.3 units/kg (4.29 units at 14.3 kg).',
  ],
  [order('Insulin glargine 100 IU/ml pen', 0.4, 'UNIT'), 'is too little for the weight'],
])('planted for a child of 14.3 kg with new type 1 diabetes, %o is found', (planted, why) => {
  const illness = stayIllnesses.find(({ diagnosis }) => diagnosis === 'Newly diagnosed type 1 diabetes')
  if (!illness) throw new Error('The illness is gone.')
  // With every medicine wanted, only the dose can be doubted.
  expect(doubt({ ...planted, wanted: everything }, child)).toBe(why)
  expect(doubt({ ...planted, wanted: wantedFor(illness) }, child)).toBeDefined()
  expect(prescribedFor(illness, child).map(({ name, dose }) => [name, dose])).toEqual([
    ['Insulin glargine 100 IU/ml pen', 4],
    ['Insulin lispro 100 IU/ml pen', 1.5],
  ])
})

test('planted for an adult, a dose beyond the single maximum is found, and one that adds up to too much in a day', () => {
  const adult: Treated = { ...child, age: 40, weight: 70 }
  const found = (dose: number) => doubt({ ...order('Paracetamol 500 mg', dose), wanted: everything }, adult)
  expect(found(1000)).toBeUndefined()
  expect(found(1500)).toMatch(
    /single maximum for Paracetamol, 1000 mg.*daily maximum for Paracetamol, 4000 mg/,
  )
})

test('each medicine that is prescribed is found in the formulary by what it is called', () => {
  for (const [item, { name }] of formulary)
    expect(medicineFor({ name: item, route: 'ORAL' }, ranges)?.name, item).toBe(name)
})

test('the content is whole: twenty medicines, which the store has, and nothing refers to what is not there', () => {
  expect(medicines).toHaveLength(20)
  const inStore = new Set(stockedItems.map(({ name }) => name))
  expect([...formulary.keys()].filter((item) => !inStore.has(item))).toEqual([])
  const names = new Set(medicines.map(({ name }) => name))
  const keys = conditions.map(({ key }) => key)
  for (const illness of illnesses) {
    expect(Object.keys(illness.medicines ?? {}).filter((name) => !names.has(name))).toEqual([])
    const { needs = '', not = [] } = illness
    expect(
      keys.some((key) => key.includes(needs)),
      needs,
    ).toBe(true)
    expect(not.filter((key) => !keys.includes(key))).toEqual([])
  }
})

test('an illness comes to nobody whom it does not suit', () => {
  const patient = (more: Partial<Patient>): Patient => ({ age: 50, gender: 'MALE', history: [], ...more })
  const diagnosis = (words: string) => stayIllnesses.find((illness) => illness.diagnosis.startsWith(words))
  for (const [words, wrong] of [
    ['Newly diagnosed type 1', patient({ age: 8, history: ['type 1 diabetes'] })],
    ['Bronchiolitis', patient({ age: 8 })],
    ['Acute exacerbation of COPD', patient({})],
    ['Caesarean', patient({ age: 30 })],
  ] as const) {
    const illness = diagnosis(words)
    expect(illness && suits(illness, wrong), words).toBe(false)
  }
})
