import { afterAll, describe, expect, test } from 'vitest'
import {
  deleteInventoryItem,
  type InventoryItem,
  listAvailability,
  listInventoryItems,
  listPrescribableMedicines,
  readInventoryItem,
  summarizeInventory,
} from '../../../contract/store/items.ts'
import {
  draftLowStockPurchaseOrders,
  receivePurchaseOrder,
  sendPurchaseOrder,
} from '../../../contract/store/purchase-orders.ts'
import {
  listBatches,
  listMovements,
  listStockAlerts,
  readStockHistory,
} from '../../../contract/store/stock.ts'
import { startApp } from '../../testing/app.ts'
import { givenItem, itemForm, move } from '../../testing/factories/items.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { givenOrder } from '../../testing/factories/purchase-orders.ts'
import { givenSupplier } from '../../testing/factories/suppliers.ts'

const app = await startApp()
const keeper = await app.signIn('inventory_manager')
const admin = await app.founder()
afterAll(() => app.close())

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const batchesOf = async (item: InventoryItem) =>
  (await keeper.call(listBatches, { params: { id: item.id } })).body
const quantityOf = async (item: InventoryItem) =>
  (await keeper.call(readInventoryItem, { params: { id: item.id } })).body.quantity
const receive = (item: InventoryItem, quantity: number, batchNumber: string, expiryDate?: string) =>
  move(keeper, item, { kind: 'RECEIVE', quantity, batchNumber, ...(expiryDate && { expiryDate }) })

test('an opening quantity is a movement, and the ledger tells the balance after each', async () => {
  const item = await givenItem(keeper, { quantity: 10.5, category: 'medicine' })
  expect(item).toMatchObject({ category: 'MEDICINE', quantity: 10.5, status: 'LOW_STOCK' })
  await receive(item, 30.25, 'B-1', day(200))
  await move(keeper, item, { kind: 'ISSUE', quantity: 0.75, ward: 'ICU' })
  const { items } = (await keeper.call(listMovements, { params: { id: item.id } })).body
  // Stock that is received without a cost has the item's.
  expect(items.map(({ kind, quantity, balance, cost }) => [kind, quantity, balance, cost])).toEqual([
    ['ISSUE', -0.75, 40, null],
    ['RECEIVE', 30.25, 40.75, item.cost],
    ['RECEIVE', 10.5, 10.5, item.cost],
  ])
})

test('what expires first goes first, over as many batches as it takes; another batch needs a reason', async () => {
  const item = await givenItem(keeper, { quantity: 0 })
  await receive(item, 5, 'LATE', day(300))
  await receive(item, 5, 'SOON', day(30))
  const issued = await move(keeper, item, { kind: 'ISSUE', quantity: 7, ward: 'EMERGENCY' })
  expect(issued.body.movements.map(({ batchNumber, quantity }) => [batchNumber, quantity])).toEqual([
    ['SOON', -5],
    ['LATE', -2],
  ])
  await receive(item, 5, 'NEXT', day(40))
  const late = (await batchesOf(item)).find(({ batchNumber }) => batchNumber === 'LATE')
  const another = { kind: 'ISSUE' as const, quantity: 1, ward: 'ICU' as const, batchId: late?.id ?? '' }
  expect((await move(keeper, item, another)).problem).toMatchObject({
    status: 422,
    errors: [{ path: 'reason' }],
  })
  expect((await move(keeper, item, { ...another, reason: 'Opened already' })).status).toBe(201)
})

test('of batches that expire on the same day, or never, any goes without a reason', async () => {
  const item = await givenItem(keeper, { quantity: 0 })
  const issue = async (batchNumber: string) => {
    const batch = (await batchesOf(item)).find((one) => one.batchNumber === batchNumber)
    const form = { kind: 'ISSUE' as const, quantity: 1, ward: 'ICU' as const, batchId: batch?.id ?? '' }
    return (await move(keeper, item, form)).status
  }
  await receive(item, 5, 'NEVER-1')
  await receive(item, 5, 'NEVER-2')
  expect([await issue('NEVER-1'), await issue('NEVER-2')]).toEqual([201, 201])
  await receive(item, 5, 'SAME-1', day(30))
  await receive(item, 5, 'SAME-2', day(30))
  expect([await issue('SAME-1'), await issue('SAME-2')]).toEqual([201, 201])
  expect(await issue('NEVER-1')).toBe(422)
})

test('an adjustment books the difference to what was counted, and none where the stock moved meanwhile', async () => {
  const item = await givenItem(keeper, { quantity: 40.5 })
  const [batch] = await batchesOf(item)
  const count = { kind: 'ADJUST' as const, batchId: batch?.id ?? '', onRecord: 40.5, reason: 'Counted' }
  const more = await move(keeper, item, { ...count, counted: 42.75 })
  expect(more.body.movements.map(({ quantity, balance }) => [quantity, balance])).toEqual([[2.25, 42.75]])
  // A colleague counted at the same time, against the earlier stock.
  expect((await move(keeper, item, { ...count, counted: 40 })).problem).toMatchObject({
    code: 'stock_moved',
    errors: [{ path: 'counted', message: expect.stringContaining('42.75 tablets are on record now') }],
  })
  expect(await quantityOf(item)).toBe(42.75)
  const same = { ...count, onRecord: 42.75, counted: 42.75 }
  expect((await move(keeper, item, same)).problem).toMatchObject({ errors: [{ path: 'counted' }] })
  const none = await move(keeper, item, { ...count, onRecord: 42.75, counted: 0 })
  expect(none.body.item.quantity).toBe(0)
  const again = await move(keeper, item, { ...count, onRecord: 0, counted: 3 })
  expect(again.body.item.quantity).toBe(3)
  const raced = await Promise.all(
    Array.from({ length: 5 }, () => move(keeper, item, { ...count, onRecord: 3, counted: 5 })),
  )
  expect(raced.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
})

test('expired stock leaves by disposal alone', async () => {
  const item = await givenItem(keeper, { quantity: 0 })
  expect((await receive(item, 5, 'OLD', day(-2))).problem).toMatchObject({ errors: [{ path: 'expiryDate' }] })
  await receive(item, 5, 'OLD', day(5))
  await app.asOwner(`update batch set expiry = expiry - 10 where item_id = $1`, [item.id])
  const [old] = await batchesOf(item)
  expect(old?.isExpired).toBe(true)
  const issue = { kind: 'ISSUE' as const, quantity: 1, ward: 'ICU' as const, reason: 'Urgent' }
  expect((await move(keeper, item, issue)).problem.code).toBe('not_enough_stock')
  // There is usable stock beside it, but less than was asked for.
  await receive(item, 2, 'NEW', day(5))
  expect((await move(keeper, item, { ...issue, quantity: 3 })).problem.code).toBe('not_enough_stock')
  expect(await quantityOf(item)).toBe(7)
  expect((await move(keeper, item, { ...issue, quantity: 2 })).body.item.quantity).toBe(5)
  expect((await move(keeper, item, { ...issue, batchId: old?.id ?? '' })).problem.code).toBe('stock_expired')
  const raw = app.asOwner(
    `insert into stock_movement (item_id, batch_id, kind, quantity, ward) values ($1, $2, 'ISSUE', -1, 'ICU')`,
    [item.id, old?.id],
  )
  await expect(raw).rejects.toMatchObject({ constraint: 'movement_not_expired' })
  const shown = (await admin.call(listAvailability, { query: { search: item.name } })).body
  expect(shown.items.find(({ id }) => id === item.id)?.available).toBe(false)
  const disposal = {
    kind: 'DISPOSE' as const,
    quantity: 5,
    batchId: old?.id ?? '',
    cause: 'EXPIRED' as const,
  }
  expect((await move(keeper, item, disposal)).body.item.quantity).toBe(0)
})

test('who may only see whether something is available sees that of every item, a page at a time', async () => {
  const doctor = await app.signIn('doctor')
  await app.asOwner(`insert into inventory_item (name, category, unit, reorder_level, cost)
    select 'Paged swab ' || n, 'SUPPLIES', 'pcs', 1, 1 from generate_series(101, 160) n`)
  const pageOf = async (query: { page?: number; search?: string }) =>
    (await doctor.call(listAvailability, { query: { limit: 25, ...query } })).body
  const pages = await Promise.all([1, 2, 3].map((page) => pageOf({ page, search: 'Paged swab' })))
  expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
    [25, 60],
    [25, 60],
    [10, 60],
  ])
  const names = pages.flatMap(({ items }) => items.map(({ name }) => name))
  expect(names).toEqual(Array.from({ length: 60 }, (_, n) => `Paged swab ${101 + n}`))
  const { total } = (await keeper.call(listInventoryItems)).body
  expect((await pageOf({})).total).toBe(total)
})

test('a prescriber sees what can be used of a medicine and when it first expires, by a brand too, and nobody else does', async () => {
  const doctor = await app.signIn('doctor')
  const found = async (search: string) =>
    (await doctor.call(listPrescribableMedicines, { query: { search } })).body
  const item = await givenItem(keeper, { name: 'Celecoxib 200 mg', category: 'MEDICINE', quantity: 0 })
  await givenItem(keeper, { name: 'Celecoxib poster', category: 'SUPPLIES' })
  const none = { id: item.id, name: 'Celecoxib 200 mg', unit: item.unit, usable: 0, firstExpiry: null }
  expect(await found('celecox')).toEqual([none])
  await receive(item, 5, 'OLD', day(2))
  await receive(item, 7, 'NEW', day(50))
  expect(await found('Celebrex')).toEqual([{ ...none, usable: 12, firstExpiry: day(2) }])
  await app.asOwner(`update batch set expiry = expiry - 10 where item_id = $1 and batch_number = 'OLD'`, [
    item.id,
  ])
  expect(await found('200 celecoxib')).toEqual([{ ...none, usable: 7, firstExpiry: day(50) }])
  expect(await found('unknown')).toEqual([])
  for (const name of ['Bexolfen 5 mg', 'Xolfen 10 mg'])
    await givenItem(keeper, { name, category: 'MEDICINE' })
  expect((await found('xolfen')).map(({ name }) => name)).toEqual(['Xolfen 10 mg', 'Bexolfen 5 mg'])
  for (const other of [admin, keeper]) {
    const { problem } = await other.call(listPrescribableMedicines, { query: { search: 'celecox' } })
    expect(problem).toMatchObject({ status: 403, permission: 'clinical.prescribe' })
  }
})

test('items are found by any part of a name, two digits or one letter too, in the order of the list', async () => {
  const names = ['Quorazine 50 mg', 'Quorazine 77 mg', 'Zéquorol 5 ml', 'Quorum gel 177 g', 'Plain Gauze']
  for (const name of names) await givenItem(keeper, { name })
  // Enough matches to fill a page before all are read, and to stop the count at a thousand.
  await fillStore('Quorline', 2500)
  const found = async (search: string, sort: 'name' | 'cost' = 'name', page = 1) => {
    const { body } = await keeper.call(listInventoryItems, { query: { search, sort, page, limit: 20 } })
    return { names: body.items.map(({ name }) => name), total: body.total }
  }
  expect((await found('77 z')).names).toEqual(['Quorazine 77 mg'])
  expect((await found('177 ge')).names).toEqual(['Quorum gel 177 g'])
  expect((await found('zequ')).names).toEqual(['Zéquorol 5 ml'])
  expect((await found('azi 7')).names).toEqual(['Quorazine 77 mg'])
  expect((await found('RAZINE')).names).toEqual(['Quorazine 50 mg', 'Quorazine 77 mg'])
  expect((await found('z', 'name')).names).toEqual(expect.arrayContaining(['Plain Gauze', 'Zéquorol 5 ml']))
  const many = await found('quor')
  expect(many.names.slice(0, 3)).toEqual(['Quorazine 50 mg', 'Quorazine 77 mg', 'Quorline 1'])
  expect(many.total).toBe(1000)
  // The last items in the order, beyond those that the search reads first.
  expect((await found('um g', 'name')).names).toEqual(['Quorum gel 177 g'])

  // So many items come before the matches that reading the list in order finds no page.
  await fillStore('Aabandage', 4500)
  expect(await found('quor')).toEqual(many)
  const backwards = await keeper.call(listInventoryItems, {
    query: { search: 'quor', sort: 'name', direction: 'desc', limit: 3 },
  })
  expect(backwards.body.items.map(({ name }) => name)).toEqual([
    'Zéquorol 5 ml',
    'Quorum gel 177 g',
    'Quorline 999',
  ])
  const supplies = await keeper.call(listInventoryItems, {
    query: { search: 'quor', category: 'SUPPLIES', limit: 1 },
  })
  expect(supplies.body.items.map(({ name }) => name)).toEqual(['Quorline 1'])
  const last = await found('quor', 'name', 126)
  expect(last.names.slice(-2)).toEqual(['Quorum gel 177 g', 'Zéquorol 5 ml'])
  expect((await found('quorum')).names).toEqual(['Quorum gel 177 g'])
  await withoutTriggers(`delete from inventory_item where name like 'Quorline %' or name like 'Aabandage %'`)
}, 60_000)

/** Skips tallies and events, which take most of the time, for items that the same test removes. */
const withoutTriggers = (change: string) =>
  app.asOwner(`begin; set local session_replication_role = replica; ${change}; commit`)
const fillStore = (name: string, items: number) =>
  withoutTriggers(
    `insert into inventory_item (name, category, unit, reorder_level, cost)
     select '${name} ' || n, 'SUPPLIES', 'pcs', 0, 1 from generate_series(1, ${items}) n`,
  )

test('a description as long as it may be, in any alphabet, is kept and searched by its beginning', async () => {
  // Letters that do not compress.
  const description = Array.from({ length: 2000 }, (_, place) =>
    String.fromCodePoint(0x4e00 + ((place * 7919) % 20_000)),
  ).join('')
  const name = Array.from({ length: 200 }, (_, place) =>
    String.fromCodePoint(0x4e00 + ((place * 6007) % 20_000)),
  ).join('')
  const item = await givenItem(keeper, { name, description })
  const { body } = await keeper.call(listInventoryItems, { query: { search: name.slice(150, 160) } })
  expect(body.items).toMatchObject([{ id: item.id, name, description }])
})

test('what is low goes on the draft that its supplier has already', async () => {
  const order = await givenOrder(keeper)
  const low = await givenItem(keeper, { quantity: 5, supplierId: order.supplierId })
  const drafts = (await keeper.call(draftLowStockPurchaseOrders, { body: {} })).body
  const own = drafts.filter(({ supplierId }) => supplierId === order.supplierId)
  expect(own).toMatchObject([{ id: order.id, number: order.number, version: order.version + 1 }])
  const items = own[0]?.lines.map(({ inventoryItemId, quantity }) => [inventoryItemId, quantity])
  expect(items).toContainEqual([low.id, 35])
  expect(items).toContainEqual([order.lines[0]?.inventoryItemId, 10])
  // A sent order is not a draft, so the next items go on a new order.
  await keeper.call(sendPurchaseOrder, { params: { id: order.id } })
  await givenItem(keeper, { quantity: 5, supplierId: order.supplierId })
  const next = (await keeper.call(draftLowStockPurchaseOrders, { body: {} })).body
  expect(next.find(({ supplierId }) => supplierId === order.supplierId)?.number).not.toBe(order.number)
})

test('bad quantities are refused with a sentence and book nothing', async () => {
  const item = await givenItem(keeper, { quantity: 10 })
  const send = (quantity: string) =>
    keeper.send('POST', `/api/inventory/${item.id}/movements`, {
      body: `{"kind":"ISSUE","ward":"ICU","quantity":${quantity}}`,
    })
  for (const bad of ['-1', '0', '1e309', '0.0001', '"5"', 'null', '1e12']) {
    expect((await send(bad)).problem, bad).toMatchObject({ status: 422, errors: [{ path: 'quantity' }] })
  }
  expect((await send('11')).problem.detail).toContain('Only 10 tablets')
  expect(await quantityOf(item)).toBe(10)
  expect((await keeper.send('POST', '/api/inventory', { body: itemForm({ quantity: -1 }) })).status).toBe(422)
  expect((await keeper.call(deleteInventoryItem, { params: { id: item.id } })).problem).toMatchObject({
    status: 400,
    code: 'inventory_item_has_stock',
  })
})

test('low stock becomes an order, the order becomes stock, and alerts follow by themselves', async () => {
  const supplier = await givenSupplier(keeper)
  const item = await givenItem(keeper, { quantity: 5, supplierId: supplier.id })
  const alertsOf = async () =>
    (await keeper.call(listStockAlerts)).body.items
      .filter(({ inventoryItemId }) => inventoryItemId === item.id)
      .map(({ kind }) => kind)
  expect(await alertsOf()).toEqual(['LOW'])
  const drafts = (await keeper.call(draftLowStockPurchaseOrders, { body: {} })).body
  const draft = drafts.find(({ supplierId }) => supplierId === supplier.id)
  const [line] = draft?.lines ?? []
  expect(line).toMatchObject({ inventoryItemId: item.id, quantity: 35 })
  expect((await keeper.call(draftLowStockPurchaseOrders, { body: {} })).problem.code).toBe('nothing_to_order')
  if (!draft || !line) throw new Error('no draft')
  const receiveLine = (quantity: number, batchNumber: string) =>
    keeper.call(receivePurchaseOrder, {
      params: { id: draft.id },
      body: { lines: [{ lineId: line.id, quantity, batchNumber }] },
    })
  expect((await receiveLine(1, 'X')).problem.code).toBe('purchase_order_closed')
  await keeper.call(sendPurchaseOrder, { params: { id: draft.id } })
  expect((await receiveLine(20, 'P-1')).body).toMatchObject({ status: 'SENT', lines: [{ received: 20 }] })
  expect((await receiveLine(19, 'P-2')).problem.code).toBe('over_received')
  expect((await receiveLine(18, 'P-2')).body).toMatchObject({ status: 'RECEIVED' })
  expect(await quantityOf(item)).toBe(43)
  expect(await alertsOf()).toEqual([])
})

test('a store keeper sees that stock went to a patient, but not to whom', async () => {
  const [item, patient] = [await givenItem(keeper), await givenPatient(admin, { allergies: null })]
  await move(admin, item, { kind: 'ISSUE', quantity: 1, patientId: patient.id })
  const seenBy = async (who: typeof keeper) =>
    (await who.call(listMovements, { params: { id: item.id } })).body.items[0]?.patientName
  expect(await seenBy(keeper)).toBeNull()
  expect(await seenBy(admin)).toBe(`${patient.firstName} ${patient.lastName}`)
})

describe('many at once', () => {
  test('fifty issue the last hundred: exactly a hundred leave (batch_never_below_zero)', async () => {
    const item = await givenItem(keeper, { quantity: 100 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => move(keeper, item, { kind: 'ISSUE', quantity: 4, ward: 'ICU' })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(25)
    const losers = answers.filter(({ status }) => status !== 201)
    expect(losers.every(({ problem }) => problem.status === 409 && problem.code === 'not_enough_stock')).toBe(
      true,
    )
    expect(await quantityOf(item)).toBe(0)
  })

  test('past the code, the constraint still holds; without it, it does not', async () => {
    const item = await givenItem(keeper, { quantity: 1 })
    const [batch] = await batchesOf(item)
    const take = (quantity: number) =>
      app.asOwner(
        `insert into stock_movement (item_id, batch_id, kind, quantity, ward) values ($1, $2, 'ISSUE', $3, 'ICU')`,
        [item.id, batch?.id, quantity],
      )
    await expect(take(-2)).rejects.toMatchObject({ constraint: 'batch_never_below_zero' })
    await app.asOwner('alter table batch drop constraint batch_never_below_zero')
    await app.asOwner('alter table inventory_item drop constraint item_never_below_zero')
    await take(-2)
    expect(await quantityOf(item)).toBe(-1)
    await app.asOwner(
      `insert into stock_movement (item_id, batch_id, kind, quantity, reason) select item_id, batch_id, 'ADJUST',
        -sum(quantity), 'put right' from stock_movement where item_id = $1 group by 1, 2 having sum(quantity) <> 0`,
      [item.id],
    )
    await app.asOwner('alter table batch add constraint batch_never_below_zero check (quantity >= 0)')
    await app.asOwner('alter table inventory_item add constraint item_never_below_zero check (quantity >= 0)')
  })

  test('the ledger is only ever added to', async () => {
    const statements = [
      'update stock_movement set quantity = 1',
      'delete from stock_movement',
      'truncate stock_movement',
    ]
    for (const statement of statements) {
      await expect(
        app.app.lantern.db.executeQuery({
          sql: statement,
          parameters: [],
          query: { kind: 'RawNode' },
        } as never),
      ).rejects.toThrow('permission denied')
    }
  })
})

test('figures, lists and history agree', async () => {
  const item = await givenItem(keeper, { quantity: 105, reorderLevel: 50 })
  await move(keeper, item, { kind: 'ISSUE', quantity: 60, ward: 'GENERAL' })
  const history = (await keeper.call(readStockHistory, { params: { id: item.id }, query: { days: 7 } })).body
  expect(history.days.at(-1)).toMatchObject({ quantity: 45 })
  expect(history).toMatchObject({ averageDailyUse: 2, daysLeft: 22, suggestedReorder: 65 })
  const low = (await keeper.call(listInventoryItems, { query: { lowStock: 'true', limit: 200 } })).body
  expect(low.total).toBe(low.items.length)
  expect((await keeper.call(summarizeInventory)).body.lowStock).toBe(low.total)
  const order = await givenOrder(keeper)
  expect(order.number).toMatch(/^PO\d{4}$/)
})
