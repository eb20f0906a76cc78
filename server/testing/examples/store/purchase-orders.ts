import type * as purchaseOrders from '../../../../contract/store/purchase-orders.ts'
import { ifMatch } from '../../client.ts'
import { type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenItem } from '../../factories/items.ts'
import { givenOrder } from '../../factories/purchase-orders.ts'
import { givenSupplier } from '../../factories/suppliers.ts'

export function examples({ inventory_manager: keeper }: People): Examples<typeof purchaseOrders> {
  return {
    listPurchaseOrders: async () => example(keeper, { query: {} }),
    readPurchaseOrder: async () => {
      const order = await givenOrder(keeper)
      return example(keeper, one(order), { subject: order.id })
    },
    addPurchaseOrder: async () => {
      const [item, supplier] = [await givenItem(keeper), await givenSupplier(keeper)]
      const body = { supplierId: supplier.id, lines: [{ inventoryItemId: item.id, quantity: 5, cost: 1 }] }
      return example(keeper, { body }, { subject: idIn })
    },
    previewLowStockPurchaseOrders: async () => example(keeper),
    draftLowStockPurchaseOrders: async () => {
      await givenItem(keeper, { quantity: 1, supplierId: (await givenSupplier(keeper)).id })
      return example(keeper, { body: {} })
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
