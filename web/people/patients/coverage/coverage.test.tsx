import { expect, test } from 'vitest'
import { addCoverage, listCoverage, removeCoverage } from '../../../../contract/people/coverage.ts'
import { listPayers } from '../../../../contract/people/payers.ts'
import { coverageOf } from '../../../testing/contacts.ts'
import { refuse } from '../../../testing/hospital.ts'
import { newId, patientRecord } from '../../../testing/records.ts'
import { choose, hospitalFor, show } from '../../../testing/show.tsx'
import { CoverageSection } from './CoverageSection.tsx'

const patient = patientRecord()
const payer = { id: newId(), name: 'Harbour Mutual', kind: 'PRIVATE' as const, version: 1 }

async function shown(all = [coverageOf(patient)]) {
  const hospital = hospitalFor('receptionist')
  hospital.answer(listCoverage, all)
  hospital.answer(listPayers, [payer])
  const screen = await show(<CoverageSection patient={patient} />, hospital)
  await expect.element(screen.getByRole('button', { name: 'Add Coverage' })).toBeVisible()
  return { hospital, screen }
}

test('what has expired says so, and stands last', async () => {
  const past = coverageOf(patient, { memberNumber: 'HM-0', validUntil: '2026-11-22' })
  const { screen } = await shown([past, coverageOf(patient, { validFrom: '2026-11-23' })])
  const [first, last] = [screen.getByRole('listitem').first(), screen.getByRole('listitem').last()]
  await expect.element(first).toMatchTextContent(/Harbour Mutual Primary, private.*From 23 Nov 2026/)
  await expect.element(first).not.toMatchTextContent(/Expired/)
  await expect.element(last).toMatchTextContent(/HM-0.*Expired.*Until 22 Nov 2026/)
})

test('coverage that overlaps is refused beside its rank, and what was typed stays', async () => {
  const { hospital, screen } = await shown()
  await screen.getByRole('button', { name: 'Add Coverage' }).click()
  const dialog = screen.getByRole('dialog', { name: /^Add coverage of/ })
  const rank = dialog.getByRole('combobox', { name: 'Rank' })
  // The first is taken.
  await expect.element(rank).toHaveDisplayValue('Secondary')
  await choose(dialog.getByRole('combobox', { name: 'Payer' }), 'Harb')
  await dialog.getByRole('textbox', { name: 'Member number' }).fill('HM-2')
  await dialog.getByRole('textbox', { name: 'Valid from' }).fill('1 Jan 2027')
  await dialog.getByRole('textbox', { name: 'Valid until' }).fill('31 Dec 2026')
  const add = dialog.getByRole('button', { name: 'Add coverage' })
  await add.click()
  await expect
    .element(dialog.getByRole('textbox', { name: 'Valid until' }))
    .toHaveAccessibleDescription(expect.stringContaining('This can’t be before the first day'))
  await dialog.getByRole('textbox', { name: 'Valid until' }).fill('31 Dec 2027')
  const refusal = 'The patient has other coverage of this rank on these days.'
  hospital.answer(addCoverage, () =>
    refuse(409, 'coverage_overlaps', refusal, { errors: [{ path: 'rank', message: refusal }] }),
  )
  await add.click()
  await expect.element(rank).toHaveAccessibleDescription(expect.stringContaining(refusal))
  await expect.element(dialog.getByRole('textbox', { name: 'Member number' })).toHaveValue('HM-2')
  expect(hospital.sent(addCoverage)[0]?.body).toEqual({
    payerId: payer.id,
    memberNumber: 'HM-2',
    plan: null,
    rank: 2,
    validFrom: '2027-01-01',
    validUntil: '2027-12-31',
  })
})

test('coverage that was entered in error is removed after a question', async () => {
  const { hospital, screen } = await shown()
  await screen.getByRole('button', { name: 'Remove coverage HM-1' }).click()
  hospital.answer(removeCoverage, ({ params }) => ({ id: params['id'] ?? '' }))
  hospital.answer(listCoverage, [])
  await screen.getByRole('button', { name: 'Remove coverage', exact: true }).click()
  await expect.element(screen.getByText('No coverage recorded')).toBeVisible()
})
