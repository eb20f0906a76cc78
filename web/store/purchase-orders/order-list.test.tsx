import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listPurchaseOrders, readPurchaseOrder } from '../../../contract/store/purchase-orders.ts'
import { purchaseOrder } from '../../testing/records.ts'
import { address, hospitalFor, openScreen } from '../../testing/show.tsx'

const orders = [purchaseOrder({ number: 'PO1099' }), purchaseOrder({ number: 'PO1001' })] as const

test('an order is found by its number, and Enter opens the only one', async () => {
  const hospital = hospitalFor('inventory_manager')
  hospital.answer(listPurchaseOrders, ({ query: { search } }) => {
    const items = orders.filter(({ number }) => !search || number === search)
    return { items, total: items.length, nextCursor: null }
  })
  hospital.answer(readPurchaseOrder, orders[0])
  const screen = await openScreen('/purchase-orders')
  await expect.element(screen.getByRole('row', { name: /PO1001/ })).toBeVisible()
  const box = screen.getByRole('searchbox', { name: 'Search purchase orders by number' })
  await box.fill('PO7')
  await expect.element(screen.getByText('No order matches')).toBeVisible()
  await box.fill('PO1099')
  await expect.element(screen.getByRole('row', { name: /PO1099/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe(`/purchase-orders/${orders[0].id}`)
})
