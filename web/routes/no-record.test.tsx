import { expect, test } from 'vitest'
import { hospitalFor, openScreen } from '../testing/show.tsx'

test.each([
  '/no/such/place',
  '/patients/abc',
  '/patients/edit/abc',
  '/inventory/orders',
  '/inventory/1/edit',
  '/purchase-orders/PO1001',
])('an address that can be no record’s asks the server for none: %s', async (path) => {
  const hospital = hospitalFor('admin')
  const screen = await openScreen(path)
  await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Return to Dashboard' }))
    .toHaveAttribute('href', '/dashboard')
  const asked = hospital.calls.map(({ endpoint }) => endpoint.path)
  expect(asked.filter((one) => /^\/(patients|inventory|purchase-orders)\/./.test(one))).toEqual([])
})
