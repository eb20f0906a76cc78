import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import {
  byId,
  Day,
  Id,
  largestAmount,
  Moment,
  money,
  optionalDay,
  optionalLines,
  quantityAbove0,
  quantityFrom0,
  requiredLines,
  requiredText,
  SearchText,
  severalOf,
} from '../api/fields.ts'
import { unlessRestricted } from '../api/only-for.ts'
import { PageQuery, pageOf } from '../api/page.ts'
import { optionalReference, reference } from '../api/references.ts'
import { countersignatureErrors } from '../people/countersignature-errors.ts'
import { wards } from '../wards/wards.ts'
import { InventoryItem, itemUnits } from './items.ts'
import { alertKinds, disposeCauses, itemCategories, movementKinds } from './kinds.ts'
import { inWholePacks } from './packs.ts'

export const screens = ['/inventory/movements'] as const

export const errors = {
  not_enough_stock: 409,
  stock_expired: 409,
  batch_differs: 409,
  over_returned: 409,
  stock_moved: 409,
} as const

/** The most empty batches listed at once. Older ones are found by their number. */
export const mostEmptied = 50

/** The batch that the creation form's quantity goes to when it names none. */
export const openingBatch = 'OPENING'

/** Days of use that a reorder covers beyond the reorder level. */
const reorderCovers = 30

/**
 * How much to order, in whole units, or in whole packs: to twice the reorder level, or to thirty days of use above it, whichever is more,
 * less what is there and on order; never more than can be ordered.
 */
export function suggestedReorder(
  quantity: number,
  reorderLevel: number,
  dailyUse: number,
  onOrder: number,
  packSize: number | null,
): number {
  const wanted = Math.max(reorderLevel * 2, reorderLevel + dailyUse * reorderCovers)
  return inWholePacks(Math.max(0, Math.ceil(wanted - quantity - onOrder)), packSize, largestAmount)
}

export const Batch = z.object({
  id: z.string(),
  batchNumber: z.string(),
  expiryDate: z.string().nullable(),
  isExpired: z.boolean(),
  quantity: z.number(),
  /** The average cost of one received unit. */
  cost: z.number(),
  supplier: z.string().nullable(),
  createdAt: Moment,
})

export type Batch = z.infer<typeof Batch>

export const Movement = z.object({
  id: z.number().int(),
  inventoryItemId: z.string(),
  batchId: z.string(),
  batchNumber: z.string(),
  kind: z.enum(movementKinds),
  /** The quantity added to the stock; negative if it was removed. */
  quantity: z.number(),
  /** The item's balance after the movement. */
  balance: z.number(),
  /** The cost of a unit that was received; null for other movements, and if it was not recorded. */
  cost: z.number().nullable(),
  /** The value added to the stock, at the cost that was paid; negative if it was removed. */
  worth: z.number(),
  reason: z.string().nullable(),
  cause: z.enum(disposeCauses).nullable(),
  ward: z.enum(wards).nullable(),
  /** Whether it was issued to or returned by a patient; `patientId` is sent only to staff who may see patients. */
  isForPatient: z.boolean(),
  patientId: unlessRestricted(z.string()),
  patientName: unlessRestricted(z.string()),
  /** The recorded allergy that it was issued against, and the reason. Shown to the same users as the patient. */
  allergy: unlessRestricted(z.string()),
  allergyReason: unlessRestricted(z.string()),
  /** The second person who countersigned it, where the hospital wants one. */
  countersignedBy: z.string().nullable(),
  by: z.string().nullable(),
  byId: z.string().nullable(),
  at: Moment,
})

export type Movement = z.infer<typeof Movement>

/** A movement with its item. */
export const StoreMovement = Movement.extend({
  inventoryItemName: z.string(),
  unit: z.enum(itemUnits),
  category: z.enum(itemCategories),
})

export type StoreMovement = z.infer<typeof StoreMovement>

/** Filters the movements of the whole store. */
const MovementFilter = z.strictObject({
  inventoryItemId: Id.optional(),
  category: z.enum(itemCategories).optional(),
  kind: severalOf(movementKinds).optional(),
  cause: z.enum(disposeCauses).optional(),
  /** The account that recorded it. */
  byId: Id.optional(),
  /** Days of the hospital. */
  from: Day.optional(),
  to: Day.optional(),
})

export type MovementFilter = z.output<typeof MovementFilter>

const reason = optionalLines(500)

const requiredReason = requiredLines('Reason is required', 500)

const batchId = reference('batch', 'Batch is required')
const quantity = quantityAbove0('Quantity is required')

const destination = {
  ward: z
    .enum(wards)
    .nullish()
    .transform((ward) => ward ?? null),
  patientId: optionalReference('patient'),
}

export const MovementForm = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('RECEIVE'),
      quantity,
      batchNumber: requiredText('Batch is required', 60),
      expiryDate: optionalDay('Expiry is required'),
      cost: money('Cost is required').optional(),
      supplierId: optionalReference('supplier'),
      reason,
    }),
    z
      .strictObject({
        kind: z.literal('ISSUE'),
        quantity,
        /** Left out, what expires first goes first; a batch that expires later needs a reason. */
        batchId: batchId.nullish(),
        ...destination,
        /** Why it is issued despite a recorded allergy. */
        allergyReason: optionalLines(500),
        reason,
      })
      .refine(({ ward, patientId }) => ward !== null || patientId !== null, {
        path: ['ward'],
        message: 'Choose a ward or a patient',
      }),
    z.strictObject({
      kind: z.literal('RETURN'),
      quantity,
      batchId,
      ...destination,
      reason,
    }),
    z.strictObject({
      kind: z.literal('ADJUST'),
      /** The counted quantity, 0 included; the difference is booked. */
      counted: quantityFrom0('Counted quantity is required'),
      /** The recorded quantity when it was counted. Refused (409) if the stock has moved since. */
      onRecord: quantityFrom0('Choose the batch that was counted'),
      batchId,
      reason: requiredReason,
      /** The second person's, where less of a controlled medicine was counted. */
      countersignature: optionalReference('countersignature'),
    }),
    z.strictObject({
      kind: z.literal('DISPOSE'),
      quantity,
      batchId,
      cause: z.enum(disposeCauses, { error: 'Cause is required' }),
      reason,
      /** The second person's, for a controlled medicine. */
      countersignature: optionalReference('countersignature'),
    }),
  ],
  { error: 'Choose what happened to the stock' },
)

export type MovementForm = z.output<typeof MovementForm>

export const StockAlert = z.object({
  id: z.string(),
  kind: z.enum(alertKinds),
  inventoryItemId: z.string(),
  inventoryItemName: z.string(),
  batchNumber: z.string().nullable(),
  expiryDate: z.string().nullable(),
  raisedAt: Moment,
})

export type StockAlert = z.infer<typeof StockAlert>

export const listStockAlerts = endpoint({
  name: 'listStockAlerts',
  summary:
    'What needs attention now: low, out of stock, expiring within 90 days, expired on the shelf; the first 500, the worst on top',
  method: 'GET',
  path: '/inventory/alerts',
  permission: 'inventory.view',
  kind: 'read',
  /** `total` is of all there are. */
  reply: z.object({ items: z.array(StockAlert), total: z.number().int() }),
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

export const listEmptiedBatches = endpoint({
  name: 'listEmptiedBatches',
  summary:
    'An item’s batches that are empty, the newest 50 on top, or those that hold `search`: what can be returned to, or counted again. The one that is chosen (`including`) comes first',
  method: 'GET',
  path: '/inventory/{id}/batches/emptied',
  permission: 'inventory.view',
  kind: 'read',
  params: byId,
  query: z.strictObject({ search: SearchText.optional(), including: Id.optional() }),
  reply: z.array(Batch.pick({ id: true, batchNumber: true })),
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

export const listStoreMovements = endpoint({
  name: 'listStoreMovements',
  summary: 'Movements of the whole store, newest first, and what they were worth altogether',
  method: 'GET',
  path: '/inventory/movements',
  permission: 'inventory.view',
  kind: 'read',
  namesPatients: true,
  query: MovementFilter.extend(PageQuery.shape),
  /**
   * `worth` is of the whole filtered list, where it is of days that can be counted, or of all until a day: that is what
   * was in the store when it was over. Null of all else.
   */
  reply: pageOf(StoreMovement).extend({ worth: z.number().nullable() }),
})

export const exportStoreMovements = endpoint({
  name: 'exportStoreMovements',
  summary: 'The whole filtered list of movements as CSV, streamed; no patient is named in it',
  method: 'GET',
  path: '/inventory/movements/export',
  permission: 'inventory.view',
  kind: 'read',
  query: MovementFilter,
  isWholeList: true,
  download: { media: 'text/csv', filename: 'movements.csv' },
  reply: z.string(),
})

export const moveStock = endpoint({
  name: 'moveStock',
  summary:
    'Receive, issue, return, adjust or dispose of stock. To or from a patient it takes `inventory.dispense`; against a recorded allergy it is issued with an `allergyReason` (409 `allergy_match`). Disposing of a controlled medicine, or counting less of it, takes a `countersignature` where the hospital wants one (409 `countersignature_needed`)',
  method: 'POST',
  path: '/inventory/{id}/movements',
  permission: 'inventory.change',
  kind: 'create',
  params: byId,
  body: MovementForm,
  reply: z.object({ item: InventoryItem, movements: z.array(Movement) }),
  errors: [
    'not_enough_stock',
    'stock_expired',
    'batch_differs',
    'over_returned',
    'stock_moved',
    'allergy_match',
    ...countersignatureErrors,
  ],
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
    days: z.array(z.object({ day: z.string(), quantity: z.number() })).min(7),
    /** Issued less returned, per day over the last 30 days. */
    averageDailyUse: z.number(),
    /** How long the stock lasts at that use; null when nothing is used. */
    daysLeft: z.number().nullable(),
    onOrder: z.number(),
    suggestedReorder: z.number(),
  }),
})

export const auditWords = {
  listMovements: 'movements of an item',
  listStoreMovements: 'movements of the store',
  exportStoreMovements: 'movements of the store',
  moveStock: 'moved stock',
}
