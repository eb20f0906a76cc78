import { expect, test } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import type { Role } from '../../../../contract/permissions.ts'
import { type Bed, listBeds } from '../../../../contract/wards/beds.ts'
import { refuse } from '../../../testing/hospital.ts'
import { bedRecord, occupiedBed, patientRecord } from '../../../testing/records.ts'
import { address, choose, hospitalFor, openScreen } from '../../../testing/show.tsx'

const asha = patientRecord({ lastName: 'Rao' })
const beds = [
  bedRecord({ bedNumber: 'A-1' }),
  bedRecord({ bedNumber: 'A-2' }),
  occupiedBed(patientRecord({ lastName: 'Bose' }), { bedNumber: 'A-3' }),
  occupiedBed(asha, { bedNumber: 'ICU-1', ward: 'ICU' }),
  occupiedBed(patientRecord({ lastName: 'Mehta' }), { bedNumber: 'ICU-2', ward: 'ICU' }),
  bedRecord({ bedNumber: 'ICU-3', ward: 'ICU', status: 'MAINTENANCE', notes: 'Broken' }),
]

async function bedsAt(path: string, role: Role = 'doctor', answer: Bed[] = beds) {
  const hospital = hospitalFor(role)
  hospital.answer(listBeds, answer)
  return { hospital, screen: await openScreen(path) }
}

async function pressEnter(on: Locator) {
  const element = on.element()
  if (element instanceof HTMLElement) element.focus()
  await userEvent.keyboard('{Enter}')
}

test('each figure leads to the beds that it counts', async () => {
  const { screen } = await bedsAt('/beds')
  for (const [label, figure, counted] of [
    ['Available Beds', '2', '2 beds'],
    ['Occupied Beds', '3', '3 beds'],
    ['Under Maintenance', '1', '1 bed'],
    ['Total Beds', '6', '6 beds'],
  ] as const) {
    const card = screen.getByRole('link', { name: new RegExp(`^${label}`) })
    await expect.element(card).toMatchTextContent(figure)
    await card.click()
    await expect.element(screen.getByText(counted, { exact: true }).first()).toBeVisible()
    await expect.poll(() => document.querySelectorAll('article[data-bed]').length).toBe(Number(figure))
  }
  await expect
    .element(screen.getByRole('link', { name: /^Occupied Beds/ }))
    .toMatchTextContent('50% occupancy')
})

test('the address keeps what is shown, and one press shows all again', async () => {
  const first = (await bedsAt('/beds')).screen
  await choose(first.getByRole('combobox', { name: 'Ward' }), 'ICU')
  await first.getByText('Occupied', { exact: true }).first().click()
  await expect.poll(address).toMatch(/ward=ICU/)
  await expect.poll(address).toMatch(/status=OCCUPIED/)
  const kept = address()
  await first.unmount()

  const screen = await openScreen(kept)
  await expect.element(screen.getByRole('region', { name: 'ICU' })).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'General Ward' })).not.toBeInTheDocument()
  const table = screen.getByRole('table', { name: 'Detailed Bed Information' })
  await expect.element(table).toBeVisible()
  const heads = table.getByRole('columnheader').elements()
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'Bed Number',
    'Ward',
    'Status',
    'Patient',
    'Admission Date',
    'Expected Discharge',
    'Notes',
    'Actions',
  ])
  await expect
    .element(table.getByRole('link', { name: /^View Patient/ }).first())
    .toHaveAttribute('href', `/patients/${asha.id}`)
  await screen.getByRole('searchbox').fill('nobody is called so')
  await expect.element(screen.getByText('No bed matches').first()).toBeVisible()
  await pressEnter(screen.getByRole('button', { name: 'Clear filters' }).first())
  await expect.poll(address).toBe('/beds')
  await expect.element(screen.getByRole('main')).toHaveFocus()
})

test('beds that can’t be read are not taken for none, and are read again', async () => {
  const { hospital, screen } = await bedsAt('/beds', 'admin')
  await screen.unmount()
  hospital.answer(listBeds, () => refuse(403, 'forbidden', 'Not now.'))
  const again = await openScreen('/beds')
  await expect.element(again.getByText('The beds could not be loaded')).toBeVisible()
  await expect.element(again.getByText('No beds yet')).not.toBeInTheDocument()
  await expect.element(again.getByRole('link', { name: /^Total Beds/ })).toMatchTextContent('Unavailable')
  hospital.answer(listBeds, beds)
  await again.getByRole('button', { name: 'Retry' }).click()
  await expect.element(again.getByRole('article').first()).toBeVisible()
})

test('a hospital without beds is led to the first', async () => {
  const { screen } = await bedsAt('/beds', 'admin', [])
  await expect.element(screen.getByText('No beds yet')).toBeVisible()
  await screen.getByRole('main').getByRole('link', { name: 'Add New Bed' }).last().click()
  await expect.poll(address).toBe('/beds/new')
})

test('a doctor adds no beds', async () => {
  const { screen } = await bedsAt('/beds')
  await expect.element(screen.getByRole('link', { name: 'Bed Management' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Add New Bed' })).not.toBeInTheDocument()
  await screen.unmount()
  await openScreen('/beds/new')
  await expect.poll(address).toBe('/unauthorized')
})

test('a store keeper is led to no beds, and shown none', async () => {
  const { screen } = await bedsAt('/beds', 'inventory_manager')
  await expect.poll(address).toBe('/unauthorized')
  await expect.element(screen.getByText("You don't have permission to view this page")).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Bed Management' })).not.toBeInTheDocument()
})
