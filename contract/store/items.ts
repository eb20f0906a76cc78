import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import {
  byId,
  editOf,
  Id,
  Moment,
  money,
  optionalDay,
  optionalLines,
  optionalText,
  quantityAbove0,
  quantityFrom0,
  requiredText,
  SearchText,
} from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { PageQuery, pageOf } from '../api/page.ts'
import { optionalReference } from '../api/references.ts'
import { itemCategories, itemSortKeys } from './kinds.ts'

export const screens = [
  '/availability',
  '/inventory',
  '/inventory/$id',
  '/inventory/$id/edit',
  '/inventory/new',
] as const

export const errors = {
  inventory_item_name_taken: 409,
  inventory_item_has_stock: 400,
} as const

export const scopes = {
  inventory: { summary: 'Lists and figures of the store', permission: 'inventory.view' },
  'inventory-item': {
    summary: 'One item with its batches and movements',
    permission: 'inventory.view',
    key: Id,
  },
  'inventory-availability': { summary: 'What is available', permission: 'inventory.availability' },
} as const satisfies Record<string, ScopeKind>

export const itemUnits = ['pcs', 'ml', 'tablets', 'kg', 'litres'] as const
export type ItemUnit = (typeof itemUnits)[number]

/** Low at or below the reorder level, in need of reorder up to 1.5 times it. */
export const stockStatuses = ['IN_STOCK', 'NEED_REORDER', 'LOW_STOCK', 'OUT_OF_STOCK'] as const
export type StockStatus = (typeof stockStatuses)[number]

const category = z
  .string({ error: 'Category is required' })
  .trim()
  .toUpperCase()
  .pipe(z.enum(itemCategories, { error: 'Category is required' }))

const itemFields = {
  name: requiredText('Name is required', 200),
  category,
  description: optionalText(2000),
  unit: z.enum(itemUnits, { error: 'Unit is required' }),
  /** How many units a pack holds. */
  packSize: quantityAbove0('Pack size is required')
    .nullish()
    .transform((size) => size ?? null),
  /** A controlled medicine: the hospital may want two people to dispose of it. */
  isControlled: z.boolean().optional(),
  reorderLevel: quantityFrom0('Reorder level is required'),
  cost: money('Cost is required'),
  supplierId: optionalReference('supplier'),
  storageLocationId: optionalReference('storageLocation'),
  notes: optionalLines(2000),
}

/** The body that the item form sends; its quantity becomes the opening movement. */
export const InventoryItemForm = z.strictObject({
  ...itemFields,
  quantity: quantityFrom0('Quantity is required'),
  batchNumber: optionalText(60),
  expiryDate: optionalDay('Expiry is required'),
})

/** A whole form of what an item is; an edit may leave anything out. */
export const InventoryItemEdit = z.strictObject(itemFields)

export const InventoryItem = z.object({
  id: z.string(),
  name: z.string(),
  category: z.enum(itemCategories),
  description: z.string().nullable(),
  unit: z.enum(itemUnits),
  packSize: z.number().nullable(),
  isControlled: z.boolean(),
  quantity: z.number(),
  reorderLevel: z.number(),
  cost: z.number(),
  supplierId: z.string().nullable(),
  supplier: z.string().nullable(),
  storageLocationId: z.string().nullable(),
  location: z.string().nullable(),
  /** The first expiry of what is on the shelf. */
  expiryDate: z.string().nullable(),
  status: z.enum(stockStatuses),
  notes: z.string().nullable(),
  version: z.number().int(),
  createdAt: Moment,
  updatedAt: Moment,
})

export type InventoryItem = z.infer<typeof InventoryItem>

export const InventoryItemFilter = z.strictObject({
  search: SearchText.optional(),
  category: category.optional(),
  lowStock: z.stringbool().optional(),
  sort: z.enum(itemSortKeys).default('name'),
  direction: z.enum(['asc', 'desc']).default('asc'),
})

export type InventoryItemFilter = z.output<typeof InventoryItemFilter>

export const listInventoryItems = endpoint({
  name: 'listInventoryItems',
  summary: 'Items of the store',
  method: 'GET',
  path: '/inventory',
  permission: 'inventory.view',
  kind: 'read',
  query: InventoryItemFilter.extend(PageQuery.shape),
  reply: pageOf(InventoryItem),
})

export const exportInventoryItems = endpoint({
  name: 'exportInventoryItems',
  summary: 'The whole filtered list as CSV, streamed',
  method: 'GET',
  path: '/inventory/export',
  permission: 'inventory.view',
  kind: 'read',
  query: InventoryItemFilter,
  isWholeList: true,
  download: { media: 'text/csv', filename: 'inventory.csv' },
  reply: z.string(),
})

export const summarizeInventory = endpoint({
  name: 'summarizeInventory',
  summary: 'The figures above the inventory list',
  method: 'GET',
  path: '/inventory/summary',
  permission: 'inventory.view',
  kind: 'read',
  reply: z.object({
    totalItems: z.number().int(),
    /** The cost of everything in stock, in the hospital's currency: the sum of all movements. */
    totalValue: z.number(),
    lowStock: z.number().int(),
    byCategory: z.record(z.enum(itemCategories), z.number().int()),
  }),
})

export const listLowStock = endpoint({
  name: 'listLowStock',
  summary: 'Items at or below their reorder level, the emptiest first (200 at most)',
  method: 'GET',
  path: '/inventory/low-stock',
  permission: 'inventory.view',
  kind: 'read',
  reply: z.array(InventoryItem),
})

export const listInventoryItemsOfCategory = endpoint({
  name: 'listInventoryItemsOfCategory',
  summary: 'Items of one category, by name',
  method: 'GET',
  path: '/inventory/category/{category}',
  permission: 'inventory.view',
  kind: 'read',
  params: z.strictObject({ category }),
  query: PageQuery,
  reply: pageOf(InventoryItem),
})

export const listAvailability = endpoint({
  name: 'listAvailability',
  summary:
    'Whether something is available, and no more, by a part of its name and by category; sorted by name',
  method: 'GET',
  path: '/inventory/availability',
  permission: 'inventory.availability',
  kind: 'read',
  query: PageQuery.extend({ search: SearchText.optional(), category: category.optional() }),
  reply: pageOf(
    z.object({ id: z.string(), name: z.string(), unit: z.enum(itemUnits), available: z.boolean() }),
  ),
})

/** A medicine in the store as prescribers see it. Its name gives the strength and the form. */
export const PrescribableMedicine = z.object({
  id: z.string(),
  name: z.string(),
  unit: z.enum(itemUnits),
  /** The stock that has not expired. */
  usable: z.number(),
  /** The first expiry date of the usable stock. */
  firstExpiry: z.string().nullable(),
})
export type PrescribableMedicine = z.infer<typeof PrescribableMedicine>

export const listPrescribableMedicines = endpoint({
  name: 'listPrescribableMedicines',
  summary:
    'Medicines of the store by a part of their name, with what can be used of each (20 at most); a brand that the store doesn’t name finds its substance',
  method: 'GET',
  path: '/inventory/medicines',
  permission: 'clinical.prescribe',
  kind: 'read',
  query: z.strictObject({ search: SearchText.optional() }),
  reply: z.array(PrescribableMedicine),
})

export const readInventoryItem = endpoint({
  name: 'readInventoryItem',
  summary: 'One item; the ETag is what an edit sends back as If-Match',
  method: 'GET',
  path: '/inventory/{id}',
  permission: 'inventory.view',
  kind: 'read',
  params: byId,
  reply: InventoryItem,
})

export const addInventoryItem = endpoint({
  name: 'addInventoryItem',
  summary: 'Add an item; its quantity is booked as an opening movement',
  method: 'POST',
  path: '/inventory',
  permission: 'inventory.change',
  kind: 'create',
  body: InventoryItemForm,
  reply: InventoryItem,
  errors: ['inventory_item_name_taken'],
})

export const editInventoryItem = endpoint({
  name: 'editInventoryItem',
  summary: 'Change what an item is; its quantity changes by movements alone',
  method: 'PUT',
  path: '/inventory/{id}',
  permission: 'inventory.change',
  kind: 'edit',
  params: byId,
  body: editOf(InventoryItemEdit),
  reply: InventoryItem,
  errors: ['inventory_item_name_taken'],
})

export const deleteInventoryItem = endpoint({
  name: 'deleteInventoryItem',
  summary: 'Retire an item that has none left; its movements remain',
  method: 'DELETE',
  path: '/inventory/{id}',
  permission: 'inventory.change',
  kind: 'change',
  params: byId,
  reply: z.object({ id: z.string() }),
  errors: ['inventory_item_has_stock', 'in_use'],
})

export const auditWords = {
  exportInventoryItems: 'the inventory',
  summarizeInventory: 'figures of the inventory',
  addInventoryItem: 'added an item',
  editInventoryItem: 'edited an item',
  deleteInventoryItem: 'deleted an item',
}
