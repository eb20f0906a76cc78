import {
  InventoryItem,
  InventoryItemEdit,
  InventoryItemForm,
  type ItemCategory,
  type ItemUnit,
} from '../../../contract/inventory-items.ts'
import { openingBatch } from '../../../contract/stock.ts'
import { newAttemptKey } from '../../client/attempt-key.ts'
import { typedForm } from '../../records/typed.ts'
import { categoryNames, formatQuantity, readAmount } from '../words.ts'

/** What the item form holds while it is filled in. All of it is kept as a draft. */
export interface ItemValues {
  name: string
  category: ItemCategory | null
  quantity: string
  unit: ItemUnit | null
  reorderLevel: string
  cost: string
  description: string
  supplierId: string | null
  storageLocationId: string | null
  batchNumber: string
  /** yyyy-mm-dd once understood, what was typed until then. */
  expiryDate: string
  notes: string
  /** The same on every try of this form, so that one form never makes two items. */
  attemptKey: string
  /** The record that an edit began from; null for a new item. */
  base: InventoryItem | null
}

/** What an edit can change, in the order and words of the form. */
export const itemFields = {
  name: 'Name',
  category: 'Category',
  unit: 'Unit',
  reorderLevel: 'Reorder Level',
  cost: 'Cost',
  supplierId: 'Supplier',
  storageLocationId: 'Storage location',
  description: 'Description',
  notes: 'Notes',
} as const
export type ItemField = keyof typeof itemFields
const itemFieldNames = Object.keys(itemFields) as ItemField[]

export function blankItem(): ItemValues {
  return {
    name: '',
    category: null,
    quantity: '',
    unit: null,
    reorderLevel: '',
    cost: '',
    description: '',
    supplierId: null,
    storageLocationId: null,
    batchNumber: '',
    expiryDate: '',
    notes: '',
    attemptKey: newAttemptKey(),
    base: null,
  }
}

export function itemValues(item: InventoryItem): ItemValues {
  return {
    name: item.name,
    category: item.category,
    quantity: '',
    unit: item.unit,
    reorderLevel: String(item.reorderLevel),
    cost: item.cost.toFixed(2),
    description: item.description ?? '',
    supplierId: item.supplierId,
    storageLocationId: item.storageLocationId,
    batchNumber: '',
    expiryDate: '',
    notes: item.notes ?? '',
    attemptKey: '',
    base: item,
  }
}

function fieldsOf({
  name,
  category,
  unit,
  description,
  supplierId,
  storageLocationId,
  notes,
  ...typed
}: ItemValues) {
  return {
    name,
    category: category ?? undefined,
    unit: unit ?? undefined,
    reorderLevel: readAmount(typed.reorderLevel),
    cost: readAmount(typed.cost),
    description,
    supplierId,
    storageLocationId,
    notes,
  }
}

function newItemOf(values: ItemValues) {
  const { batchNumber, expiryDate } = values
  return {
    ...fieldsOf(values),
    quantity: readAmount(values.quantity),
    batchNumber: batchNumber.trim() || (expiryDate.trim() ? openingBatch : null),
    expiryDate,
  }
}

export const newItemSchema = typedForm<ItemValues>(InventoryItemForm, newItemOf, ({ expiryDate }) => [
  ['expiryDate', expiryDate],
])
export const itemEditSchema = typedForm<ItemValues>(InventoryItemEdit, fieldsOf)

/** What is sent of the values. @throws ZodError for values that were not validated. */
export function newItemBody(values: ItemValues) {
  return InventoryItemForm.parse(newItemOf(values))
}
export function itemEditBody(values: ItemValues) {
  return InventoryItemEdit.parse(fieldsOf(values))
}

/** A field that they changed, and that differs from what stands in this form. */
export interface ConflictingField {
  field: ItemField
  theirs: string | null
  mine: string | null
  /** Only they touched it; otherwise both did. */
  onlyTheirs: boolean
}

export interface ItemConflictState {
  theirs: InventoryItem
  changedBy?: string | undefined
  changedAt: string
  fields: ConflictingField[]
}

/** What they changed since `values.base`, where it differs from what stands in the form. */
export function conflictingFields(values: ItemValues, theirs: InventoryItem): ConflictingField[] {
  const now = itemValues(theirs)
  const was = values.base ? itemValues(values.base) : blankItem()
  const same = (one: string | null, other: string | null) => {
    const [left, right] = [(one ?? '').trim(), (other ?? '').trim()]
    return left === right || (left !== '' && right !== '' && readAmount(left) === readAmount(right))
  }
  return itemFieldNames.flatMap((field) => {
    if (same(now[field], was[field]) || same(now[field], values[field])) return []
    return [{ field, theirs: now[field], mine: values[field], onlyTheirs: same(values[field], was[field]) }]
  })
}

/** A field as people read it; `names` are those of suppliers and locations. */
export function fieldWords(
  field: ItemField,
  value: string | null,
  names: ReadonlyMap<string, string>,
): string {
  if (!value?.trim()) return 'Not recorded'
  if (field === 'category') return categoryNames[value as ItemCategory] ?? value
  if (field === 'supplierId' || field === 'storageLocationId') return names.get(value) ?? 'Not recorded'
  if (field === 'reorderLevel') return formatQuantity(readAmount(value) ?? 0)
  return value
}

/** The record in a 412's answer, if it is one. */
export function currentItem(current: unknown): InventoryItem | undefined {
  const item = InventoryItem.safeParse(current)
  return item.success ? item.data : undefined
}
