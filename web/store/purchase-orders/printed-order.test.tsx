import { expect, test, vi } from 'vitest'
import { readPurchaseOrder } from '../../../contract/store/purchase-orders.ts'
import { newId, purchaseOrder } from '../../testing/records.ts'
import { hospitalFor, show } from '../../testing/show.tsx'
import { PrintedOrder } from './PrintedOrder.tsx'

test('an order on paper says where to deliver, by when, who ordered, and how many packs', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  const hospital = hospitalFor('inventory_manager', {
    address: '1 Quay Street\nHarbour City',
    phone: '+44 20 7946 0100',
  })
  const line = {
    id: newId(),
    inventoryItemId: newId(),
    inventoryItemName: 'Gauze',
    unit: 'pcs' as const,
    packSize: 2,
  }
  const lines = [{ ...line, quantity: 4, cost: 2.5, received: 0 }]
  const order = purchaseOrder({ neededBy: '2026-12-04', lines, total: 10 })
  hospital.answer(readPurchaseOrder, order)
  await show(<PrintedOrder id={order.id} onDone={() => {}} />, hospital)
  await expect.poll(() => print.mock.calls.length).toBe(1)
  const terms = [...document.querySelectorAll('[data-print-sheet] dl > div')].map(
    ({ textContent }) => textContent,
  )
  expect(terms).toEqual([
    'Deliver toRiverside1 Quay StreetHarbour City+44 20 7946 0100',
    'Needed by4 Dec 2026',
    'Ordered byŁukasz Zieliński',
  ])
  const cells = [...document.querySelectorAll('[data-print-sheet] tbody td')].map(
    ({ textContent }) => textContent,
  )
  expect(cells.slice(1, 4)).toEqual(['Gauze', '42 packs of 2', 'pcs'])
})
