import { expect, test } from 'vitest'
import { filledBy } from './chosen-medicine.ts'

const entry = (name: string, unit: 'MG' | 'UNIT' | 'PUFF') => ({
  id: name,
  name,
  route: null,
  unit,
  maxDose: 1000,
  maxDailyDose: null,
  maxDosePerKg: null,
  maxChildDose: null,
  version: 1,
})
const formulary = [entry('Ceftriaxone', 'MG'), entry('Insulin glargine', 'UNIT'), entry('Salbutamol', 'PUFF')]

test.each([
  ['Amoxicillin 500 mg', 'tablets', false, '500', 'MG'],
  ['Amoxicillin 500 mg', 'tablets', true, '', 'MG'],
  ['Ceftriaxone 1 g vial', 'pcs', false, '1000', 'MG'],
  ['Paracetamol syrup 120 mg/5 ml', 'ml', false, '', 'MG'],
  ['Insulin glargine 100 IU/ml pen', 'pcs', false, '', 'UNIT'],
  ['Salbutamol inhaler 100 µg', 'pcs', false, '', 'PUFF'],
  ['Fentanyl 25 micrograms/hour patch', 'pcs', false, '', 'PATCH'],
  ['Co-amoxiclav 500 mg/125 mg', 'tablets', false, '', 'TABLET'],
  ['Lactulose oral solution', 'ml', false, '', null],
] as const)('%s (%s), by weight: %s, brings “%s” %s', (name, unit, isByWeight, dose, into) => {
  expect(filledBy({ name, unit }, formulary, isByWeight)).toEqual({ dose, unit: into })
})
