import { afterAll, beforeEach, expect, test } from 'vitest'
import { largestValue } from '../../../contract/api/fields.ts'
import type { InventoryItem } from '../../../contract/store/items.ts'
import {
  addPurchaseOrder,
  draftLowStockPurchaseOrders,
  listPurchaseOrders,
  mostLines,
  type PurchaseOrder,
  previewLowStockPurchaseOrders,
  receivePurchaseOrder,
  sendPurchaseOrder,
} from '../../../contract/store/purchase-orders.ts'
import { startApp } from '../../testing/app.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { givenItem, move } from '../../testing/factories/items.ts'
import { givenOrder } from '../../testing/factories/purchase-orders.ts'
import { givenSupplier } from '../../testing/factories/suppliers.ts'

const app = await startApp()
afterAll(() => app.close())
const keeper = await app.signIn('inventory_manager')
const other = await app.signIn('inventory_manager')

beforeEach(() => app.asOwner('update inventory_item set reorder_level = 0 where is_low'))

const preview = async () => (await keeper.call(previewLowStockPurchaseOrders)).body
const reorder = (plan?: string, who = keeper) => who.call(draftLowStockPurchaseOrders, { body: { plan } })
/** Five tablets where forty are wanted, at 0.35 each. */
const lowItem = (fields: { supplierId?: string | null; cost?: number; packSize?: number } = {}) =>
  givenItem(keeper, { quantity: 5, cost: 0.35, ...fields })

test('the preview says what is ordered from whom, on which order, and what is left out; then just that is done', async () => {
  const draft = await givenOrder(keeper)
  const supplier = await givenSupplier(keeper)
  const [extending, fresh, unsupplied] = [
    await lowItem({ supplierId: draft.supplierId }),
    await lowItem({ supplierId: supplier.id }),
    await lowItem(),
  ]
  const ordered = await lowItem({ supplierId: supplier.id })
  const lines = [{ inventoryItemId: ordered.id, quantity: 40, cost: 0.35 }]
  const before = (await keeper.call(addPurchaseOrder, { body: { supplierId: null, lines } })).body

  const plan = await preview()
  const line = { packSize: null, inStock: 5, usable: 5, quantity: 35, cost: 0.35, amount: 12.25 }
  expect(plan.orders.toSorted((one) => (one.draft ? -1 : 1))).toEqual([
    {
      supplierId: draft.supplierId,
      supplier: draft.supplier,
      draft: { id: draft.id, number: draft.number, lines: 1, total: 3.5 },
      lines: [{ ...namesOf(extending), ...line }],
      total: 12.25,
    },
    {
      supplierId: supplier.id,
      supplier: supplier.name,
      draft: null,
      lines: [{ ...namesOf(fresh), ...line }],
      total: 12.25,
    },
  ])
  expect(plan.total).toBe(24.5)
  expect(plan.leftOut).toHaveLength(2)
  expect(plan.leftOut).toContainEqual({
    ...namesOf(unsupplied),
    inStock: 5,
    usable: 5,
    reason: 'NO_SUPPLIER',
    order: null,
  })
  const { id, number } = before
  expect(plan.leftOut).toContainEqual({
    ...namesOf(ordered),
    inStock: 5,
    usable: 5,
    reason: 'ON_ORDER',
    order: { id, number },
  })
  // Asking writes nothing, and the same is answered again.
  expect(await preview()).toEqual(plan)

  const written = (await reorder(plan.plan)).body
  expect(written).toHaveLength(2)
  const [extended, created] = written.toSorted((one) => (one.id === draft.id ? -1 : 1))
  expect(extended).toMatchObject({ id: draft.id, version: draft.version + 1, total: 15.75 })
  expect(created).toMatchObject({ supplierId: supplier.id, status: 'DRAFT', total: 12.25 })
  const after = await preview()
  expect(after.orders).toEqual([])
  expect(after.leftOut).toHaveLength(4)
})

test('what is no longer as it was shown is refused, and nothing is written', async () => {
  const draft = await givenOrder(keeper)
  await lowItem({ supplierId: draft.supplierId })
  const shown = await preview()
  await lowItem({ supplierId: draft.supplierId })
  const orders = await ordersNow()
  expect((await reorder(shown.plan)).problem).toMatchObject({
    status: 409,
    code: 'reorder_changed',
    detail: 'Stock or orders have changed since this preview. Nothing was ordered. Check the new preview.',
  })
  expect(await ordersNow()).toEqual(orders)
  expect((await reorder((await preview()).plan)).body).toMatchObject([{ id: draft.id, version: 2 }])
})

test('of two who agree to the same preview at once, one orders and the other is told', async () => {
  const supplier = await givenSupplier(keeper)
  const item = await lowItem({ supplierId: supplier.id })
  const { plan } = await preview()
  const answers = await Promise.all([keeper, other].map((who) => reorder(plan, who)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(answers.find(({ status }) => status === 409)?.problem.code).toBe('nothing_to_order')
  const ordering = (await ordersNow()).filter(({ lines }) =>
    lines.some(({ inventoryItemId }) => inventoryItemId === item.id),
  )
  expect(ordering).toHaveLength(1)
})

test('what comes in packs is ordered in whole packs, as far as a line may cost', async () => {
  const supplierId = (await givenSupplier(keeper)).id
  const [packed, dear, dearest] = [
    await lowItem({ supplierId, packSize: 100 }),
    await lowItem({ supplierId, packSize: 30, cost: 900_000_000 }),
    await lowItem({ supplierId, packSize: 900_000_000, cost: 900_000_000 }),
  ]
  await app.asOwner('update inventory_item set reorder_level = 5000 where id = any($1)', [
    [dear.id, dearest.id],
  ])
  const lines = (await preview()).orders.flatMap((order) => order.lines)
  const quantityOf = ({ id }: InventoryItem) =>
    lines.find(({ inventoryItemId }) => inventoryItemId === id)?.quantity
  expect([packed, dear, dearest].map(quantityOf)).toEqual([100, 1110, 1111])
  expect(lines.find(({ inventoryItemId }) => inventoryItemId === packed.id)).toMatchObject({ packSize: 100 })
})

test('a draft is extended as far as an order may go, and the rest goes on another', async () => {
  const supplier = await givenSupplier(keeper)
  const dear = await givenItem(keeper)
  const full = [{ inventoryItemId: dear.id, quantity: 1000, cost: 999_999_999 }]
  const body = { supplierId: supplier.id, lines: full }
  const draft = (await keeper.call(addPurchaseOrder, { body })).body
  await lowItem({ supplierId: supplier.id, cost: 100 })
  const { orders, plan } = await preview()
  expect(orders).toMatchObject([{ supplierId: supplier.id, draft: null, total: 3500 }])
  const [made] = (await reorder(plan)).body
  expect(made?.id).not.toBe(draft.id)
  for (const order of await ordersNow()) expect(order.total).toBeLessThanOrEqual(largestValue)
  // The database holds this for every way of adding to an order.
  const added = app.asOwner(
    `insert into purchase_order_line (order_id, item_id, quantity, cost) values ($1, $2, 1000, 2)`,
    [draft.id, (await givenItem(keeper)).id],
  )
  await expect(added).rejects.toMatchObject({ constraint: 'purchase_order_bounded' })
})

test('what came of an order that is still open is not on order any more', async () => {
  const supplier = await givenSupplier(keeper)
  const [arrived, awaited] = [await lowItem({ supplierId: supplier.id }), await lowItem()]
  const lines = [arrived, awaited].map(({ id }) => ({ inventoryItemId: id, quantity: 1, cost: 0.35 }))
  const body = { supplierId: supplier.id, lines }
  const { id } = (await keeper.call(addPurchaseOrder, { body })).body
  const order = (await keeper.call(sendPurchaseOrder, { params: { id } })).body
  const line = order.lines.find(({ inventoryItemId }) => inventoryItemId === arrived.id)
  expect((await preview()).orders).toEqual([])
  await keeper.call(receivePurchaseOrder, {
    params: { id },
    body: { lines: [{ lineId: line?.id ?? '', quantity: 1, batchNumber: 'B1', expiryDate: null }] },
  })
  const { orders, leftOut } = await preview()
  expect(orders).toMatchObject([{ lines: [{ inventoryItemId: arrived.id }] }])
  expect(leftOut).toMatchObject([{ inventoryItemId: awaited.id, order: { id } }])
})

test('what has expired on the shelf keeps nothing from being ordered, or from being told of', async () => {
  const supplier = await givenSupplier(keeper)
  const expired = { batchNumber: 'OLD', expiryDate: daysAfter(utcToday(), 5) }
  const [ordered, unsupplied, enough] = [
    await givenItem(keeper, { ...expired, quantity: 90, cost: 0.35, supplierId: supplier.id }),
    await givenItem(keeper, { ...expired, quantity: 90 }),
    await givenItem(keeper, { ...expired, quantity: 90, supplierId: supplier.id }),
  ]
  const receive = (item: InventoryItem, quantity: number) =>
    move(keeper, item, {
      kind: 'RECEIVE',
      quantity,
      batchNumber: 'NEW',
      expiryDate: daysAfter(utcToday(), 99),
    })
  await receive(ordered, 20)
  await receive(enough, 21)
  expect((await preview()).orders).toEqual([])
  const ids = [ordered, unsupplied, enough].map(({ id }) => id)
  await app.asOwner(
    `update batch set expiry = expiry - 10 where item_id = any($1) and batch_number = 'OLD'`,
    [ids],
  )

  const { orders, leftOut, plan } = await preview()
  const line = { inStock: 110, usable: 20, quantity: 20, cost: 0.35, amount: 7 }
  expect(orders).toMatchObject([{ supplierId: supplier.id, lines: [{ ...namesOf(ordered), ...line }] }])
  expect(leftOut.filter(({ inventoryItemId }) => ids.includes(inventoryItemId))).toEqual([
    { ...namesOf(unsupplied), inStock: 90, usable: 0, reason: 'NO_SUPPLIER', order: null },
  ])
  expect((await reorder(plan)).body).toMatchObject([
    { lines: [{ inventoryItemId: ordered.id, quantity: 20 }] },
  ])
  expect((await preview()).orders).toEqual([])
})

test('no order gets more lines than one may have', async () => {
  const supplier = await givenSupplier(keeper)
  await app.asOwner(
    `insert into inventory_item (name, category, unit, reorder_level, cost, supplier_id)
     select 'Swab ' || n, 'SUPPLIES', 'pcs', 1, 1, $1 from generate_series(1, $2::int) n`,
    [supplier.id, mostLines + 5],
  )
  const { plan } = await preview()
  const written = (await reorder(plan)).body
  expect(written.map(({ lines }) => lines.length).toSorted((one, more) => one - more)).toEqual([5, mostLines])
})

test('of more low items than a plan names, the next plan orders those that the first did not', async () => {
  const others = (await preview()).leftOut.length
  const [first, last] = [await givenSupplier(keeper), await givenSupplier(keeper)]
  await app.asOwner(
    `update supplier set name = case id when $1 then 'Aaa' else 'Zzz' end where id in ($1, $2)`,
    [first.id, last.id],
  )
  const many = `insert into inventory_item (name, category, unit, reorder_level, cost, supplier_id)
    select 'Gauze ' || $2 || n, 'SUPPLIES', 'pcs', 1, 1, $1::uuid from generate_series(1, $3::int) n`
  await app.asOwner(many, [first.id, 'A', 1000])
  await app.asOwner(many, [last.id, 'Z', 2])
  await app.asOwner(many, [null, 'N', 1003])

  const plan = await preview()
  expect(plan.more).toEqual({ toOrder: 2, leftOut: others + 3 })
  expect(plan.leftOut).toHaveLength(1000)
  const written = (await reorder(plan.plan)).body
  expect(new Set(written.map(({ supplierId }) => supplierId))).toEqual(new Set([first.id]))

  const next = await preview()
  expect(next.more).toEqual({ toOrder: 0, leftOut: others + 1003 })
  expect(next.orders).toMatchObject([{ supplierId: last.id, lines: [{}, {}] }])
  expect((await reorder(next.plan)).body).toMatchObject([{ supplierId: last.id }])
})

function namesOf({ id, name, unit }: InventoryItem) {
  return { inventoryItemId: id, inventoryItemName: name, unit }
}

async function ordersNow(): Promise<PurchaseOrder[]> {
  return (await keeper.call(listPurchaseOrders, { query: { limit: 200 } })).body.items
}
