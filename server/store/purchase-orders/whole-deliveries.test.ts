import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import {
  addPurchaseOrder,
  mostLines,
  type PurchaseOrder,
  receivePurchaseOrder,
  sendPurchaseOrder,
} from '../../../contract/store/purchase-orders.ts'
import { listMovements } from '../../../contract/store/stock.ts'
import { startApp } from '../../testing/app.ts'
import { givenItem, move } from '../../testing/factories/items.ts'
import { givenSupplier } from '../../testing/factories/suppliers.ts'

const statements: string[] = []
const app = await startApp({
  tracing: {
    traceCalls: () => {},
    traceStatement: ({ query }) => statements.push(query.sql),
    close: () => Promise.resolve(),
  },
})
afterAll(() => app.close())
const keeper = await app.signIn('inventory_manager')
const supplier = await givenSupplier(keeper)

/** The number of statements about stock and orders that a call sends to the database. */
async function statementsOf<Answer>(call: () => Promise<Answer>): Promise<{ answer: Answer; count: number }> {
  statements.length = 0
  const answer = await call()
  const count = statements.filter((text) =>
    /purchase_order|stock_movement|inventory_item|\bbatch\b/.test(text),
  ).length
  return { answer, count }
}

async function sentOrder(size: number): Promise<PurchaseOrder> {
  const items = await app.asOwner<{ id: string }>(
    `insert into inventory_item (name, category, unit, reorder_level, cost)
     select $1 || n, 'MEDICINE', 'tablets', 5, 1.25 from generate_series(1, $2::int) n returning id`,
    [`Delivered ${randomUUID()} `, size],
  )
  const lines = items.map(({ id }) => ({ inventoryItemId: id, quantity: 40, cost: 1.5 }))
  const draft = (await keeper.call(addPurchaseOrder, { body: { supplierId: supplier.id, lines } })).body
  return (await keeper.call(sendPurchaseOrder, { params: { id: draft.id } })).body
}

type Delivery = {
  lineId: string
  quantity: number
  batchNumber: string
  expiryDate: string
  received: number
}

const whole = (order: PurchaseOrder): Delivery[] =>
  order.lines.map(({ id }, place) => ({
    lineId: id,
    quantity: 40,
    batchNumber: `W-${place}`,
    expiryDate: '2031-01-31',
    received: 0,
  }))

const receive = (order: PurchaseOrder, lines: Delivery[]) =>
  keeper.call(receivePurchaseOrder, { params: { id: order.id }, body: { lines } })

test('the largest delivery takes as many statements as the smallest, and every line is booked', async () => {
  const [one, most] = [await sentOrder(1), await sentOrder(mostLines)]
  const small = await statementsOf(() => receive(one, whole(one)))
  const large = await statementsOf(() => receive(most, whole(most)))
  expect([small.answer.status, large.answer.status], large.answer.text).toEqual([201, 201])
  expect(large.count).toBe(small.count)
  expect(large.count).toBeLessThan(15)
  expect(large.answer.body).toMatchObject({ status: 'RECEIVED' })
  expect(large.answer.body.lines.every(({ received }) => received === 40)).toBe(true)
  const [booked] = await app.asOwner<{ items: number; quantity: number; worth: number }>(
    `select count(distinct item.id)::int as items, sum(item.quantity)::int as quantity, sum(movement.worth) as worth
     from stock_movement movement join inventory_item item on item.id = movement.item_id
     where order_line_id in (select id from purchase_order_line where order_id = $1)`,
    [most.id],
  )
  expect(booked).toEqual({ items: mostLines, quantity: 40 * mostLines, worth: 60 * mostLines })
})

test('a delivery of one item in many batches, twice in one of them, is booked batch by batch', async () => {
  const order = await sentOrder(1)
  const [line] = whole(order)
  if (!line) throw new Error('no line')
  const parts = ['A', 'B', 'a', 'C'].map((batchNumber) => ({ ...line, batchNumber, quantity: 10 }))
  const received = await receive(order, parts)
  expect(received.status, received.text).toBe(201)
  const { items } = (
    await keeper.call(listMovements, { params: { id: order.lines[0]?.inventoryItemId ?? '' } })
  ).body
  expect(items.map(({ batchNumber, quantity, balance }) => [batchNumber, quantity, balance])).toEqual([
    ['C', 10, 40],
    ['A', 10, 30],
    ['B', 10, 20],
    ['A', 10, 10],
  ])
})

test('one bad line of a large delivery is named, and nothing of the rest is booked', async () => {
  const order = await sentOrder(60)
  const good = whole(order)
  const bad = (place: number, changed: Partial<Delivery>) =>
    good.map((line, at) => (at === place ? { ...line, ...changed } : line))
  const item = order.lines[41]?.inventoryItemId ?? ''
  await move(keeper, { id: item }, { kind: 'RECEIVE', quantity: 999_999_980, batchNumber: 'Full', cost: 0 })
  await move(
    keeper,
    { id: order.lines[7]?.inventoryItemId ?? '' },
    { kind: 'RECEIVE', quantity: 1, batchNumber: 'W-7' },
  )
  const refusals = [
    [bad(22, { quantity: 45 }), 'over_received', 'lines.22.quantity'],
    [bad(33, { expiryDate: '2020-01-31' }), 'invalid_input', 'lines.33.expiryDate'],
    [good, 'batch_differs', 'lines.7.expiryDate'],
    [bad(7, { batchNumber: 'W-8' }), 'invalid_input', 'lines.41.quantity'],
  ] as const
  for (const [lines, code, path] of refusals) {
    const { problem } = await receive(order, [...lines])
    expect([problem.code, problem.errors?.map((one) => one.path)], path).toEqual([code, [path]])
  }
  expect(
    await app.asOwner(`select from stock_movement where reason = $1`, [`Order ${order.number}`]),
  ).toEqual([])
})

test('an issue from many batches takes as many statements as from one', async () => {
  const issuedFrom = async (batches: number) => {
    const item = await givenItem(keeper, { quantity: 0 })
    for (let number = 1; number <= batches; number++) {
      await move(keeper, item, { kind: 'RECEIVE', quantity: 1, batchNumber: `M-${number}` })
    }
    return statementsOf(() => move(keeper, item, { kind: 'ISSUE', quantity: batches, ward: 'ICU' }))
  }
  const [one, many] = [await issuedFrom(1), await issuedFrom(12)]
  expect(many.answer.body.movements).toHaveLength(12)
  expect(many.count).toBe(one.count)
})
