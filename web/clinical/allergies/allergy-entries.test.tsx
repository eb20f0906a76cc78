import { expect, test } from 'vitest'
import type { Allergen } from '../../../contract/clinical/allergen.ts'
import { type Allergy, listAllergies } from '../../../contract/clinical/allergies.ts'
import { newId, now, patientRecord } from '../../testing/records.ts'
import { hospitalFor, show } from '../../testing/show.tsx'
import { AllergyEntries } from './AllergyEntries.tsx'

const allergen = (substance: string, severity: Allergen['severity']): Allergen => ({
  substance,
  severity,
  isNoneKnown: false,
  reaction: null,
  certainty: 'CONFIRMED',
})

test('a record’s allergies are in the order of its banner, after those that the banner has not heard of yet', async () => {
  const allergens = [
    allergen('Penicillin', 'SEVERE'),
    allergen('Latex', 'MODERATE'),
    allergen('Wool', 'MILD'),
  ]
  const patient = patientRecord({ allergens })
  const entry = (one: Allergen): Allergy => ({
    ...one,
    id: newId(),
    patientId: patient.id,
    recordedAt: now,
    recordedBy: 'Anika Mehta',
    struck: null,
    replacesId: null,
    replaced: null,
  })
  const items = [allergen('Peanuts', 'SEVERE'), ...allergens.toReversed()].map(entry)
  const hospital = hospitalFor('doctor')
  hospital.answer(listAllergies, { items, total: items.length, nextCursor: null })
  const screen = await show(
    <AllergyEntries patient={patient} isRecording={false} onRecording={() => {}} />,
    hospital,
  )
  const entries = screen.getByRole('list').getByRole('listitem')
  await expect.element(entries.first()).toBeVisible()
  const words = entries
    .elements()
    .map(({ textContent }) => /Peanuts|Penicillin|Latex|Wool/.exec(textContent ?? '')?.[0])
  expect(words).toEqual(['Peanuts', 'Penicillin', 'Latex', 'Wool'])
})
