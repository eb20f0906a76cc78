import { afterAll, expect, test } from 'vitest'
import { editInventoryItem, type InventoryItem, summarizeInventory } from '../../../contract/store/items.ts'
import {
  addPurchaseOrder,
  draftLowStockPurchaseOrders,
  receivePurchaseOrder,
  sendPurchaseOrder,
} from '../../../contract/store/purchase-orders.ts'
import { listBatches, listEmptiedBatches, listMovements } from '../../../contract/store/stock.ts'
import { startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { givenItem, itemForm, move } from '../../testing/factories/items.ts'
import { givenSupplier } from '../../testing/factories/suppliers.ts'

const app = await startApp()
afterAll(() => app.close())
const keeper = await app.signIn('inventory_manager')

const most = 999_999_999
const receive = (item: InventoryItem, quantity: number, batchNumber: string, cost?: number) =>
  move(keeper, item, { kind: 'RECEIVE', quantity, batchNumber, ...(cost !== undefined && { cost }) })

test.each([
  { quantity: 0, status: 'OUT_OF_STOCK' },
  { quantity: 0.001, status: 'LOW_STOCK' },
  { quantity: 10, status: 'LOW_STOCK' },
  { quantity: 10.001, status: 'NEED_REORDER' },
  { quantity: 15, status: 'NEED_REORDER' },
  { quantity: 15.001, status: 'IN_STOCK' },
])('$quantity of an item that is reordered at 10 is $status', async ({ quantity, status }) => {
  expect(await givenItem(keeper, { quantity, reorderLevel: 10 })).toMatchObject({ quantity, status })
})

test('no receipt takes a shelf beyond what can be counted, and the next smaller one is booked', async () => {
  const item = await givenItem(keeper, { quantity: 0, cost: 0 })
  expect((await receive(item, most, 'A')).body.item.quantity).toBe(most)
  for (const batchNumber of ['A', 'B']) {
    const refused = await receive(item, 1, batchNumber)
    expect(refused.problem).toMatchObject({ status: 422, errors: [{ path: 'quantity' }] })
    expect(refused.problem.detail).toContain('would exceed 999,999,999 tablets')
  }
  await move(keeper, item, { kind: 'ISSUE', quantity: 5, ward: 'ICU' })
  expect((await receive(item, 5, 'B')).body.item.quantity).toBe(most)
})

test('what a stock would be worth beyond counting is refused, whichever of the two is typed', async () => {
  const form = itemForm({ quantity: most, cost: most })
  const dear = await keeper.send('POST', '/api/inventory', { body: form })
  expect(dear.problem).toMatchObject({ status: 422, errors: [{ path: 'quantity' }] })
  const item = await givenItem(keeper, { quantity: 0, cost: most })
  expect((await receive(item, most, 'A')).problem.detail).toContain('would be worth more than')
  const many = await givenItem(keeper, { quantity: most, cost: 1 })
  const { quantity: _, ...fields } = itemForm({ name: many.name, cost: most })
  const edited = await keeper.call(
    editInventoryItem,
    { params: { id: many.id }, body: fields },
    ifMatch(many),
  )
  expect(edited.problem).toMatchObject({ status: 422, errors: [{ path: 'cost' }] })
  expect((await keeper.call(summarizeInventory)).body.totalValue).toBeGreaterThan(most - 1)
})

test('an order is worth no more than can be told, and one of what is low stays below it', async () => {
  const supplier = await givenSupplier(keeper)
  const item = await givenItem(keeper, {
    quantity: 0,
    reorderLevel: most,
    cost: most,
    supplierId: supplier.id,
  })
  const line = { inventoryItemId: item.id, quantity: most, cost: most }
  const refused = await keeper.call(addPurchaseOrder, { body: { supplierId: supplier.id, lines: [line] } })
  expect(refused.problem).toMatchObject({ status: 422, errors: [{ path: 'lines' }] })
  const drafted = await keeper.call(draftLowStockPurchaseOrders, { body: {} })
  expect(drafted.status, drafted.text).toBe(201)
  const lines = drafted.body.flatMap((order) => order.lines)
  expect(lines.find(({ inventoryItemId }) => inventoryItemId === item.id)?.quantity).toBe(1000)
  const raw = app.asOwner(
    `insert into purchase_order_line (order_id, item_id, quantity, cost) select $1, $2, 2000, $3`,
    [(await order()).id, item.id, most],
  )
  await expect(raw).rejects.toMatchObject({ constraint: 'order_line_value_bounded' })
  async function order() {
    const other = await givenItem(keeper)
    const lines = [{ inventoryItemId: other.id, quantity: 1, cost: 1 }]
    return (await keeper.call(addPurchaseOrder, { body: { supplierId: supplier.id, lines } })).body
  }
})

test('each receipt keeps what it cost, and the batch costs what was paid for it on average', async () => {
  const item = await givenItem(keeper, { quantity: 0, cost: 9 })
  const batchCost = async () =>
    (await keeper.call(listBatches, { params: { id: item.id } })).body.map(({ cost }) => cost)
  await receive(item, 10, 'B-1', 1)
  expect(await batchCost()).toEqual([1])
  await receive(item, 30, 'B-1', 2)
  expect(await batchCost()).toEqual([1.75])
  // Issues are valued at the average cost; a later receipt is averaged with the rest.
  await move(keeper, item, { kind: 'ISSUE', quantity: 20, ward: 'ICU' })
  expect(await batchCost()).toEqual([1.75])
  await receive(item, 20, 'B-1')
  expect(await batchCost()).toEqual([5.38])
  await move(keeper, item, { kind: 'ISSUE', quantity: 40, ward: 'ICU' })
  await receive(item, 3, 'B-1', 4)
  expect(await batchCost()).toEqual([4])
  const { items } = (await keeper.call(listMovements, { params: { id: item.id } })).body
  expect(items.map(({ kind, cost, worth }) => [kind, cost, worth])).toEqual([
    ['RECEIVE', 4, 12],
    ['ISSUE', null, -215],
    ['RECEIVE', 9, 180],
    ['ISSUE', null, -35],
    ['RECEIVE', 2, 60],
    ['RECEIVE', 1, 10],
  ])
})

test('what an order’s delivery cost is kept, also of a batch that is known', async () => {
  const supplier = await givenSupplier(keeper)
  const item = await givenItem(keeper, { quantity: 0, cost: 1 })
  await receive(item, 1, 'B-1', 1)
  const lines = [{ inventoryItemId: item.id, quantity: 1, cost: 3 }]
  const order = (await keeper.call(addPurchaseOrder, { body: { supplierId: supplier.id, lines } })).body
  await keeper.call(sendPurchaseOrder, { params: { id: order.id } })
  const delivery = [{ lineId: order.lines[0]?.id ?? '', quantity: 1, batchNumber: 'b-1' }]
  const received = await keeper.call(receivePurchaseOrder, {
    params: { id: order.id },
    body: { lines: delivery },
  })
  expect(received.body.status).toBe('RECEIVED')
  const { items } = (await keeper.call(listMovements, { params: { id: item.id } })).body
  expect(items.map(({ cost, batchNumber }) => [cost, batchNumber])).toEqual([
    [3, 'B-1'],
    [1, 'B-1'],
  ])
  expect((await keeper.call(listBatches, { params: { id: item.id } })).body[0]?.cost).toBe(2)
})

test('a batch is among those with stock, or among the emptied ones, however long ago it was emptied', async () => {
  const item = await givenItem(keeper, { quantity: 0 })
  const params = { id: item.id }
  for (const batchNumber of ['A', 'B', 'C']) await receive(item, 1, batchNumber)
  await move(keeper, item, { kind: 'ISSUE', quantity: 2, ward: 'ICU' })
  const lists = async () =>
    (await Promise.all([listBatches, listEmptiedBatches].map((list) => keeper.call(list, { params })))).map(
      ({ body }) => body.map(({ batchNumber }) => batchNumber),
    )
  expect(await lists()).toEqual([['C'], ['B', 'A']])
  const [, emptied] = (await keeper.call(listEmptiedBatches, { params })).body
  await move(keeper, item, { kind: 'RETURN', quantity: 1, batchId: emptied?.id ?? '', ward: 'ICU' })
  expect(await lists()).toEqual([['A', 'C'], ['B']])
})
