import {
  addPurchaseOrder,
  type PurchaseOrder,
  sendPurchaseOrder,
} from '../../../contract/store/purchase-orders.ts'
import type { Client } from '../client.ts'
import { givenItem } from './items.ts'
import { givenSupplier } from './suppliers.ts'

/** A draft of one line, of a new item; sent when asked for. */
export async function givenOrder(keeper: Client, wishes: { isSent?: boolean } = {}): Promise<PurchaseOrder> {
  const [item, supplier] = [await givenItem(keeper), await givenSupplier(keeper)]
  const body = { supplierId: supplier.id, lines: [{ inventoryItemId: item.id, quantity: 10, cost: 0.35 }] }
  const draft = (await keeper.call(addPurchaseOrder, { body })).body
  return wishes.isSent ? (await keeper.call(sendPurchaseOrder, { params: { id: draft.id } })).body : draft
}
