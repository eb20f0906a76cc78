import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import {
  byId,
  editOf,
  Id,
  largestValue,
  Moment,
  money,
  optionalDay,
  optionalLines,
  quantityAbove0,
  quantityFrom0,
  requiredText,
  SearchText,
} from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { PageQuery, pageOf } from '../api/page.ts'
import { reference, refersTo } from '../api/references.ts'
import { itemUnits } from './items.ts'
import { purchaseOrderStatuses } from './kinds.ts'

export const screens = ['/purchase-orders', '/purchase-orders/$id', '/purchase-orders/new'] as const

export const errors = {
  nothing_to_order: 409,
  not_mailable: 409,
  reorder_changed: 409,
  purchase_order_closed: 409,
  over_received: 409,
  received_meanwhile: 409,
} as const

export const scopes = {
  'purchase-orders': { summary: 'Lists of purchase orders', permission: 'inventory.view' },
  'purchase-order': { summary: 'One purchase order', permission: 'inventory.view', key: Id },
} as const satisfies Record<string, ScopeKind>

export const PurchaseOrderLine = z.object({
  id: z.string(),
  inventoryItemId: z.string(),
  inventoryItemName: z.string(),
  unit: z.enum(itemUnits),
  /** How many units a pack of the item holds. */
  packSize: z.number().nullable(),
  quantity: z.number(),
  cost: z.number(),
  received: z.number(),
})
export type PurchaseOrderLine = z.infer<typeof PurchaseOrderLine>

/** The quantity of a line that is still to come. */
export function outstandingOf({ quantity, received }: PurchaseOrderLine): number {
  return Math.max(0, Math.round((quantity - received) * 1000) / 1000)
}

export const PurchaseOrder = z.object({
  id: z.string(),
  /** Such as PO1001. */
  number: z.string(),
  supplierId: z.string().nullable(),
  supplier: z.string().nullable(),
  supplierContact: z.string().nullable(),
  supplierEmail: z.string().nullable(),
  status: z.enum(purchaseOrderStatuses),
  notes: z.string().nullable(),
  /** The day by which the hospital needs it. */
  neededBy: z.string().nullable(),
  /** The name of the person who wrote the order. */
  orderedBy: z.string().nullable(),
  lines: z.array(PurchaseOrderLine),
  /** Quantity times cost over all lines. */
  total: z.number(),
  version: z.number().int(),
  createdAt: Moment,
  sentAt: Moment.nullable(),
  /** The address to which the order is e-mailed, and when the mail server took it. */
  mailedTo: z.string().nullable(),
  mailedAt: Moment.nullable(),
  receivedAt: Moment.nullable(),
  cancelledAt: Moment.nullable(),
})
export type PurchaseOrder = z.infer<typeof PurchaseOrder>

const quantity = quantityAbove0('Quantity is required')
const cost = money('Cost is required')

/** On one order, and in one delivery. */
export const mostLines = 200

/** Whether an order has few enough lines and is not worth too much: the same rule as `purchase_order_bounded`. */
export function fitsOneOrder(lines: readonly { quantity: number; cost: number }[]): boolean {
  return lines.length <= mostLines && totalOf(lines) <= largestValue
}

/** A draft as it is written. An edit's lines replace all that there are. */
export const PurchaseOrderForm = z.strictObject({
  supplierId: Id.meta({ [refersTo]: 'supplier' }).nullable(),
  notes: optionalLines(2000),
  neededBy: optionalDay('Enter a date'),
  lines: z
    .array(
      z.strictObject({ inventoryItemId: reference('inventoryItem', 'Item is required'), quantity, cost }),
    )
    .min(1, 'An order needs a line')
    .max(mostLines, { abort: true })
    .refine(fitsOneOrder, 'The total is more than 999,999,999,999.99'),
})

function totalOf(lines: readonly { quantity: number; cost: number }[]): number {
  return lines.reduce((sum, line) => sum + line.quantity * line.cost, 0)
}

/** One line of what reordering would order. */
const ReorderLine = z.object({
  inventoryItemId: z.string(),
  inventoryItemName: z.string(),
  unit: z.enum(itemUnits),
  packSize: z.number().nullable(),
  inStock: z.number(),
  /** The stock that has not expired. An item is low as soon as this is. */
  usable: z.number(),
  quantity: z.number(),
  cost: z.number(),
  amount: z.number(),
})

/** A preview of reordering low stock; it changes nothing. */
export const ReorderPlan = z.object({
  orders: z.array(
    z.object({
      supplierId: z.string(),
      supplier: z.string(),
      /** The open draft that the lines are added to, as it is; null where one is created. */
      draft: z
        .object({ id: z.string(), number: z.string(), lines: z.number(), total: z.number() })
        .nullable(),
      lines: z.array(ReorderLine),
      /** The total of these lines. */
      total: z.number(),
    }),
  ),
  /** Low, and not ordered by this. */
  leftOut: z.array(
    z.object({
      inventoryItemId: z.string(),
      inventoryItemName: z.string(),
      unit: z.enum(itemUnits),
      inStock: z.number(),
      usable: z.number(),
      reason: z.enum(['NO_SUPPLIER', 'ON_ORDER']),
      /** The order that it is already on. */
      order: z.object({ id: z.string(), number: z.string() }).nullable(),
    }),
  ),
  /** How many more items are low than the plan lists; each of its two lists has a limit. */
  more: z.object({ toOrder: z.number(), leftOut: z.number() }),
  total: z.number(),
  /** Identifies everything that would be written; sent back to accept the plan. */
  plan: z.string(),
})
export type ReorderPlan = z.infer<typeof ReorderPlan>

export const ReceiptForm = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        lineId: reference('purchaseOrderLine', 'Line is required'),
        quantity,
        batchNumber: requiredText('Batch is required', 60),
        expiryDate: optionalDay('Expiry is required'),
        cost: cost.optional(),
        /** The quantity received so far as the user saw it: refused (409) if more has been received since. */
        received: quantityFrom0('What had been received is required').optional(),
      }),
    )
    .min(1, 'Enter what was received')
    .max(mostLines),
})

export const listPurchaseOrders = endpoint({
  name: 'listPurchaseOrders',
  summary: 'Purchase orders, newest first; of a search by number, in order of number',
  method: 'GET',
  path: '/purchase-orders',
  permission: 'inventory.view',
  kind: 'read',
  query: PageQuery.extend({
    status: z.enum(purchaseOrderStatuses).optional(),
    /** The number, or how it begins: 'PO1099', '109'. */
    search: SearchText.optional(),
  }),
  reply: pageOf(PurchaseOrder),
})
export const readPurchaseOrder = endpoint({
  name: 'readPurchaseOrder',
  summary: 'One purchase order; the ETag is what an edit sends back as If-Match',
  method: 'GET',
  path: '/purchase-orders/{id}',
  permission: 'inventory.view',
  kind: 'read',
  params: byId,
  reply: PurchaseOrder,
})
export const addPurchaseOrder = endpoint({
  name: 'addPurchaseOrder',
  summary: 'Write a draft order',
  method: 'POST',
  path: '/purchase-orders',
  permission: 'inventory.change',
  kind: 'create',
  body: PurchaseOrderForm,
  reply: PurchaseOrder,
})
export const previewLowStockPurchaseOrders = endpoint({
  name: 'previewLowStockPurchaseOrders',
  summary: 'What reordering low stock would do now, by supplier, and what it would leave out',
  method: 'GET',
  path: '/purchase-orders/from-low-stock',
  permission: 'inventory.change',
  kind: 'read',
  reply: ReorderPlan,
})
export const draftLowStockPurchaseOrders = endpoint({
  name: 'draftLowStockPurchaseOrders',
  summary:
    'Order items that are low and not on order yet, up to a thousand items at once, in suggested quantities, on each supplier’s open draft, or a new one. Nothing is written when that is no longer the `plan` that was previewed',
  method: 'POST',
  path: '/purchase-orders/from-low-stock',
  permission: 'inventory.change',
  kind: 'create',
  /** Without a plan, whatever would be ordered now. */
  body: z.strictObject({ plan: z.string().max(100).optional() }),
  reply: z.array(PurchaseOrder),
  errors: ['nothing_to_order', 'reorder_changed'],
})
export const editPurchaseOrder = endpoint({
  name: 'editPurchaseOrder',
  summary: 'Change a draft',
  method: 'PUT',
  path: '/purchase-orders/{id}',
  permission: 'inventory.change',
  kind: 'edit',
  params: byId,
  body: editOf(PurchaseOrderForm),
  reply: PurchaseOrder,
  errors: ['purchase_order_closed'],
})
export const sendPurchaseOrder = endpoint({
  name: 'sendPurchaseOrder',
  summary: 'Mark a draft as sent to its supplier; `byMail` e-mails it there',
  method: 'POST',
  path: '/purchase-orders/{id}/send',
  permission: 'inventory.change',
  kind: 'change',
  params: byId,
  body: z.strictObject({ byMail: z.boolean().optional() }).nullish(),
  reply: PurchaseOrder,
  errors: ['purchase_order_closed', 'not_mailable'],
})
export const cancelPurchaseOrder = endpoint({
  name: 'cancelPurchaseOrder',
  summary: 'Cancel a draft, or what is outstanding of a sent order',
  method: 'POST',
  path: '/purchase-orders/{id}/cancel',
  permission: 'inventory.change',
  kind: 'change',
  params: byId,
  reply: PurchaseOrder,
  errors: ['purchase_order_closed'],
})
export const receivePurchaseOrder = endpoint({
  name: 'receivePurchaseOrder',
  summary: 'Receive a sent order, whole or in parts: books the movements',
  method: 'POST',
  path: '/purchase-orders/{id}/receive',
  permission: 'inventory.change',
  kind: 'create',
  params: byId,
  body: ReceiptForm,
  reply: PurchaseOrder,
  errors: ['purchase_order_closed', 'over_received', 'received_meanwhile', 'batch_differs'],
})

export const auditWords = {
  addPurchaseOrder: 'added a purchase order',
  draftLowStockPurchaseOrders: 'drafted orders of low stock',
  editPurchaseOrder: 'edited a purchase order',
  sendPurchaseOrder: 'sent a purchase order',
  cancelPurchaseOrder: 'cancelled a purchase order',
  receivePurchaseOrder: 'received a purchase order',
}
