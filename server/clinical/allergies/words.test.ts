import { expect, test } from 'vitest'
import type { Allergen } from '../../../contract/clinical/allergen.ts'
import { allergyState } from '../../../contract/clinical/allergy-words.ts'

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
