import { editInventoryItem, type InventoryItem } from '../../../contract/store/items.ts'
import type { EditedKind } from '../../ground/records/record.ts'
import { itemById } from './queries.ts'

export const item: EditedKind<InventoryItem> = {
  called: 'this item',
  gone: 'This item doesn’t exist or has been deleted.',
  read: itemById,
  changedBy: [editInventoryItem],
}
