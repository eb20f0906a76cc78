import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { deleteInventoryItem, editInventoryItem, readInventoryItem } from '../../contract/inventory-items.ts'
import { addPurchaseOrder, readPurchaseOrder } from '../../contract/purchase-orders.ts'
import {
  addStorageLocation,
  deleteStorageLocation,
  editStorageLocation,
  listStorageLocations,
} from '../../contract/storage-locations.ts'
import { addSupplier, deleteSupplier, editSupplier, listSuppliers } from '../../contract/suppliers.ts'
import { type StaffClient, startApp } from '../testing/app.ts'
import { ifMatch } from '../testing/client.ts'
import { openLive } from '../testing/live-stream.ts'
import { givenItem, givenLocation, givenSupplier, itemForm, move } from '../testing/store-factories.ts'

const app = await startApp()
afterAll(() => app.close())
const keeper = await app.signIn('inventory_manager')
const doctor = await app.signIn('doctor')

const one = ({ id }: { id: string }) => ({ params: { id } })
const suppliers = async () => (await keeper.call(listSuppliers)).body
const locations = async () => (await keeper.call(listStorageLocations)).body

/** The lists on both sides of the contract, for what holds for either. */
const lists = [
  {
    thing: 'supplier',
    given: givenSupplier,
    all: suppliers,
    add: addSupplier,
    edit: editSupplier,
    remove: deleteSupplier,
  },
  {
    thing: 'storage-location',
    given: givenLocation,
    all: locations,
    add: addStorageLocation,
    edit: editStorageLocation,
    remove: deleteStorageLocation,
  },
] as const

describe.each(lists)('a $thing', ({ thing, given, all, add, edit, remove }) => {
  test('is renamed, and only from the version that was read', async () => {
    const entry = await given(keeper)
    const renamed = await keeper.call(
      edit,
      { ...one(entry), body: { name: `${entry.name}, east` } },
      ifMatch(entry),
    )
    expect(renamed.body).toMatchObject({ id: entry.id, name: `${entry.name}, east`, version: 2 })
    expect(renamed.headers.get('etag')).toBe('"2"')

    const late = await keeper.call(
      edit,
      { ...one(entry), body: { name: `${entry.name}, west` } },
      ifMatch(entry),
    )
    expect(late.problem).toMatchObject({
      status: 412,
      code: 'stale_version',
      current: { name: `${entry.name}, east`, version: 2 },
      changedBy: expect.stringMatching(/\S/),
      changedAt: expect.stringMatching(/Z$/),
    })
    expect(await all()).toContainEqual(renamed.body)

    const unread = await keeper.call(edit, { ...one(entry), body: { name: 'Any' } })
    expect(unread.problem.code).toBe('version_required')
  })

  test('has a name that no other has, however it is written', async () => {
    const [entry, other] = [await given(keeper), await given(keeper)]
    const body = { name: ` ${other.name.toUpperCase()} ` }
    const taken = { status: 409, code: 'name_taken', errors: [{ path: 'name' }] }
    expect((await keeper.call(edit, { ...one(entry), body }, ifMatch(entry))).problem).toMatchObject(taken)
    expect((await keeper.call(add, { body })).problem).toMatchObject(taken)
    expect(await all()).toContainEqual(entry)
    // Its own name in other letters is no other's.
    const own = { name: entry.name.toUpperCase() }
    expect((await keeper.call(edit, { ...one(entry), body: own }, ifMatch(entry))).status).toBe(200)
  })

  test('that nothing names is deleted, once', async () => {
    const entry = await given(keeper)
    expect((await keeper.call(remove, one(entry))).body).toEqual({ id: entry.id })
    expect((await all()).map(({ id }) => id)).not.toContain(entry.id)
    expect((await keeper.call(remove, one(entry))).problem).toMatchObject({ status: 404, code: 'not_found' })
    const late = await keeper.call(edit, { ...one(entry), body: { name: 'Late' } }, ifMatch(entry))
    expect(late.problem).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('is told live when it comes, changes and goes, to those who see the store', async () => {
    const [screen, other] = [await listen(keeper), await listen(doctor)]
    const entry = await given(keeper)
    await keeper.call(edit, { ...one(entry), body: { name: `${entry.name}, told` } }, ifMatch(entry))
    await keeper.call(remove, one(entry))
    await expect.poll(() => screen.changed(thing), { timeout: 8000 }).toEqual([entry.id, entry.id, entry.id])
    // What is told in order reaches both: an item, told last, is heard after all of it.
    const item = await givenItem(keeper)
    await expect.poll(() => other.changed('inventory-item'), { timeout: 8000 }).toContain(item.id)
    expect(other.changed(thing)).toEqual([])
  })
})

test('an item and an order tell a supplier’s new name, and its contact stands on the order', async () => {
  const supplier = await givenSupplier(keeper)
  const item = await givenItem(keeper, { supplierId: supplier.id })
  const lines = [{ inventoryItemId: item.id, quantity: 1, cost: 1 }]
  const order = (await keeper.call(addPurchaseOrder, { body: { supplierId: supplier.id, lines } })).body
  const body = { name: `${supplier.name} & Sons`, contact: 'orders@harbour.example' }
  await keeper.call(editSupplier, { ...one(supplier), body }, ifMatch(supplier))
  expect((await keeper.call(readInventoryItem, one(item))).body.supplier).toBe(body.name)
  expect((await keeper.call(readPurchaseOrder, one(order))).body).toMatchObject({
    supplier: body.name,
    supplierContact: body.contact,
  })
})

test('a supplier or location that anything names stays, and the refusal says what does', async () => {
  const [ofItem, ofBatch, ofOrder] = [
    await givenSupplier(keeper),
    await givenSupplier(keeper),
    await givenSupplier(keeper),
  ]
  const location = await givenLocation(keeper)
  const item = await givenItem(keeper, { supplierId: ofItem.id, storageLocationId: location.id, quantity: 0 })
  const received = await givenItem(keeper)
  await move(keeper, received, { kind: 'RECEIVE', quantity: 1, batchNumber: 'B-1', supplierId: ofBatch.id })
  const lines = [{ inventoryItemId: item.id, quantity: 1, cost: 1 }]
  await keeper.call(addPurchaseOrder, { body: { supplierId: ofOrder.id, lines } })

  const held = [
    {
      row: ofItem,
      table: 'supplier',
      remove: deleteSupplier,
      by: 'inventory_item_supplier_id_fkey',
      says: /items/,
    },
    {
      row: ofBatch,
      table: 'supplier',
      remove: deleteSupplier,
      by: 'batch_supplier_id_fkey',
      says: /batches/,
    },
    {
      row: ofOrder,
      table: 'supplier',
      remove: deleteSupplier,
      by: 'purchase_order_supplier_id_fkey',
      says: /orders/,
    },
    {
      row: location,
      table: 'storage_location',
      remove: deleteStorageLocation,
      by: 'inventory_item_location_id_fkey',
      says: /items/,
    },
  ] as const
  const expectAllHeld = async () => {
    for (const { row, table, remove, by, says } of held) {
      const { problem } = await keeper.call(remove, one(row))
      expect(problem).toMatchObject({ status: 409, code: 'in_use' })
      expect(problem.detail).toMatch(says)
      expect(problem.detail).toContain(row.name)
      const raw = app.asOwner(`delete from ${table} where id = $1`, [row.id])
      await expect(raw).rejects.toMatchObject({ constraint: by })
    }
  }
  await expectAllHeld()
  // A deleted item stays on record with the names it had.
  expect((await keeper.call(deleteInventoryItem, one(item))).status).toBe(200)
  await expectAllHeld()
})

test('an item can’t be given a supplier or location that was deleted meanwhile', async () => {
  const [supplier, location] = [await givenSupplier(keeper), await givenLocation(keeper)]
  const item = await givenItem(keeper)
  await keeper.call(deleteSupplier, one(supplier))
  await keeper.call(deleteStorageLocation, one(location))
  const { quantity: _, ...form } = itemForm()
  for (const [field, id] of [
    ['supplierId', supplier.id],
    ['storageLocationId', location.id],
  ] as const) {
    const edit = await keeper.call(
      editInventoryItem,
      { ...one(item), body: { ...form, [field]: id } },
      ifMatch(item),
    )
    expect(edit.problem).toMatchObject({ status: 422, errors: [{ path: field }] })
  }
})

async function listen(somebody: StaffClient) {
  const stream = await openLive(app.url, somebody)
  onTestFinished(() => stream.close())
  return stream
}
