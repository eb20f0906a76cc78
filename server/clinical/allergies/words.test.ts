import { expect, test } from 'vitest'
import type { Allergen } from '../../../contract/clinical/allergen.ts'
import { AllergyForm } from '../../../contract/clinical/allergies.ts'
import {
  allergyState,
  allergyWords,
  certaintyNames,
  isNoneConfirmed,
  severityNames,
} from '../../../contract/clinical/allergy-words.ts'

const entry = (fields: Partial<Allergen>): Allergen => ({
  substance: 'Penicillin',
  isNoneKnown: false,
  reaction: null,
  severity: null,
  certainty: 'CONFIRMED',
  ...fields,
})
const noneKnown = entry({ substance: 'None known', isNoneKnown: true })

test('an allergy is known beside an entry that says there is none', () => {
  expect(allergyState({ allergens: [entry({ certainty: 'REPORTED' }), noneKnown] })).toBe('known')
  expect(allergyState({ allergens: [noneKnown] })).toBe('none known')
  expect(allergyState({ allergens: [] })).toBe('not recorded')
})

test('that there is none is confirmed by a doctor alone', () => {
  const reported = entry({ ...noneKnown, certainty: 'REPORTED' })
  expect(isNoneConfirmed({ allergens: [noneKnown] })).toBe(true)
  expect(isNoneConfirmed({ allergens: [entry({}), noneKnown] })).toBe(true)
  expect(isNoneConfirmed({ allergens: [reported] })).toBe(false)
  expect(isNoneConfirmed({ allergens: [entry({})] })).toBe(false)
})

test('a list is one text, and nothing where it is empty', () => {
  const allergens = [
    entry({ severity: 'SEVERE', reaction: 'swollen face; hives' }),
    entry({ substance: 'Latex', certainty: 'REPORTED' }),
    entry({ substance: 'NKDA', isNoneKnown: true }),
  ]
  expect(allergyWords({ allergens })).toBe(
    'Penicillin (severe): swollen face, hives; Latex, to be confirmed; None known',
  )
  expect(allergyWords({ allergens: [] })).toBeNull()
  expect([Object.values(severityNames), Object.values(certaintyNames)]).toEqual([
    ['Mild', 'Moderate', 'Severe'],
    ['To be confirmed by a doctor', 'Suspected', 'Confirmed'],
  ])
})

test('what a form of an allergy needs', () => {
  const saidOf = (form: object) =>
    AllergyForm.safeParse(form).error?.issues.map(({ path, message }) => [path[0], message])
  expect(saidOf({ substance: 'Latex', certainty: 'REPORTED' })).toBeUndefined()
  expect(saidOf({ substance: 'Latex', certainty: 'CONFIRMED' })).toEqual([
    ['severity', 'Severity is required'],
  ])
  expect(saidOf({ substance: 'Latex', certainty: 'SUSPECTED', severity: 'MILD' })).toBeUndefined()
  expect(saidOf({ isNoneKnown: true, certainty: 'SUSPECTED' })).toEqual([
    ['certainty', 'Certainty is required'],
  ])
  expect(saidOf({ certainty: 'REPORTED' })).toEqual([['substance', 'Substance is required']])
  for (const form of [null, undefined, 'Latex']) expect(AllergyForm.safeParse(form).success).toBe(false)
  const none = {
    substance: 'Latex',
    isNoneKnown: true,
    reaction: 'Rash',
    severity: 'MILD',
    certainty: 'CONFIRMED',
  }
  expect(AllergyForm.parse(none)).toEqual({
    substance: 'None known',
    isNoneKnown: true,
    reaction: null,
    severity: null,
    certainty: 'CONFIRMED',
  })
})
