import { expect, test } from 'vitest'
import { AdmissionForm, TransferForm } from './admissions.ts'
import { addBeds, BedForm, firstTwice } from './beds.ts'
import { needsReason, sexRuleQuestion } from './sex-rule.ts'
import { daysIn, occupancyOf } from './wards.ts'

const id = '11111111-1111-4111-8111-111111111111'

test('the day of admission is day 1', () => {
  expect(daysIn('2026-11-25', '2026-11-25')).toBe(1)
  expect(daysIn('2026-10-31', '2026-11-02')).toBe(3)
})

test('a ward without beds is not occupied, and a share is rounded', () => {
  const beds = ['OCCUPIED', 'OCCUPIED', 'AVAILABLE', 'MAINTENANCE', 'AVAILABLE', 'AVAILABLE'] as const
  expect(occupancyOf(beds.map((status) => ({ status })))).toEqual({
    total: 6,
    available: 3,
    occupied: 2,
    maintenance: 1,
    percentOccupied: 33,
  })
  expect(occupancyOf([])).toEqual({ total: 0, available: 0, occupied: 0, maintenance: 0, percentOccupied: 0 })
})

test.each([
  ['FEMALE', 'MALE', true],
  ['FEMALE', 'FEMALE', false],
  ['MALE', 'FEMALE', true],
  ['MALE', 'OTHER', false],
  [null, 'MALE', false],
  [undefined, 'FEMALE', false],
] as const)('a ward for %s and a patient who is %s: it takes a reason, %s', (rule, gender, asks) => {
  expect(needsReason(rule, gender)).toBe(asks)
})

test('the reason is asked for in a sentence, about one patient or several', () => {
  expect(sexRuleQuestion('Ward 3', 'FEMALE', 'this patient')).toBe(
    'Ward 3 is for women. Say why this patient is placed there.',
  )
  expect(sexRuleQuestion('Ward 3', 'MALE', 'other patients')).toBe(
    'Ward 3 is for men. Say why other patients are placed there.',
  )
})

test('one number is listed twice however it is written', () => {
  expect(firstTwice(['A-1', 'B-1', 'a-1', 'b-1'])).toBe('a-1')
  expect(firstTwice(['A-1', 'B-1'])).toBeUndefined()
  const said = (bedNumbers: string[]) =>
    addBeds.body.safeParse({ bedNumbers, ward: 'ICU' }).error?.issues.map(({ message }) => message)
  expect(said(['A-1', 'a-1'])).toEqual(['a-1 is listed twice.'])
  expect(said(['A-1', 'A-2'])).toBeUndefined()
})

test('what is left out of a form is known to be left out', () => {
  const admission = { patientId: id, bedId: id, doctorId: id, diagnosis: 'Asthma' }
  const left = { notes: null, expectedDischargeDate: null }
  for (const typed of [{}, { expectedDischargeDate: '', notes: ' ' }, { expectedDischargeDate: null }]) {
    expect(AdmissionForm.parse({ ...admission, ...typed })).toEqual({ ...admission, ...left })
  }
  expect(
    AdmissionForm.parse({ ...admission, expectedDischargeDate: '2026-12-01' }).expectedDischargeDate,
  ).toBe('2026-12-01')
  // A version before this one refuses the field, so a form that asks for no reason sends none.
  expect(TransferForm.parse({ bedId: id, sexRuleReason: ' ' }).sexRuleReason).toBeUndefined()
  expect(TransferForm.parse({ bedId: id, sexRuleReason: ' Full ' }).sexRuleReason).toBe('Full')
  expect(BedForm.parse({ bedNumber: 'A-1', ward: 'ICU' })).toEqual({
    bedNumber: 'A-1',
    ward: 'ICU',
    unitId: null,
    status: 'AVAILABLE',
    notes: null,
  })
})
