import { expect, test } from 'vitest'
import type { DoseUnit } from '../medications.ts'
import { doseIn, perKilogram, perKilogramWords, shortNumber, strengthOf } from './strength.ts'

test.each([
  ['Amoxicillin 500 mg', [500, 'MG', null]],
  ['Amoxicillin 500mg capsules', [500, 'MG', null]],
  ['Bisoprolol 2.5 mg', [2.5, 'MG', null]],
  ['Ceftriaxone 1 g vial', [1, 'G', null]],
  ['Salbutamol inhaler 100 µg', [100, 'MICROGRAM', null]],
  ['Levothyroxine 50 micrograms', [50, 'MICROGRAM', null]],
  ['Paracetamol syrup 120 mg/5 ml', [120, 'MG', 5]],
  ['Morphine 10 mg/ml ampoule', [10, 'MG', 1]],
  ['Enoxaparin 40 mg/0.4 ml', [40, 'MG', 0.4]],
  ['Gentamicin 80 mg in 2 ml', [80, 'MG', 2]],
  ['Insulin glargine 100 IU/ml pen', [100, 'INTERNATIONAL_UNIT', 1]],
  ['Insulin 100 units/ml', [100, 'UNIT', 1]],
] as const)('the strength of “%s” is %j', (name, [amount, unit, millilitres]) => {
  expect(strengthOf(name)).toEqual({ amount, unit, millilitres })
})

test.each([
  ['Amoxicillin'],
  ['Co-amoxiclav 500 mg/125 mg'],
  ['Fentanyl 25 micrograms/hour patch'],
  ['Lidocaine 1 % injection'],
  ['Sodium chloride 0.9 % 1000 ml'],
  ['Metformin 1,000 mg'],
  ['Vitamin B12'],
  ['Anything 0 mg'],
])('“%s” says no strength that can be counted with', (name) => {
  expect(strengthOf(name)).toBeNull()
})

test.each<[string, number, DoseUnit, DoseUnit, number | null]>([
  ['Paracetamol', 1, 'G', 'MG', 1000],
  ['Levothyroxine', 0.05, 'MG', 'MICROGRAM', 50],
  ['Digoxin', 250, 'MICROGRAM', 'MG', 0.25],
  ['Paracetamol 500 mg', 2, 'TABLET', 'MG', 1000],
  ['Ceftriaxone 1 g vial', 2, 'G', 'MG', 2000],
  ['Paracetamol syrup 120 mg/5 ml', 10, 'ML', 'MG', 240],
  ['Insulin 100 units/ml', 0.1, 'ML', 'UNIT', 10],
  ['Oral rehydration salts', 200, 'ML', 'ML', 200],
  ['Paracetamol', 2, 'TABLET', 'MG', null],
  ['Paracetamol syrup', 10, 'ML', 'MG', null],
  ['Paracetamol syrup 120 mg/5 ml', 1, 'TABLET', 'MG', null],
  ['Morphine 10 mg', 1, 'ML', 'MG', null],
  ['Insulin glargine 100 IU/ml pen', 10, 'INTERNATIONAL_UNIT', 'UNIT', null],
  ['Salbutamol inhaler 100 µg', 2, 'PUFF', 'MICROGRAM', null],
  ['Fentanyl 25 mg patch', 1, 'PATCH', 'MG', null],
])('%s: %d %s in %s is %s', (name, dose, unit, to, expected) => {
  const amount = doseIn({ name, dose, unit }, to)
  // Floating-point arithmetic may be off in the last digits.
  expect(amount && Number(amount.toFixed(9))).toBe(expected)
})

test.each<[string, number, DoseUnit, number, string | null]>([
  ['Paracetamol', 214.5, 'MG', 14.3, '15 mg/kg'],
  ['Ceftriaxone', 1, 'G', 20, '50 mg/kg'],
  ['Paracetamol syrup 120 mg/5 ml', 5, 'ML', 8, '15 mg/kg'],
  ['Paracetamol 500 mg', 1, 'TABLET', 35, '14.3 mg/kg'],
  ['Digoxin', 100, 'MICROGRAM', 10, '10 micrograms/kg'],
  ['Insulin lispro', 1.5, 'UNIT', 14.3, '0.105 units/kg'],
  ['Paracetamol', 1, 'TABLET', 35, null],
  ['Oral rehydration salts', 200, 'ML', 14, null],
  ['Salbutamol', 2, 'PUFF', 14, null],
])('%s: %d %s for %d kg is %s', (name, dose, unit, kilograms, words) => {
  const each = perKilogram({ name, dose, unit }, kilograms)
  expect(each && perKilogramWords(each)).toBe(words)
})

test('a number is short enough to read, and no zero is behind its point', () => {
  expect([14.692, 15.04, 0.12345, 1.004, 2000, 3.1].map(shortNumber)).toEqual([
    '14.7',
    '15',
    '0.123',
    '1',
    '2000',
    '3.1',
  ])
})
