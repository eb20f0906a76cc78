import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  type DuplicatePair,
  decideDuplicates,
  listDuplicates,
  summarizeDuplicates,
  takeBackDuplicates,
} from '../../../../contract/people/duplicates/duplicates.ts'
import { refuse } from '../../../testing/hospital.ts'
import { newId, now, patientRecord } from '../../../testing/records.ts'
import { drafts, hospitalFor, openScreen } from '../../../testing/show.tsx'

function pairOf(lastName: string): DuplicatePair {
  const records = ['1984-02-03', '1984-03-02'].map((dateOfBirth) => ({
    ...patientRecord({ lastName, dateOfBirth }),
    identifiers: [],
  }))
  return {
    id: newId(),
    band: 'probable',
    reasons: [
      { field: 'dateOfBirth', result: 'swapped' },
      { field: 'lastName', result: 'rare' },
      { field: 'gender', result: 'same' },
    ],
    records,
    mark: `mark of ${lastName}`,
    decision: null,
  }
}

/** The list of pairs, as it is after each decision. */
async function worklist(...names: string[]) {
  const pairs = names.map(pairOf)
  const decided: DuplicatePair[] = []
  const hospital = hospitalFor('receptionist')
  const open = () => pairs.filter((pair) => !decided.includes(pair))
  hospital.answer(listDuplicates, ({ query: { band } }) => {
    const items =
      band === 'decided'
        ? decided.map((pair) => ({ ...pair, decision: { by: 'Kiran Bose', at: now, note: null } }))
        : open()
    return { items, total: items.length, nextCursor: null }
  })
  hospital.answer(summarizeDuplicates, () => ({
    probable: open().length,
    possible: 0,
    decided: decided.length,
    isComparing: false,
    skipped: [{ kind: 'phone' as const, groups: 2 }],
  }))
  const byId = (id: string | undefined) => {
    const pair = pairs.find((one) => one.id === id)
    if (!pair) throw new Error('no such pair')
    return pair
  }
  hospital.answer(decideDuplicates, ({ params }) => {
    const pair = byId(params.id)
    decided.push(pair)
    return pair
  })
  hospital.answer(takeBackDuplicates, ({ params }) => {
    const pair = byId(params.id)
    decided.splice(decided.indexOf(pair), 1)
    return pair
  })
  const screen = await openScreen('/duplicates')
  const card = (name: string) => screen.getByRole('listitem', { name: new RegExp(name.toUpperCase()) })
  await expect.element(card(names[0] ?? '')).toBeVisible()
  const focused = () => /[A-Z]{3,}/.exec(document.activeElement?.getAttribute('aria-label') ?? '')?.[0]
  return { hospital, screen, card, pairs, focused }
}

test('keys move between the pairs, put one off, and decide; the focus goes on, and it can be taken back', async () => {
  const { hospital, screen, card, pairs, focused } = await worklist('Rao', 'Bello', 'Mori')
  // Nothing is decided before a pair has the focus.
  await userEvent.keyboard('n{ArrowDown}')
  await expect.poll(focused).toBe('RAO')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(focused).toBe('BELLO')
  await userEvent.keyboard('{ArrowUp}s')
  await expect.poll(focused).toBe('BELLO')
  await userEvent.keyboard('n')
  await expect.element(card('Bello')).not.toBeInTheDocument()
  expect(hospital.sent(decideDuplicates).map(({ params, body }) => [params, body])).toEqual([
    [{ id: pairs[1]?.id }, { mark: 'mark of Bello' }],
  ])
  await expect.poll(focused).toBe('MORI')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(focused).toBe('RAO')

  await screen.getByRole('button', { name: 'Take back' }).click()
  await expect.element(card('Bello')).toBeVisible()
})

test('what differs is said in words, and why the two are listed', async () => {
  const { screen, card } = await worklist('Rao')
  const row = card('Rao').getByRole('row', { name: /^Date of Birth/ })
  await expect
    .element(row)
    .toHaveTextContent('Date of BirthSwapped3 Feb 1984 (42 years)2 Mar 1984 (42 years)')
  await expect
    .element(card('Rao').getByRole('row', { name: /^Address/ }))
    .toHaveTextContent('Address4 Mill Lane4 Mill Lane')
  await expect
    .element(card('Rao').getByText('Day and month of birth swapped · Same last name, rare here'))
    .toBeVisible()
  await expect.element(screen.getByText(/2 groups with one phone/)).toBeVisible()
})

test('a refusal says what happened, and a note is kept while it is written', async () => {
  const { hospital, screen, card } = await worklist('Rao', 'Bello')
  await card('Rao')
    .getByRole('button', { name: /with a note/ })
    .click()
  const note = screen.getByRole('textbox', { name: 'Note' })
  await expect.element(note).toHaveFocus()
  // Its letters are text, and no keys of the list.
  await note.fill('')
  await userEvent.keyboard('nieces')
  await expect.poll(() => drafts().join()).toContain('duplicates:')
  hospital.answer(decideDuplicates, () =>
    refuse(409, 'duplicates_decided', 'Ann Lee has already marked these records as not duplicates.'),
  )
  await screen.getByRole('button', { name: 'Not duplicates', exact: true }).click()
  await expect.element(screen.getByText(/^Ann Lee has already marked/).first()).toBeVisible()
  await expect.element(note).toHaveValue('nieces')
  expect(hospital.sent(decideDuplicates)).toHaveLength(1)
})
