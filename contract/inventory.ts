import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment, optionalText, requiredDay, requiredText, SearchText } from './fields.ts'
import { PageQuery, pageOf } from './page.ts'
import {
  alertKinds,
  disposeCauses,
  itemCategories,
  itemUnits,
  movementKinds,
  stockStatuses,
} from './stock.ts'
import { wards } from './wards.ts'

function hasDecimals(value: number, most: number): boolean {
  return Number(value.toFixed(most)) === value
}
function amount(required: string, decimals: number) {
  return z
    .number({
      error: (issue) => (issue.input === undefined || issue.input === null ? required : 'Must be a number'),
    })
    .max(999_999_999, 'At most 999,999,999')
    .refine((value) => hasDecimals(value, decimals), `At most ${decimals} decimals`)
}
/** A quantity has three decimals at most, money two. */
const quantityFrom0 = (required: string) => amount(required, 3).min(0, 'Can’t be negative')
const quantityOfSomething = amount('Quantity is required', 3).positive('Must be more than zero')
const money = (required: string) => amount(required, 2).min(0, 'Can’t be negative')
const expiryDate = z
  .union([z.literal('').transform(() => null), requiredDay('Expiry is required'), z.null()])
  .optional()
  .transform((typed) => typed ?? null)
const chosenId = z
  .union([z.literal('').transform(() => null), Id, z.null()])
  .optional()
  .transform((chosen) => chosen ?? null)
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
  reorderLevel: quantityFrom0('Reorder level is required'),
  cost: money('Cost is required'),
  supplierId: chosenId,
  locationId: chosenId,
  notes: optionalText(2000),
}

/** What the item form sends; its quantity becomes the opening movement. */
export const ItemForm = z.strictObject({
  ...itemFields,
  quantity: quantityFrom0('Quantity is required'),
  batchNumber: optionalText(60),
  expiryDate,
})
export const ItemEdit = z.strictObject(itemFields)

export const Item = z.object({
  id: z.string(),
  name: z.string(),
  category: z.enum(itemCategories),
  description: z.string().nullable(),
  unit: z.enum(itemUnits),
  quantity: z.number(),
  reorderLevel: z.number(),
  cost: z.number(),
  supplierId: z.string().nullable(),
  supplier: z.string().nullable(),
  locationId: z.string().nullable(),
  location: z.string().nullable(),
  /** The first expiry of what is on the shelf. */
  expiryDate: z.string().nullable(),
  status: z.enum(stockStatuses),
  notes: z.string().nullable(),
  version: z.number().int(),
  createdAt: Moment,
  updatedAt: Moment,
})
export type Item = z.infer<typeof Item>

export const Batch = z.object({
  id: z.string(),
  batchNumber: z.string(),
  expiryDate: z.string().nullable(),
  isExpired: z.boolean(),
  quantity: z.number(),
  cost: z.number(),
  supplier: z.string().nullable(),
  createdAt: Moment,
})
export type Batch = z.infer<typeof Batch>

export const Movement = z.object({
  id: z.number().int(),
  itemId: z.string(),
  batchId: z.string(),
  batchNumber: z.string(),
  kind: z.enum(movementKinds),
  /** What it added; negative took away. */
  quantity: z.number(),
  /** Of the item, after it. */
  balance: z.number(),
  reason: z.string().nullable(),
  cause: z.enum(disposeCauses).nullable(),
  ward: z.enum(wards).nullable(),
  patientId: z.string().nullable(),
  /** Null also for those who may not see patients. */
  patientName: z.string().nullable(),
  by: z.string().nullable(),
  at: Moment,
})
export type Movement = z.infer<typeof Movement>

const reason = optionalText(500)
const requiredReason = requiredText('Reason is required', 500)
const batchId = z.guid('Batch is required').toLowerCase()
const destination = {
  ward: z
    .enum(wards)
    .nullish()
    .transform((ward) => ward ?? null),
  patientId: chosenId,
}

export const MovementForm = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('RECEIVE'),
      quantity: quantityOfSomething,
      batchNumber: requiredText('Batch is required', 60),
      expiryDate,
      cost: money('Cost is required').optional(),
      supplierId: chosenId,
      reason,
    }),
    z
      .strictObject({
        kind: z.literal('ISSUE'),
        quantity: quantityOfSomething,
        /** Left out, what expires first goes first; another batch needs a reason. */
        batchId: batchId.nullish(),
        ...destination,
        reason,
      })
      .refine(({ ward, patientId }) => ward !== null || patientId !== null, {
        path: ['ward'],
        message: 'Choose a ward or a patient',
      }),
    z.strictObject({
      kind: z.literal('RETURN'),
      quantity: quantityOfSomething,
      batchId,
      ...destination,
      reason,
    }),
    z.strictObject({
      kind: z.literal('ADJUST'),
      quantity: amount('Quantity is required', 3)
        .min(-999_999_999)
        .refine((value) => value !== 0, 'Must not be zero'),
      batchId,
      reason: requiredReason,
    }),
    z.strictObject({
      kind: z.literal('DISPOSE'),
      quantity: quantityOfSomething,
      batchId,
      cause: z.enum(disposeCauses, { error: 'Cause is required' }),
      reason,
    }),
  ],
  { error: 'Choose what happened to the stock' },
)
export type MovementForm = z.output<typeof MovementForm>

export const itemSortKeys = ['name', 'quantity', 'cost', 'expiryDate'] as const
export const ItemFilter = z.strictObject({
  search: SearchText.optional(),
  category: category.optional(),
  lowStock: z.stringbool().optional(),
  sort: z.enum(itemSortKeys).default('name'),
  direction: z.enum(['asc', 'desc']).default('asc'),
})
export type ItemFilter = z.output<typeof ItemFilter>

const byId = z.strictObject({ id: Id })

export const listItems = endpoint({
  name: 'listItems',
  summary: 'Items of the store',
  method: 'GET',
  path: '/inventory',
  permission: 'inventory.view',
  kind: 'read',
  query: ItemFilter.extend(PageQuery.shape),
  reply: pageOf(Item),
})

export const exportItems = endpoint({
  name: 'exportItems',
  summary: 'The whole filtered list as CSV, streamed',
  method: 'GET',
  path: '/inventory/export',
  permission: 'inventory.view',
  kind: 'read',
  query: ItemFilter,
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
    /** Quantity times cost over all items, in the hospital's currency. */
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
  reply: z.array(Item),
})

export const listItemsOfCategory = endpoint({
  name: 'listItemsOfCategory',
  summary: 'Items of one category, by name',
  method: 'GET',
  path: '/inventory/category/{category}',
  permission: 'inventory.view',
  kind: 'read',
  params: z.strictObject({ category }),
  query: PageQuery,
  reply: pageOf(Item),
})

export const listAvailability = endpoint({
  name: 'listAvailability',
  summary: 'Whether something is available, and no more, by a part of its name',
  method: 'GET',
  path: '/inventory/availability',
  permission: 'inventory.availability',
  kind: 'read',
  query: z.strictObject({ search: SearchText.optional() }),
  reply: z.array(
    z.object({ id: z.string(), name: z.string(), unit: z.enum(itemUnits), available: z.boolean() }),
  ),
})

export const listStockAlerts = endpoint({
  name: 'listStockAlerts',
  summary: 'What needs somebody now: low, out of stock, expiring within 90 days, expired on the shelf',
  method: 'GET',
  path: '/inventory/alerts',
  permission: 'inventory.view',
  kind: 'read',
  reply: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(alertKinds),
      itemId: z.string(),
      itemName: z.string(),
      batchNumber: z.string().nullable(),
      expiryDate: z.string().nullable(),
      raisedAt: Moment,
    }),
  ),
})

export const readItem = endpoint({
  name: 'readItem',
  summary: 'One item; the ETag is what an edit sends back as If-Match',
  method: 'GET',
  path: '/inventory/{id}',
  permission: 'inventory.view',
  kind: 'read',
  params: byId,
  reply: Item,
})

export const addItem = endpoint({
  name: 'addItem',
  summary: 'Add an item; its quantity is booked as an opening movement',
  method: 'POST',
  path: '/inventory',
  permission: 'inventory.change',
  kind: 'create',
  body: ItemForm,
  reply: Item,
  errors: ['item_name_taken'],
})

export const editItem = endpoint({
  name: 'editItem',
  summary: 'Change what an item is; its quantity changes by movements alone',
  method: 'PUT',
  path: '/inventory/{id}',
  permission: 'inventory.change',
  kind: 'edit',
  params: byId,
  body: ItemEdit,
  reply: Item,
  errors: ['item_name_taken'],
})

export const deleteItem = endpoint({
  name: 'deleteItem',
  summary: 'Retire an item that has nothing left on the shelf; its movements remain',
  method: 'DELETE',
  path: '/inventory/{id}',
  permission: 'inventory.change',
  kind: 'change',
  params: byId,
  reply: z.object({ id: z.string() }),
  errors: ['item_has_stock'],
})

export const listBatches = endpoint({
  name: 'listBatches',
  summary: 'An item’s batches that have stock, what expires first on top',
  method: 'GET',
  path: '/inventory/{id}/batches',
  permission: 'inventory.view',
  kind: 'read',
  params: byId,
  reply: z.array(Batch),
})

export const listMovements = endpoint({
  name: 'listMovements',
  summary: 'An item’s movements, newest first, each with the balance after it',
  method: 'GET',
  path: '/inventory/{id}/movements',
  permission: 'inventory.view',
  kind: 'read',
  namesPatients: true,
  params: byId,
  query: PageQuery,
  reply: pageOf(Movement),
})

export const moveStock = endpoint({
  name: 'moveStock',
  summary: 'Receive, issue, return, adjust or dispose of stock',
  method: 'POST',
  path: '/inventory/{id}/movements',
  permission: 'inventory.change',
  kind: 'create',
  params: byId,
  body: MovementForm,
  reply: z.object({ item: Item, movements: z.array(Movement) }),
  errors: ['not_enough_stock', 'stock_expired', 'batch_differs'],
})

export const readStockHistory = endpoint({
  name: 'readStockHistory',
  summary: 'An item’s stock at the end of each of the last days, and what its use suggests',
  method: 'GET',
  path: '/inventory/{id}/history',
  permission: 'inventory.view',
  kind: 'read',
  params: byId,
  query: z.strictObject({ days: z.coerce.number().int().min(7).max(365).default(90) }),
  reply: z.object({
    days: z.array(z.object({ day: z.string(), quantity: z.number() })),
    /** Issued less returned, per day over the last 30 days. */
    averageDailyUse: z.number(),
    /** How long the stock lasts at that use; null when nothing is used. */
    daysLeft: z.number().nullable(),
    onOrder: z.number(),
    suggestedReorder: z.number(),
  }),
})
