import { addPurchaseOrder, type PurchaseOrder, sendPurchaseOrder } from '../../contract/purchase-orders.ts'
import { givenItem } from '../inventory/factories.ts'
import { givenSupplier } from '../suppliers/factories.ts'
import type { Client } from '../testing/client.ts'

/** A draft of one line, of a new item; sent when asked for. */
export async function givenOrder(keeper: Client, wishes: { isSent?: boolean } = {}): Promise<PurchaseOrder> {
  const [item, supplier] = [await givenItem(keeper), await givenSupplier(keeper)]
  const body = { supplierId: supplier.id, lines: [{ inventoryItemId: item.id, quantity: 10, cost: 0.35 }] }
  const draft = (await keeper.call(addPurchaseOrder, { body })).body
  return wishes.isSent ? (await keeper.call(sendPurchaseOrder, { params: { id: draft.id } })).body : draft
}
