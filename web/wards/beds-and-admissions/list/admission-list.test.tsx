import { expect, test } from 'vitest'
import { listAdmissions } from '../../../../contract/wards/admissions.ts'
import { bose } from '../../../testing/records.ts'
import { address, choose, hospitalFor, openScreen } from '../../../testing/show.tsx'

test('admissions are found by their patient, by doctor and by days, and the sidebar leads to them', async () => {
  const hospital = hospitalFor('receptionist')
  hospital.answer(listAdmissions, { items: [], total: 0, nextCursor: null })
  const screen = await openScreen('/admissions')
  await expect.element(screen.getByText('No admissions yet')).toBeVisible()
  await expect
    .element(screen.getByRole('navigation').getByRole('link', { name: 'Admissions' }))
    .toHaveAttribute('aria-current', 'page')

  await screen.getByRole('searchbox', { name: /^Search admissions/ }).fill('zum')
  await expect.element(screen.getByText('No admissions match these filters')).toBeVisible()
  await choose(screen.getByRole('combobox', { name: 'Filter by doctor' }), bose.lastName)
  await screen.getByRole('button', { name: 'Choose dates' }).click()
  await screen.getByRole('textbox', { name: 'First day' }).fill('1 Nov 2026')
  await screen.getByRole('textbox', { name: 'Last day' }).fill('5 Nov 2026')
  await screen.getByRole('button', { name: 'Show' }).click()
  await expect
    .poll(() => hospital.sent(listAdmissions).at(-1)?.query)
    .toMatchObject({ search: 'zum', doctorId: bose.id, from: '2026-11-01', to: '2026-11-05' })
  await screen.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect.element(screen.getByText('No admissions yet')).toBeVisible()
  expect(address()).toBe('/admissions')
})
