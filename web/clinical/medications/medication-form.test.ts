import { expect, test } from 'vitest'
import { readDose } from '../../../contract/clinical/abbreviations.ts'
import { allergyMatches, givenAgainst } from '../../../contract/clinical/allergy-classes.ts'
import type { Medication } from '../../../contract/clinical/medications.ts'
import { blankMedication, type MedicationValues, prescribingSchema } from './medication-form.ts'

const today = '2026-11-23'
const none = { allergens: [] }
const order: MedicationValues = {
  ...blankMedication(today, 'key', undefined, none),
  name: 'Heparin',
  dose: '5000',
  unit: 'UNIT',
  route: 'SUBCUTANEOUS',
  frequency: 'TWICE_DAILY',
}
const schema = prescribingSchema(() => false)
const doseOf = (dose: string) => schema.parse({ ...order, dose }).dose
const saidOf = (dose: string) => schema.safeParse({ ...order, dose }).error?.issues[0]?.message

test.each([
  ['5000', 5000],
  ['0,5', 0.5],
  [' 1,25 ', 1.25],
  ['0,125', 0.125],
  ['1.125', 1.125],
  ['1234,567', 1234.567],
])('a dose typed as “%s” is %d', (typed, dose) => expect(doseOf(typed)).toBe(dose))

test.each([
  ['5,000', 'Write 5000 without a comma'],
  ['5,000 units', 'Write 5000 without a comma'],
  ['1,125', 'Write 1125 without a comma, or 1.125 with a point'],
  ['12,500', 'Write 12500 without a comma, or 12.5 with a point'],
  ['1,234,567', 'Write 1234567 without a comma'],
])('“%s” is one dose or a thousandth of it: it stays as it was typed, and is refused', (typed, said) => {
  expect(readDose(typed)).toBe(typed)
  expect(saidOf(typed)).toBe(said)
})

test('a point before three zeros may part thousands: both numbers are offered', () => {
  expect(saidOf('5.000')).toBe('Write “5” or “5000” instead of “5.000”')
  expect(saidOf('1.250')).toBe('Write “1.25” or “1250” instead of “1.250”')
  expect(saidOf('0.500')).toBe('Write “0.5” instead of “0.500”')
})

const told = (substance: string) => ({
  allergens: [
    { substance, isNoneKnown: false, reaction: null, severity: null, certainty: 'REPORTED' as const },
  ],
})
const changed = (more: Partial<Medication>) => ({ ...order, dose: 5000, ...more }) as unknown as Medication

test('what begins later is changed from then on, and what has begun from today', () => {
  const startOf = (startsOn: string) => blankMedication(today, 'key', changed({ startsOn }), none).startsOn
  expect(startOf('2026-11-30')).toBe('2026-11-30')
  expect(startOf('2026-11-01')).toBe(today)
})

test('a change keeps the reason against an allergy while that answers all that is recorded', () => {
  const amoxicillin = (allergy: string) =>
    changed({ name: 'Amoxicillin', allergy, allergyReason: 'Tolerated it in May' })
  const reasonOf = (before: Medication, allergies: string) =>
    blankMedication(today, 'key', before, told(allergies)).allergyReason
  expect(reasonOf(amoxicillin('Penicillin'), 'penicillin')).toBe('Tolerated it in May')
  expect(reasonOf(amoxicillin('Penicillin'), 'Latex')).toBe('Tolerated it in May')
  expect(reasonOf(amoxicillin('Penicillin'), 'Penicillin; Amoxicillin')).toBe('')
  expect(reasonOf(amoxicillin('Penicillin; Amoxicillin'), 'Amoxicillin; Penicillin')).toBe(
    'Tolerated it in May',
  )
  // As it is kept, a bracket may hold what stands between two.
  const bracket = 'Ampicillin (rash; fever)\nPenicillin'
  const against = givenAgainst(allergyMatches('Amoxicillin', told(bracket)))
  expect(reasonOf(amoxicillin(against), bracket)).toBe('Tolerated it in May')
})
