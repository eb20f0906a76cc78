import { expect, test, vi } from 'vitest'
import type { Allergen } from '../../../../contract/clinical/allergen.ts'
import { readPatient } from '../../../../contract/people/patients.ts'
import { patientRecord, reportedAllergy } from '../../../testing/records.ts'
import { hospitalFor, show } from '../../../testing/show.tsx'
import { PrintedLabel } from './PrintedLabel.tsx'

const peanuts = 'Peanuts (anaphylaxis; carries an adrenaline pen)'
const none = { ...reportedAllergy('None known'), isNoneKnown: true }

/** The line about allergies on the printed wristband. */
async function saidOf(allergens: Allergen[]): Promise<string> {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  print.mockClear()
  const hospital = hospitalFor('receptionist')
  const patient = patientRecord({ allergens })
  hospital.answer(readPatient, patient)
  await show(<PrintedLabel kind="wristband" id={patient.id} onDone={() => {}} />, hospital)
  await expect.poll(() => print.mock.calls.length).toBe(1)
  const band = document.querySelector('[data-print-sheet] [aria-label="Wristband"]')
  const texts = [...(band?.querySelectorAll('bdi') ?? [])].map(({ textContent }) => textContent)
  return texts.find((text) => /allergies/i.test(text)) ?? ''
}

test('a wristband says each allergy whole and with its state, whatever stands in brackets', async () => {
  expect(await saidOf([reportedAllergy(peanuts), reportedAllergy('Latex')])).toBe(
    `ALLERGIES: ${peanuts}, to be confirmed; Latex, to be confirmed`,
  )
})

test('where they don’t all fit, none is cut in two, and it says how many more there are', async () => {
  const each = Array.from({ length: 30 }, (_, place) => `${peanuts} ${place + 1}`)
  const said = await saidOf(each.map((substance) => reportedAllergy(substance)))
  const [, first = '', more = ''] = /^ALLERGIES: (.*); and (\d+) more on the record$/.exec(said) ?? []
  const shown = each.slice(0, each.length - Number(more))
  expect(shown.length).toBeGreaterThan(0)
  expect(first).toBe(shown.map((substance) => `${substance}, to be confirmed`).join('; '))
})

test('a dozen are all named, without their reactions, before one of them is left out', async () => {
  const each = Array.from({ length: 12 }, (_, place) => `Substance ${place + 1}`)
  const reaction = 'Swelling of the face and of the tongue, adrenaline given twice'
  const allergens = each.map(
    (substance): Allergen => ({
      substance,
      reaction,
      isNoneKnown: false,
      severity: 'SEVERE',
      certainty: 'CONFIRMED',
    }),
  )
  expect(await saidOf(allergens)).toBe(`ALLERGIES: ${each.map((one) => `${one} (severe)`).join('; ')}`)
})

test.each([
  [[none], 'No known allergies, to be confirmed'],
  [[{ ...none, certainty: 'CONFIRMED' as const }], 'No known allergies'],
  [[], 'Allergies not recorded'],
])('a wristband says whether a doctor has confirmed that none is known: %o', async (allergens, said) => {
  expect(await saidOf(allergens)).toBe(said)
})
