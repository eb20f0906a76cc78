import { ifMatch } from './client.ts'
import type { MakeExample, People } from './example.ts'
import { givenItem, givenLocation, givenOrder, givenSupplier, itemForm } from './store-factories.ts'

const idIn = (reply: unknown) => (reply as { id: string }).id

/** One call that succeeds for every endpoint of the store. */
export function storeExamples(people: People, example: MakeExample) {
  const { inventory_manager: keeper, doctor } = people
  const one = (record: { id: string }) => ({ params: { id: record.id } })
  const read = async (query: object = {}) => example(keeper, { query })
  const ofItem = async () => {
    const item = await givenItem(keeper)
    return example(keeper, one(item), { subject: item.id })
  }

  return {
    listInventoryItems: () => read({ category: 'Medicine', lowStock: 'false' }),
    exportInventoryItems: () => read(),
    summarizeInventory: async () => example(keeper, {}),
    listLowStock: async () => example(keeper, {}),
    listInventoryItemsOfCategory: async () => example(keeper, { params: { category: 'supplies' } }),
    listAvailability: async () => example(doctor, {}),
    listStockAlerts: async () => example(keeper, {}),
    readInventoryItem: ofItem,
    addInventoryItem: async () => example(keeper, { body: itemForm() }, { subject: idIn }),
    editInventoryItem: async () => {
      const item = await givenItem(keeper)
      const { quantity: _, ...body } = itemForm({ reorderLevel: 30 })
      return example(keeper, { ...one(item), body }, { subject: item.id, ...ifMatch(item) })
    },
    deleteInventoryItem: async () => {
      const item = await givenItem(keeper, { quantity: 0 })
      return example(keeper, one(item), { subject: item.id })
    },
    listBatches: ofItem,
    listMovements: ofItem,
    moveStock: async () => {
      const item = await givenItem(keeper)
      const body = { kind: 'ISSUE', quantity: 1, ward: 'ICU' }
      return example(keeper, { ...one(item), body }, { subject: item.id })
    },
    readStockHistory: ofItem,
    listSuppliers: async () => example(keeper, {}),
    addSupplier: async () =>
      example(keeper, { body: { name: `Supplier ${Math.random()}` } }, { subject: idIn }),
    editSupplier: async () => {
      const supplier = await givenSupplier(keeper)
      const body = { name: `${supplier.name}, renamed`, contact: 'orders@harbour.example' }
      return example(keeper, { ...one(supplier), body }, { subject: supplier.id, ...ifMatch(supplier) })
    },
    deleteSupplier: async () => {
      const supplier = await givenSupplier(keeper)
      return example(keeper, one(supplier), { subject: supplier.id })
    },
    listStorageLocations: async () => example(keeper, {}),
    addStorageLocation: async () =>
      example(keeper, { body: { name: `Shelf ${Math.random()}` } }, { subject: idIn }),
    editStorageLocation: async () => {
      const location = await givenLocation(keeper)
      const body = { name: `${location.name}, renamed` }
      return example(keeper, { ...one(location), body }, { subject: location.id, ...ifMatch(location) })
    },
    deleteStorageLocation: async () => {
      const location = await givenLocation(keeper)
      return example(keeper, one(location), { subject: location.id })
    },
    listPurchaseOrders: () => read(),
    readPurchaseOrder: async () => {
      const order = await givenOrder(keeper)
      return example(keeper, one(order), { subject: order.id })
    },
    addPurchaseOrder: async () => {
      const [item, supplier] = [await givenItem(keeper), await givenSupplier(keeper)]
      const body = { supplierId: supplier.id, lines: [{ inventoryItemId: item.id, quantity: 5, cost: 1 }] }
      return example(keeper, { body }, { subject: idIn })
    },
    draftLowStockPurchaseOrders: async () => {
      await givenItem(keeper, { quantity: 1 })
      return example(keeper, {})
    },
    editPurchaseOrder: async () => {
      const order = await givenOrder(keeper)
      const lines = order.lines.map(({ inventoryItemId, cost }) => ({ inventoryItemId, cost, quantity: 20 }))
      const body = { supplierId: order.supplierId, lines }
      return example(keeper, { ...one(order), body }, { subject: order.id, ...ifMatch(order) })
    },
    sendPurchaseOrder: async () => {
      const order = await givenOrder(keeper)
      return example(keeper, one(order), { subject: order.id })
    },
    cancelPurchaseOrder: async () => {
      const order = await givenOrder(keeper)
      return example(keeper, one(order), { subject: order.id })
    },
    receivePurchaseOrder: async () => {
      const order = await givenOrder(keeper, { isSent: true })
      const lines = order.lines.map(({ id }) => ({ lineId: id, quantity: 4, batchNumber: 'R-1' }))
      return example(keeper, { ...one(order), body: { lines } }, { subject: order.id })
    },
  }
}
