import { describe, expect, test } from 'vitest'
import type { KnownAllergies } from '../../../contract/patients.ts'
import { patientRecord } from '../../testing/records.ts'
import { hospitalFor, show } from '../../testing/show.tsx'
import { Allergies } from './Allergies.tsx'
import { PatientBanner } from './PatientBanner.tsx'

const penicillin = { substance: 'Penicillin', severity: 'SEVERE' as const }

/** What is read, and how it is marked. */
async function read(of: Partial<KnownAllergies>, looks: { isLabelled?: boolean; isMark?: boolean } = {}) {
  const { container } = await show(
    <p>
      <Allergies of={of} {...looks} />
    </p>,
    hospitalFor('doctor'),
  )
  const said = container.querySelector<HTMLElement>('p > span')
  return { words: said?.textContent, state: said?.dataset.state, said }
}

describe('allergies are never blank', () => {
  test('what is known is named, by doctors before reception, and marked as known', async () => {
    const both = await read({ allergies: 'Latex', allergens: [penicillin] })
    expect(both).toMatchObject({ words: 'Allergies: Penicillin (severe); Latex', state: 'known' })
    expect(await read({ allergies: 'Latex', allergens: [] })).toMatchObject({
      words: 'Allergies: Latex',
      state: 'known',
    })
    expect(await read({ allergies: null, allergens: [penicillin] })).toMatchObject({ state: 'known' })
  })

  test('none known is a word of its own, and is not what an entry says otherwise', async () => {
    const none = await read({ allergies: 'None known', allergens: [] })
    expect(none).toMatchObject({ words: 'No known allergies', state: undefined })
    const contradicted = await read({ allergies: 'None known', allergens: [penicillin] })
    expect(contradicted).toMatchObject({ state: 'known' })
    expect(contradicted.words).toContain('Penicillin')
  })

  test('what nobody asked is not recorded, and what this screen was not told is unavailable', async () => {
    expect(await read({ allergies: null, allergens: [] })).toMatchObject({
      words: 'Allergies not recorded',
      state: 'unknown',
    })
    expect(await read({})).toMatchObject({ words: 'Allergies unavailable here', state: 'unknown' })
  })

  test('below a heading that names them, the word stands once', async () => {
    const labelled = { isLabelled: true }
    expect(await read({ allergies: 'Latex', allergens: [] }, labelled)).toMatchObject({ words: 'Latex' })
    expect(await read({ allergies: 'None known', allergens: [] }, labelled)).toMatchObject({
      words: 'None known',
    })
    expect(await read({ allergies: null, allergens: [] }, labelled)).toMatchObject({ words: 'Not recorded' })
  })

  test('a long text can be scrolled to by keyboard where it scrolls, and stays one line on a card', async () => {
    const long = { allergies: 'x'.repeat(121), allergens: [] }
    expect((await read(long)).said).toMatchObject({ tabIndex: 0, ariaLabel: 'Allergies' })
    expect((await read(long, { isMark: true })).said?.tabIndex).toBe(-1)
    expect((await read({ ...long, allergies: 'x'.repeat(120) })).said?.tabIndex).toBe(-1)
  })
})

describe('the banner', () => {
  test('says who it is, how old, and what they can’t tolerate', async () => {
    const patient = patientRecord({ mrn: 'MRN7', dateOfBirth: '1984-11-24', allergens: [penicillin] })
    const screen = await show(<PatientBanner patient={patient} />, hospitalFor('doctor'))
    const banner = screen.getByRole('region', { name: 'Patient' })
    await expect.element(banner).toMatchTextContent('RAO, Asha')
    // The birthday is tomorrow.
    await expect.element(banner).toMatchTextContent('24 Nov 1984 (41 years)')
    await expect.element(banner).toMatchTextContent('MRN7')
    await expect.element(banner).toMatchTextContent('Penicillin')
    await expect.element(banner).not.toMatchTextContent('Died')
    await expect.element(screen.getByRole('heading')).not.toBeInTheDocument()
  })

  test('says who has died, and is the title of a record', async () => {
    const patient = patientRecord({ deceasedAt: '2026-11-20T19:30:00.000Z' })
    const screen = await show(<PatientBanner patient={patient} isTitle />, hospitalFor('doctor'))
    await expect.element(screen.getByRole('heading', { level: 1, name: 'RAO, Asha' })).toBeVisible()
    // In the hospital's zone it was the day after.
    await expect.element(screen.getByText('21 Nov 2026, 1:00 AM')).toBeVisible()
  })
})
