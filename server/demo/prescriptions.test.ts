import { expect, test } from 'vitest'
import { allergyMatches } from '../../contract/clinical/allergy-classes.ts'
import { dayNumber, wallClock } from './calendar.ts'
import { conditions, medicines, stayIllnesses, stockedItems, visitIllnesses } from './content.ts'
import { allergiesOf } from './patients.ts'
import { bodyOn, type Patient, patientOn, personAt, prescribedFor, suits, type Treated } from './people.ts'
import { firstDayOf, type Population } from './population.ts'

const today = dayNumber('2026-11-23')
const clock = wallClock('Europe/Berlin')
const population: Population = {
  seed: 1858,
  size: 10_000,
  clock,
  today,
  now: clock.momentAt(today, 11 * 60 + 20),
  firstDay: firstDayOf(today, 60),
}
const illnesses = [...stayIllnesses, ...visitIllnesses]
const formulary = new Map(
  medicines.flatMap((medicine) =>
    [medicine.adult, medicine.child].flatMap((order) => (order ? [[order.item, medicine] as const] : [])),
  ),
)

interface Prescription {
  name: string
  dose: number
  unit: string
  /** What the illness is given, by name. */
  wanted: readonly string[]
}

const texts = new Map<string, boolean>()
/** Few texts are many patients': each is compared once with each medicine. */
function isAllergic(name: string, { allergens }: Treated): boolean {
  const key = JSON.stringify([name, allergens])
  const known = texts.get(key) ?? allergyMatches(name, { allergens }).length > 0
  texts.set(key, known)
  return known
}

/** What a physician would not believe of a prescription; undefined where nothing is wrong. */
function doubt({ name, dose, unit, wanted }: Prescription, patient: Treated): string | undefined {
  const medicine = formulary.get(name)
  if (!medicine) return 'is not in the formulary'
  if (unit !== medicine.unit) return 'has another unit than the formulary'
  if (dose <= 0 || dose > medicine.maxDose) return 'exceeds the single maximum'
  if (!wanted.includes(medicine.name)) return 'is not for this illness'
  if (medicine.unless?.some((key) => patient.history.includes(key))) return 'is wrong with another illness'
  if (isAllergic(name, patient)) return 'matches an allergy'
  if (patient.age >= 18 && patient.weight >= 40) return undefined
  const { maxDosePerKg, maxChildDose } = medicine
  if (maxDosePerKg === null && maxChildDose === null) return 'has no dose for a child'
  if (maxChildDose !== null && dose > maxChildDose) return 'is too much for a child'
  if (maxDosePerKg !== null && dose > maxDosePerKg * patient.weight) return 'is too much for the weight'
  // A child of any weight gets enough to work, as long as grown-ups don't get less.
  const isTooLittle =
    maxDosePerKg !== null && dose < Math.min((maxDosePerKg * patient.weight) / 4, medicine.adult.dose)
  return isTooLittle ? 'is too little for the weight' : undefined
}

/** What an illness may bring: its medicines, and what is given instead of one. */
function wantedFor({ medicines: given = {} }: (typeof illnesses)[number]): string[] {
  const wanted = new Set(Object.keys(given))
  for (const name of wanted) {
    const { instead } = medicines.find((medicine) => medicine.name === name) ?? {}
    if (instead) wanted.add(instead)
  }
  return [...wanted]
}

function treatedAt(index: number): Treated {
  const person = personAt(population, index)
  const allergens = allergiesOf(population.seed, index)
  const { weight } = bodyOn(population.seed, person, today)
  return { ...patientOn(population, person, today), weight, allergens }
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
test.each([
  [{ name: 'Furosemide 40 mg', dose: 40, unit: 'MG' }, 'is not for this illness'],
  [{ name: 'Morphine 10 mg/ml ampoule', dose: 5, unit: 'MG' }, 'is not for this illness'],
  [{ name: 'Ibuprofen 400 mg', dose: 400, unit: 'MG' }, 'is not for this illness'],
  [{ name: 'Insulin lispro 100 IU/ml pen', dose: 6, unit: 'UNIT' }, 'is too much for the weight'],
  [{ name: 'Insulin glargine 100 IU/ml pen', dose: 0.4, unit: 'UNIT' }, 'is too little for the weight'],
])('planted for a child of 14.3 kg with new type 1 diabetes, %o is found', (planted, why) => {
  const illness = stayIllnesses.find(({ diagnosis }) => diagnosis === 'Newly diagnosed type 1 diabetes')
  if (!illness) throw new Error('The illness is gone.')
  const wanted = wantedFor(illness)
  expect(doubt({ ...planted, wanted }, child)).toBe(why)
  // Also where the illness would want it.
  expect(doubt({ ...planted, wanted: medicines.map(({ name }) => name) }, child)).toBeDefined()
  expect(prescribedFor(illness, child).map(({ name, dose }) => [name, dose])).toEqual([
    ['Insulin glargine 100 IU/ml pen', 4],
    ['Insulin lispro 100 IU/ml pen', 1.5],
  ])
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
