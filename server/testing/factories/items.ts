import type { z } from 'zod'
import {
  addInventoryItem,
  type InventoryItem,
  type InventoryItemForm,
} from '../../../contract/store/items.ts'
import { type MovementForm, moveStock } from '../../../contract/store/stock.ts'
import type { Client } from '../client.ts'

let made = 0

/** An item's form, unlike every other. */
export function itemForm(
  changed: Partial<z.input<typeof InventoryItemForm>> = {},
): z.input<typeof InventoryItemForm> {
  made++
  return {
    // No patient in the tests is allergic to it.
    name: `Paracetamol 250 mg, box ${made}`,
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
