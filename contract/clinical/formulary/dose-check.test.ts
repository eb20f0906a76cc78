import { describe, expect, test } from 'vitest'
import { type Dosed, type DoseOrder, doseQuestions, dosingWeight, incomparable } from './dose-check.ts'
import { FormularyForm, maximaMessages } from './formulary.ts'
import { medicineFor } from './match.ts'
import { weightWords } from './strength.ts'

const today = '2026-11-25'
const none = { maxDailyDose: null, maxDosePerKg: null, maxChildDose: null }
const medicine = (name: string, maxDose: number, more: object = {}) => ({
  ...none,
  name,
  route: null,
  unit: 'MG' as const,
  maxDose,
  ...more,
})
const formulary = [
  medicine('Paracetamol', 1000, { maxDailyDose: 4000, maxDosePerKg: 15 }),
  medicine('Amoxicillin', 1000, { maxDosePerKg: 30, maxChildDose: 500 }),
  medicine('Furosemide', 80),
  medicine('Morphine', 20),
  medicine('Morphine', 10, { route: 'SUBCUTANEOUS' }),
  medicine('Insulin', 50, { unit: 'UNIT' }),
  medicine('Insulin lispro', 30, { unit: 'UNIT', maxDosePerKg: 0.3 }),
  medicine('Salbutamol', 10, { unit: 'PUFF', maxChildDose: 6 }),
  medicine('Cetirizine', 20, { maxChildDose: 10 }),
  medicine('Potassium chloride', 40, { unit: 'MMOL' }),
  medicine('Oral rehydration salts', 500, { unit: 'ML', maxDosePerKg: 15 }),
]
const order = (name: string, dose: number, more: Partial<DoseOrder> = {}): DoseOrder => ({
  name,
  dose,
  unit: 'MG',
  route: 'ORAL',
  frequency: 'DAILY',
  ...more,
})
const adult: Dosed = { age: 40, weight: null, today }
const child: Dosed = { age: 4, weight: { kilograms: 14.3, on: '2026-11-20' }, today }
const asked = (what: DoseOrder, of: Dosed = adult) => doseQuestions(what, of, formulary).join(' ')

describe('the single maximum of an adult', () => {
  test.each([
    [order('Paracetamol 500 mg', 1000), ''],
    [order('Paracetamol 500 mg', 1), ''],
    [order('Paracetamol 500 mg', 1, { unit: 'G' }), ''],
    [order('Paracetamol 500 mg', 2, { unit: 'TABLET' }), ''],
    [
      order('Paracetamol 500 mg', 1000.1),
      '1000.1 mg is more than the formulary’s single maximum for Paracetamol, 1000 mg.',
    ],
    [
      order('Paracetamol 500 mg', 1.5, { unit: 'G' }),
      '1.5 g (1500 mg) is more than the formulary’s single maximum for Paracetamol, 1000 mg.',
    ],
    [
      order('Paracetamol 500 mg', 3, { unit: 'TABLET' }),
      '3 tablets (1500 mg) is more than the formulary’s single maximum for Paracetamol, 1000 mg.',
    ],
    [
      order('Panadol 500 mg', 2000),
      'Panadol 500 mg is read as Paracetamol. 2000 mg is more than the formulary’s single maximum for Paracetamol, 1000 mg.',
    ],
    [
      order('Paracetmol', 2000),
      'Paracetmol is read as Paracetamol. 2000 mg is more than the formulary’s single maximum for Paracetamol, 1000 mg.',
    ],
    [
      order('Salbutamol inhaler 100 µg', 11, { unit: 'PUFF', route: 'INHALED' }),
      '11 puffs is more than the formulary’s single maximum for Salbutamol, 10 puffs.',
    ],
    // No question if the units can't be compared or the medicine isn't in the formulary, because it could be wrong.
    [order('Paracetamol', 40, { unit: 'TABLET' }), ''],
    [order('Insulin lispro 100 IU/ml pen', 300, { unit: 'INTERNATIONAL_UNIT' }), ''],
    [order('Colchicine', 5000), ''],
    [order('Amoxicillin and clavulanic acid', 5000), ''],
    [order('Augmentin', 5000), ''],
    [order('Paracetamol/caffeine', 5000), ''],
  ])('%j: “%s”', (what, words) => expect(asked(what)).toBe(words))

  test('the entry of a route counts before that of all, and the one that says most', () => {
    expect(asked(order('Morphine', 15))).toBe('')
    expect(asked(order('Morphine', 15, { route: 'SUBCUTANEOUS' }))).toContain('Morphine, 10 mg.')
    expect(asked(order('Insulin lispro', 40, { unit: 'UNIT' }))).toContain('for Insulin lispro, 30 units')
    expect(asked(order('Insulin glargine', 40, { unit: 'UNIT' }))).toBe('')
    expect(asked(order('Insulin glargine', 60, { unit: 'UNIT' }))).toContain('for Insulin, 50 units')
    expect(medicineFor({ name: 'Sodium chloride', route: 'ORAL' }, formulary)).toBeUndefined()
    expect(medicineFor({ name: 'Potassium chloride 600 mg', route: 'ORAL' }, formulary)?.maxDose).toBe(40)
  })

  test('what can’t be compared is said beside the dose', () => {
    expect(incomparable(order('Paracetamol', 2, { unit: 'TABLET' }), formulary)).toBe(
      'The formulary has Paracetamol in mg, and 2 tablets can’t be compared with it.',
    )
    expect(incomparable(order('Paracetamol 500 mg', 2, { unit: 'TABLET' }), formulary)).toBeNull()
    expect(incomparable(order('Colchicine', 2, { unit: 'TABLET' }), formulary)).toBeNull()
  })
})

describe('the daily maximum', () => {
  test.each([
    ['FOUR_TIMES_DAILY', 1000, ''],
    ['EVERY_6_HOURS', 1000, ''],
    ['EVERY_4_HOURS', 500, ''],
    ['AS_NEEDED', 1000, ''],
    ['ONCE', 1000, ''],
    [
      'EVERY_4_HOURS',
      1000,
      '1000 mg, every 4 hours, is 6000 mg a day, more than the formulary’s daily maximum for Paracetamol, 4000 mg.',
    ],
  ] as const)('%s %d mg: “%s”', (frequency, dose, words) => {
    expect(asked(order('Paracetamol', dose, { frequency }))).toBe(words)
  })
})

describe('a child, and an adult who weighs little', () => {
  const old: Dosed = { age: 80, weight: { kilograms: 38, on: today }, today }
  test.each<[string, Dosed, number | null | undefined]>([
    ['the day before the 18th birthday', { ...child, age: 17 }, 14.3],
    ['from 18 on', { ...child, age: 18, weight: { kilograms: 40, on: today } }, undefined],
    ['an adult below 40 kg', { ...old, weight: { kilograms: 39.9, on: today } }, 39.9],
    ['an adult of 40 kg', { ...old, weight: { kilograms: 40, on: today } }, undefined],
    ['an adult without a weight', adult, undefined],
    ['a weight of 30 days ago', { ...child, weight: { kilograms: 14.3, on: '2026-10-26' } }, 14.3],
    ['one of 31 days ago', { ...child, weight: { kilograms: 14.3, on: '2026-10-25' } }, null],
    ['a small adult, weighed half a year ago', { ...old, weight: { kilograms: 38, on: '2026-05-25' } }, null],
    [
      'one who was weighed as a child',
      { ...old, age: 20, weight: { kilograms: 30, on: '2020-05-25' } },
      undefined,
    ],
    ['a child without a weight', { ...child, weight: null }, null],
  ])('%s', (_, patient, kilograms) => expect(dosingWeight(patient)?.kilograms).toBe(kilograms))

  test.each([
    [order('Paracetamol syrup 120 mg/5 ml', 214.5), child, ''],
    [order('Paracetamol syrup 120 mg/5 ml', 8.9, { unit: 'ML' }), child, ''],
    [
      order('Paracetamol syrup 120 mg/5 ml', 10, { unit: 'ML' }),
      child,
      '10 ml (240 mg) is 16.8 mg/kg, more than the formulary’s maximum for Paracetamol, 15 mg/kg (214.5 mg at 14.3 kg).',
    ],
    [
      order('Furosemide 40 mg', 40),
      child,
      'The formulary has no dose by weight for Furosemide. The patient weighs 14.3 kg.',
    ],
    [
      order('Lasix 40 mg', 100),
      old,
      'Lasix 40 mg is read as Furosemide. The formulary has no dose by weight for Furosemide. The patient weighs 38 kg. 100 mg is more than the formulary’s single maximum for Furosemide, 80 mg.',
    ],
    [order('Amoxicillin', 500), { ...child, age: 12, weight: { kilograms: 45, on: today } }, ''],
    [
      order('Amoxicillin', 600),
      { ...child, age: 12, weight: { kilograms: 45, on: today } },
      '600 mg is more than the formulary’s single maximum for Amoxicillin in a child, 500 mg.',
    ],
    [
      order('Paracetamol', 1200),
      { ...child, age: 17, weight: { kilograms: 90, on: today } },
      '1200 mg is more than the formulary’s single maximum for Paracetamol in a child, 1000 mg.',
    ],
    [order('Oral rehydration salts', 210, { unit: 'ML' }), child, ''],
    [
      order('Oral rehydration salts', 300, { unit: 'ML' }),
      child,
      '300 ml is 21 ml/kg, more than the formulary’s maximum for Oral rehydration salts, 15 ml/kg (214.5 ml at 14.3 kg).',
    ],
    [order('Salbutamol', 4, { unit: 'PUFF', route: 'INHALED' }), { ...child, weight: null }, ''],
    [
      order('Salbutamol', 8, { unit: 'PUFF', route: 'INHALED' }),
      { ...child, weight: null },
      '8 puffs is more than the formulary’s single maximum for Salbutamol in a child, 6 puffs.',
    ],
    // A maximum for all children is no dose by weight, unless the medicine acts where it is given.
    [
      order('Cetirizine', 10),
      child,
      'The formulary has no dose by weight for Cetirizine, only a maximum for a child, 10 mg. The patient weighs 14.3 kg.',
    ],
    [
      order('Cetirizine', 15),
      { ...child, weight: null },
      'The formulary has no dose by weight for Cetirizine, only a maximum for a child, 10 mg. A child’s dose goes by weight, and no weight is recorded. 15 mg is more than the formulary’s single maximum for Cetirizine in a child, 10 mg.',
    ],
    [order('Cetirizine', 10, { route: null }), child, ''],
    // Without a weight, a dose in another unit is asked about on any route.
    [order('Salbutamol 1 mg/ml', 2.5, { unit: 'MG', route: 'INHALED' }), child, ''],
    [
      order('Salbutamol 1 mg/ml', 2.5, { unit: 'MG', route: 'INHALED' }),
      { ...child, weight: null },
      'The formulary has Salbutamol in puffs, and 2.5 mg can’t be compared with it. A child’s dose goes by weight, and no weight is recorded.',
    ],
    // A dose in a unit that can't be compared with the formulary's is not one by weight either.
    [
      order('Insulin lispro', 300, { unit: 'INTERNATIONAL_UNIT', route: 'SUBCUTANEOUS' }),
      child,
      'The formulary has Insulin lispro in units, and 300 international units can’t be compared with it. The patient weighs 14.3 kg.',
    ],
    [
      order('Paracetamol', 2, { unit: 'TABLET' }),
      { ...child, weight: null },
      'The formulary has Paracetamol in mg, and 2 tablets can’t be compared with it. A child’s dose goes by weight, and no weight is recorded.',
    ],
    // The formulary doesn't list it.
    [
      order('Colchicine', 5),
      child,
      'The formulary has no dose by weight for Colchicine. The patient weighs 14.3 kg.',
    ],
    [
      order('Colchicine', 5),
      { ...old, weight: { kilograms: 39.9, on: today } },
      'The formulary has no dose by weight for Colchicine. The patient weighs 39.9 kg.',
    ],
    [
      order('Colchicine', 5),
      { ...child, weight: null },
      'The formulary has no dose by weight for Colchicine. A child’s dose goes by weight, and no weight is recorded.',
    ],
    [
      order('Colchicine', 5),
      { ...child, weight: { kilograms: 12, on: '2026-09-01' } },
      'The formulary has no dose by weight for Colchicine. A child’s dose goes by weight. The last weight, 12 kg, was taken on 1 Sep 2026: record today’s.',
    ],
    [
      order('Colchicine', 1, { unit: 'TABLET' }),
      child,
      'The formulary has no dose by weight for Colchicine. The patient weighs 14.3 kg.',
    ],
    [
      order('Ibuprofen and paracetamol', 200),
      child,
      'The formulary has no dose by weight for Ibuprofen and paracetamol. The patient weighs 14.3 kg.',
    ],
    [
      order('Fentanyl 25 micrograms', 1, { unit: 'PATCH', route: 'TRANSDERMAL' }),
      child,
      'The formulary has no dose by weight for Fentanyl 25 micrograms. The patient weighs 14.3 kg.',
    ],
    [order('Colchicine', 5), { ...child, age: 18, weight: { kilograms: 40, on: today } }, ''],
    // It acts where it is given, or may do so: the route isn't chosen yet.
    [order('Chloramphenicol', 1, { unit: 'DROP', route: 'EYE' }), child, ''],
    [order('Chloramphenicol', 1, { unit: 'DROP', route: 'EYE' }), { ...child, weight: null }, ''],
    [order('Clotrimazole cream', 1, { unit: 'APPLICATION', route: 'TOPICAL' }), child, ''],
    [order('Salbutamol nebuliser solution', 2.5, { route: 'INHALED' }), child, ''],
    [order('Colchicine', 5, { route: null }), child, ''],
  ])('%j of %j: “%s”', (what, patient, words) => expect(asked(what, patient)).toBe(words))

  test('the case of the demo is asked about, each medicine of it', () => {
    const morphine = order('Morphine 10 mg/ml ampoule', 5, { route: 'SUBCUTANEOUS' })
    for (const one of [order('Furosemide 40 mg', 40), morphine])
      expect(asked(one, child)).toContain('The formulary has no dose by weight for')
    // With an empty formulary, every child's dose is asked about and no adult's.
    expect(doseQuestions(morphine, child, []).join(' ')).toBe(
      'The formulary has no dose by weight for Morphine 10 mg/ml ampoule. The patient weighs 14.3 kg.',
    )
    expect(doseQuestions(morphine, adult, [])).toEqual([])
  })

  test('a dose is said per kilogram, with the weight that it was judged by', () => {
    const said = { name: 'Paracetamol', dose: 210, unit: 'MG' as const }
    expect(weightWords({ ...said, weight: 14 })).toBe('15 mg/kg at 14 kg')
    expect(weightWords({ ...said, weight: null })).toBeNull()
    expect(weightWords({ ...said, unit: 'TABLET', weight: 14 })).toBeNull()
  })
})

test.each([
  [{ maxDailyDose: '999' }, 'maxDailyDose', maximaMessages.maxDailyDose],
  [{ maxDosePerKg: '1001' }, 'maxDosePerKg', maximaMessages.maxDosePerKg],
  [{ maxChildDose: '1001' }, 'maxChildDose', maximaMessages.maxChildDose],
  [{ maxDose: '1.0' }, 'maxDose', 'Write “1” instead of “1.0”'],
  [{ maxDose: '5,000' }, 'maxDose', 'Write 5000 without a comma'],
  [{ maxDose: '' }, 'maxDose', 'Single maximum is required'],
  [{ maxDosePerKg: '0' }, 'maxDosePerKg', 'Must be more than zero'],
  [{ name: ' ' }, 'name', 'Medicine is required'],
  [{ unit: undefined }, 'unit', 'Choose the unit'],
])('a medicine of the formulary with %j is refused at %s: “%s”', (wrong, path, message) => {
  const form = { name: 'Paracetamol', unit: 'MG', maxDose: '1000', ...wrong }
  const issues = FormularyForm.safeParse(form).error?.issues.map((issue) => [
    issue.path.join('.'),
    issue.message,
  ])
  expect(issues).toEqual([[path, message]])
})
