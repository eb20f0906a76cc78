import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Allergen } from '../../../../contract/clinical/allergen.ts'
import type { KnownAllergies } from '../../../../contract/clinical/allergy-words.ts'
import { patientRecord, reportedAllergy } from '../../../testing/records.ts'
import { hospitalFor, show } from '../../../testing/show.tsx'
import { Allergies } from './Allergies.tsx'
import { PatientBanner } from './PatientBanner.tsx'

const penicillin: Allergen = {
  substance: 'Penicillin',
  isNoneKnown: false,
  reaction: null,
  severity: 'SEVERE',
  certainty: 'CONFIRMED',
}
const none = { ...reportedAllergy('NKDA'), isNoneKnown: true }

/** The text on screen, and how it is marked. */
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
  test('what is known is named in the order of the list, marked as known and as what it is', async () => {
    const both = await read({ allergens: [{ ...penicillin, reaction: 'Rash' }, reportedAllergy('Latex')] })
    expect(both).toMatchObject({
      words: 'Allergies: Penicillin (severe): Rash; Latex, to be confirmed',
      state: 'known',
    })
  })

  test('none known is a word of its own, and says whether a doctor confirmed it', async () => {
    expect(await read({ allergens: [none] })).toMatchObject({
      words: 'No known allergies, to be confirmed',
      state: undefined,
    })
    expect(await read({ allergens: [{ ...none, certainty: 'CONFIRMED' }] })).toMatchObject({
      words: 'No known allergies',
    })
  })

  test('what nobody asked is not recorded, and what this screen was not told is unavailable', async () => {
    expect(await read({ allergens: [] })).toMatchObject({
      words: 'Allergies not recorded',
      state: 'unknown',
    })
    expect(await read({})).toMatchObject({ words: 'Allergies unavailable here', state: 'unknown' })
  })

  test('below a heading that names them, the word stands once', async () => {
    const labelled = { isLabelled: true }
    expect(await read({ allergens: [penicillin] }, labelled)).toMatchObject({ words: 'Penicillin (severe)' })
    expect(await read({ allergens: [none] }, labelled)).toMatchObject({
      words: 'None known, to be confirmed',
    })
    expect(await read({ allergens: [] }, labelled)).toMatchObject({ words: 'Not recorded' })
  })

  test('a card marks what no doctor confirmed by a sign that has a name', async () => {
    const mark = { isMark: true }
    const signs = ({ said }: Awaited<ReturnType<typeof read>>) =>
      [...(said?.querySelectorAll('[role="img"][title="To be confirmed"]') ?? [])].map(
        (sign) => sign.previousSibling?.textContent,
      )
    const both = await read({ allergens: [penicillin, reportedAllergy('Latex')] }, mark)
    expect(both.words).toBe('Allergies: Penicillin (severe); Latex?')
    expect(signs(both)).toEqual(['Latex'])
    const reported = await read({ allergens: [none] }, mark)
    expect(reported.words).toBe('No known allergies?')
    expect(signs(reported)).toEqual(['No known allergies'])
    for (const allergen of [{ ...none, certainty: 'CONFIRMED' as const }, penicillin])
      expect(signs(await read({ allergens: [allergen] }, mark))).toEqual([])
    // A check mark would confirm it.
    expect(reported.said?.querySelector('.tabler-icon-circle-check')).toBeNull()
  })
})

/** Whether an element hides a part of its text, or has it only behind a scrollbar. */
function cutOff(part: HTMLElement): boolean {
  const { textOverflow, maxHeight, webkitLineClamp } = getComputedStyle(part)
  const isWider = part.scrollWidth > Math.max(part.clientWidth, part.offsetWidth)
  const isHigher = maxHeight !== 'none' && part.scrollHeight > part.clientHeight
  return textOverflow !== 'clip' || webkitLineClamp !== 'none' || isWider || isHigher
}

const many = [
  reportedAllergy('Peanuts (anaphylaxis; carries an adrenaline pen)'),
  ...['Hen’s egg', 'Sulfonamides', 'Codeine (severe nausea)', 'Latex'].map(reportedAllergy),
]

describe('on a card of 200 px', () => {
  async function card(allergens: readonly Allergen[]) {
    const screen = await show(
      <div style={{ width: 200 }}>
        <Allergies of={{ allergens: [...allergens] }} isMark />
        <button type="button" style={{ marginTop: 200 }}>
          Next
        </button>
      </div>,
      hospitalFor('doctor'),
    )
    const mark = screen.container.querySelector<HTMLElement>('[data-state="known"]')
    if (!mark) throw new Error('There are no allergies')
    return { screen, mark }
  }

  test.each([1, 2, 5])(
    'of %d allergies none is cut off: the worst are whole, the rest counted',
    async (count) => {
      const { mark } = await card(many.slice(0, count))
      expect(mark.innerText).toContain('Allergies: Peanuts (anaphylaxis; carries an adrenaline pen)')
      for (const part of [mark, ...mark.querySelectorAll('span, bdi')]) {
        if (!(part instanceof HTMLElement) || part.matches('[popover], [popover] *')) continue
        expect(cutOff(part)).toBe(false)
      }
    },
  )

  test('in a cell of a table they have its width, and not that of their longest word', async () => {
    const screen = await show(
      <div style={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', width: 200 }}>
        <Allergies of={{ allergens: many }} isMark />
      </div>,
      hospitalFor('doctor'),
    )
    expect(screen.container.querySelector('[data-state="known"]')?.getBoundingClientRect().width).toBe(200)
  })

  test('the rest opens on focus and on press, each in a line, and closes', async () => {
    const { screen } = await card(many)
    const more = screen.getByRole('button', { name: '2 more allergies' })
    const rest = screen.getByText('Codeine (severe nausea), to be confirmed')
    await expect.element(more).toHaveTextContent('+2')
    await expect.element(rest).not.toBeVisible()
    ;(more.element() as HTMLElement).focus()
    await expect.element(rest).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(rest).not.toBeVisible()
    await more.click()
    await expect.element(rest).toBeVisible()
    await screen.getByRole('button', { name: 'Next' }).click()
    await expect.element(rest).not.toBeVisible()
  })
})

describe('the banner', () => {
  test.each([
    [1440, 900],
    [720, 450],
    [320, 568],
    [320, 256],
  ])('cuts no allergy off at %d × %d, and counts those that it has no room for', async (width, height) => {
    await page.viewport(width, height)
    const screen = await show(
      <PatientBanner
        patient={patientRecord({ allergens: [...many, reportedAllergy('Wool, '.repeat(12))] })}
      />,
      hospitalFor('doctor'),
    )
    const banner = screen.getByRole('region', { name: 'Patient' }).element() as HTMLElement
    expect(banner.innerText).toContain(
      'Peanuts (anaphylaxis; carries an adrenaline pen), to be confirmed; Hen’s egg',
    )
    for (const part of [
      banner,
      ...banner.querySelectorAll<HTMLElement>(
        '[data-state], [data-state] :not(svg, svg *, [popover], [popover] *)',
      ),
    ])
      expect(cutOff(part), part.outerHTML).toBe(false)
    await screen.getByRole('button', { name: /\d more allerg/ }).click()
    await expect.element(screen.getByText(/^Wool.*to be confirmed$/)).toBeVisible()
  })

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

  test('a child in its first year has no age of 0 years', async () => {
    const patient = patientRecord({ dateOfBirth: '2026-03-02' })
    const screen = await show(<PatientBanner patient={patient} />, hospitalFor('doctor'))
    await expect
      .element(screen.getByRole('region', { name: 'Patient' }))
      .toMatchTextContent('2 Mar 2026 (under 1 year)')
  })

  test('says no day of birth that nobody knows', async () => {
    const patient = patientRecord({ dateOfBirth: '1984-01-01', birthPrecision: 'YEAR' })
    const screen = await show(<PatientBanner patient={patient} />, hospitalFor('doctor'))
    const banner = screen.getByRole('region', { name: 'Patient' })
    await expect.element(banner).toMatchTextContent('Born1984 (about 42 years)')
  })

  test('says who has died, and is the title of a record', async () => {
    const patient = patientRecord({ deceasedAt: '2026-11-20T19:30:00.000Z' })
    const screen = await show(<PatientBanner patient={patient} isTitle />, hospitalFor('doctor'))
    await expect.element(screen.getByRole('heading', { level: 1, name: 'RAO, Asha' })).toBeVisible()
    // In the hospital's zone it was the day after.
    await expect.element(screen.getByText('21 Nov 2026, 1:00 AM')).toBeVisible()
  })
})
