import type { InventoryItem } from '../../contract/inventory-items.ts'
import type { RecordKind } from '../records/record.ts'
import { itemById } from './queries.ts'

export const item: RecordKind<InventoryItem> = {
  called: 'this item',
  gone: 'This item doesn’t exist or has been deleted.',
  read: itemById,
}
