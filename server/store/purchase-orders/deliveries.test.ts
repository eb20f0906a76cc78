import { afterAll, expect, test } from 'vitest'
import { readInventoryItem } from '../../../contract/store/items.ts'
import {
  cancelPurchaseOrder,
  type PurchaseOrder,
  readPurchaseOrder,
  receivePurchaseOrder,
} from '../../../contract/store/purchase-orders.ts'
import { startApp } from '../../testing/app.ts'
import type { Client } from '../../testing/client.ts'
import { givenOrder } from '../../testing/factories/purchase-orders.ts'

const app = await startApp()
afterAll(() => app.close())
const keeper = await app.signIn('inventory_manager')
const other = await app.signIn('inventory_manager')

/** Receives a quantity of the order's only line; `received` is the quantity that the store keeper saw as received. */
function receive(who: Client, order: PurchaseOrder, quantity: number, received?: number) {
  const lineId = order.lines[0]?.id ?? ''
  const lines = [{ lineId, quantity, batchNumber: 'D-1', expiryDate: null, received }]
  return who.call(receivePurchaseOrder, { params: { id: order.id }, body: { lines } })
}

async function inStock({ lines }: PurchaseOrder): Promise<number> {
  const id = lines[0]?.inventoryItemId ?? ''
  return (await keeper.call(readInventoryItem, { params: { id } })).body.quantity
}

test('of two store keepers who enter the same delivery, the second is told what the first received', async () => {
  const order = await givenOrder(keeper, { isSent: true })
  const before = await inStock(order)
  const answers = await Promise.all([keeper, other].map((who) => receive(who, order, 4, 0)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const name = order.lines[0]?.inventoryItemName
  const refused = answers.find(({ status }) => status === 409)?.problem
  const sentence = `${name} has been received since you opened this order: 4 tablets in all, 6 outstanding. Check the quantity, then receive again.`
  expect(refused).toMatchObject({
    code: 'received_meanwhile',
    detail: sentence,
    errors: [{ path: 'lines.0.quantity', message: sentence }],
  })
  expect(await inStock(order)).toBe(before + 4)

  // A store keeper who has seen the first delivery can receive the rest.
  expect((await receive(other, order, 5, 4)).body.lines).toMatchObject([{ received: 9 }])
  // A request that does not say what was seen is only limited by the quantity ordered.
  expect((await receive(other, order, 1)).body).toMatchObject({
    status: 'RECEIVED',
    lines: [{ received: 10 }],
  })
  expect(await inStock(order)).toBe(before + 10)
})

test('two batches of one line come with one delivery', async () => {
  const order = await givenOrder(keeper, { isSent: true })
  const line = { lineId: order.lines[0]?.id ?? '', quantity: 3, expiryDate: null, received: 0 }
  const lines = [
    { ...line, batchNumber: 'D-2' },
    { ...line, batchNumber: 'D-3' },
  ]
  await keeper.call(receivePurchaseOrder, { params: { id: order.id }, body: { lines } })
  const after = (await keeper.call(readPurchaseOrder, { params: { id: order.id } })).body
  expect(after.lines).toMatchObject([{ received: 6 }])
})

test('an order that was cancelled meanwhile takes no delivery, and says why', async () => {
  const order = await givenOrder(keeper, { isSent: true })
  const before = await inStock(order)
  await other.call(cancelPurchaseOrder, { params: { id: order.id } })
  const refused = await receive(keeper, order, 4, 0)
  expect(refused.problem).toMatchObject({
    code: 'purchase_order_closed',
    detail: `Order ${order.number} is cancelled.`,
  })
  expect(await inStock(order)).toBe(before)
})
