import { afterAll, expect, test } from 'vitest'
import { deleteInventoryItem, editInventoryItem, readInventoryItem } from '../../../contract/store/items.ts'
import {
  addPurchaseOrder,
  cancelPurchaseOrder,
  readPurchaseOrder,
} from '../../../contract/store/purchase-orders.ts'
import { deleteSupplier, editSupplier } from '../../../contract/store/suppliers.ts'
import { startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { one } from '../../testing/example.ts'
import { givenItem, itemForm, move } from '../../testing/factories/items.ts'
import { givenSupplier } from '../../testing/factories/suppliers.ts'
import { testNamedList } from '../../testing/named-list.ts'

const app = await startApp()
afterAll(() => app.close())
const keeper = await app.signIn('inventory_manager')
const doctor = await app.signIn('doctor')

testNamedList({ app, path: 'suppliers', keeper, outsider: doctor })

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

test('one that an item, a batch or an order names stays, and the refusal says what does', async () => {
  const [ofItem, ofBatch, ofOrder] = [
    await givenSupplier(keeper),
    await givenSupplier(keeper),
    await givenSupplier(keeper),
  ]
  const item = await givenItem(keeper, { supplierId: ofItem.id, quantity: 0 })
  const received = await givenItem(keeper)
  await move(keeper, received, { kind: 'RECEIVE', quantity: 1, batchNumber: 'B-1', supplierId: ofBatch.id })
  const lines = [{ inventoryItemId: item.id, quantity: 1, cost: 1 }]
  const order = (await keeper.call(addPurchaseOrder, { body: { supplierId: ofOrder.id, lines } })).body

  const held = [
    { supplier: ofItem, by: 'inventory_item_supplier_id_fkey', says: /items/ },
    { supplier: ofBatch, by: 'batch_supplier_id_fkey', says: /batches/ },
    { supplier: ofOrder, by: 'purchase_order_supplier_id_fkey', says: /orders/ },
  ]
  const expectAllHeld = async () => {
    for (const { supplier, by, says } of held) {
      const { problem } = await keeper.call(deleteSupplier, one(supplier))
      expect(problem).toMatchObject({ status: 409, code: 'in_use' })
      expect(problem.detail).toMatch(says)
      expect(problem.detail).toContain(supplier.name)
      const raw = app.asOwner('delete from supplier where id = $1', [supplier.id])
      await expect(raw).rejects.toMatchObject({ constraint: by })
    }
  }
  await expectAllHeld()
  // A deleted item stays on record with the supplier it had, and so does a cancelled order.
  expect((await keeper.call(cancelPurchaseOrder, one(order))).status).toBe(200)
  expect((await keeper.call(deleteInventoryItem, one(item))).status).toBe(200)
  await expectAllHeld()
})

test('an item can’t be given a supplier that was deleted meanwhile', async () => {
  const [supplier, item] = [await givenSupplier(keeper), await givenItem(keeper)]
  await keeper.call(deleteSupplier, one(supplier))
  const { quantity: _, ...form } = itemForm({ supplierId: supplier.id })
  const edit = await keeper.call(editInventoryItem, { ...one(item), body: form }, ifMatch(item))
  expect(edit.problem).toMatchObject({ status: 422, errors: [{ path: 'supplierId' }] })
})
