import type { z } from 'zod'
import {
  addInventoryItem,
  type InventoryItem,
  type InventoryItemForm,
} from '../../contract/inventory-items.ts'
import { addPurchaseOrder, type PurchaseOrder, sendPurchaseOrder } from '../../contract/purchase-orders.ts'
import { type MovementForm, moveStock } from '../../contract/stock.ts'
import { addStorageLocation, type StorageLocation } from '../../contract/storage-locations.ts'
import { addSupplier, type Supplier } from '../../contract/suppliers.ts'
import type { Client } from './client.ts'

let made = 0

/** An item's form, unlike every other. */
export function itemForm(
  changed: Partial<z.input<typeof InventoryItemForm>> = {},
): z.input<typeof InventoryItemForm> {
  made++
  return {
    name: `Amoxicillin 250 mg, box ${made}`,
    category: 'MEDICINE',
    quantity: 100,
    unit: 'tablets',
    reorderLevel: 20,
    cost: 0.35,
    ...changed,
  }
}

/** Adds an item through the API. */
export async function givenItem(
  keeper: Client,
  changed: Partial<z.input<typeof InventoryItemForm>> = {},
): Promise<InventoryItem> {
  return (await keeper.call(addInventoryItem, { body: itemForm(changed) })).body
}

/** Asks for a movement; the answer may be a refusal. */
export function move(keeper: Client, item: { id: string }, body: z.input<typeof MovementForm>) {
  return keeper.call(moveStock, { params: { id: item.id }, body })
}

export async function givenSupplier(keeper: Client): Promise<Supplier> {
  made++
  return (await keeper.call(addSupplier, { body: { name: `Harbour Medical ${made}` } })).body
}

export async function givenLocation(keeper: Client): Promise<StorageLocation> {
  made++
  return (await keeper.call(addStorageLocation, { body: { name: `Cold room ${made}` } })).body
}

/** A draft of one line, of a new item; sent when asked for. */
export async function givenOrder(keeper: Client, wishes: { isSent?: boolean } = {}): Promise<PurchaseOrder> {
  const [item, supplier] = [await givenItem(keeper), await givenSupplier(keeper)]
  const body = { supplierId: supplier.id, lines: [{ inventoryItemId: item.id, quantity: 10, cost: 0.35 }] }
  const draft = (await keeper.call(addPurchaseOrder, { body })).body
  return wishes.isSent ? (await keeper.call(sendPurchaseOrder, { params: { id: draft.id } })).body : draft
}
