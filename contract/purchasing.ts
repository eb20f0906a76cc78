import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment, optionalText, requiredDay, requiredText } from './fields.ts'
import { PageQuery, pageOf } from './page.ts'
import { itemUnits } from './stock.ts'

export const orderStatuses = ['DRAFT', 'SENT', 'RECEIVED', 'CANCELLED'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const OrderLine = z.object({
  id: z.string(),
  itemId: z.string(),
  itemName: z.string(),
  unit: z.enum(itemUnits),
  quantity: z.number(),
  cost: z.number(),
  received: z.number(),
})
export type OrderLine = z.infer<typeof OrderLine>

export const PurchaseOrder = z.object({
  id: z.string(),
  /** Such as PO1001. */
  number: z.string(),
  supplierId: z.string().nullable(),
  supplier: z.string().nullable(),
  supplierContact: z.string().nullable(),
  status: z.enum(orderStatuses),
  notes: z.string().nullable(),
  lines: z.array(OrderLine),
  /** Quantity times cost over all lines. */
  total: z.number(),
  version: z.number().int(),
  createdAt: Moment,
  sentAt: Moment.nullable(),
  receivedAt: Moment.nullable(),
  cancelledAt: Moment.nullable(),
})
export type PurchaseOrder = z.infer<typeof PurchaseOrder>

const byId = z.strictObject({ id: Id })
const quantity = z
  .number({ error: 'Quantity is required' })
  .positive('Must be more than zero')
  .max(999_999_999, 'At most 999,999,999')
  .refine((value) => Number(value.toFixed(3)) === value, 'At most 3 decimals')
const cost = z
  .number({ error: 'Cost is required' })
  .min(0, 'Can’t be negative')
  .max(999_999_999, 'At most 999,999,999')
  .refine((value) => Number(value.toFixed(2)) === value, 'At most 2 decimals')

/** A draft as it is edited: its lines are replaced by these. */
export const OrderForm = z.strictObject({
  supplierId: Id.nullable(),
  notes: optionalText(2000),
  lines: z
    .array(z.strictObject({ itemId: Id, quantity, cost }))
    .min(1, 'An order needs a line')
    .max(200),
})

export const ReceiptForm = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        lineId: Id,
        quantity,
        batchNumber: requiredText('Batch is required', 60),
        expiryDate: z
          .union([z.literal('').transform(() => null), requiredDay('Expiry is required'), z.null()])
          .optional()
          .transform((typed) => typed ?? null),
        cost: cost.optional(),
      }),
    )
    .min(1, 'Enter what was received')
    .max(200),
})

export const listOrders = endpoint({
  name: 'listOrders',
  summary: 'Purchase orders, newest first',
  method: 'GET',
  path: '/purchase-orders',
  permission: 'inventory.view',
  kind: 'read',
  query: PageQuery.extend({ status: z.enum(orderStatuses).optional() }),
  reply: pageOf(PurchaseOrder),
})
export const readOrder = endpoint({
  name: 'readOrder',
  summary: 'One purchase order; the ETag is what an edit sends back as If-Match',
  method: 'GET',
  path: '/purchase-orders/{id}',
  permission: 'inventory.view',
  kind: 'read',
  params: byId,
  reply: PurchaseOrder,
})
export const addOrder = endpoint({
  name: 'addOrder',
  summary: 'Write a draft order',
  method: 'POST',
  path: '/purchase-orders',
  permission: 'inventory.change',
  kind: 'create',
  body: OrderForm,
  reply: PurchaseOrder,
})
export const draftLowStockOrders = endpoint({
  name: 'draftLowStockOrders',
  summary:
    'A draft order per supplier of everything that is low and not on order yet, with suggested quantities',
  method: 'POST',
  path: '/purchase-orders/from-low-stock',
  permission: 'inventory.change',
  kind: 'create',
  reply: z.array(PurchaseOrder),
  errors: ['nothing_to_order'],
})
export const editOrder = endpoint({
  name: 'editOrder',
  summary: 'Change a draft',
  method: 'PUT',
  path: '/purchase-orders/{id}',
  permission: 'inventory.change',
  kind: 'edit',
  params: byId,
  body: OrderForm,
  reply: PurchaseOrder,
  errors: ['order_closed'],
})
export const sendOrder = endpoint({
  name: 'sendOrder',
  summary: 'Mark a draft as sent to its supplier',
  method: 'POST',
  path: '/purchase-orders/{id}/send',
  permission: 'inventory.change',
  kind: 'change',
  params: byId,
  reply: PurchaseOrder,
  errors: ['order_closed'],
})
export const cancelOrder = endpoint({
  name: 'cancelOrder',
  summary: 'Cancel a draft, or what is outstanding of a sent order',
  method: 'POST',
  path: '/purchase-orders/{id}/cancel',
  permission: 'inventory.change',
  kind: 'change',
  params: byId,
  reply: PurchaseOrder,
  errors: ['order_closed'],
})
export const receiveOrder = endpoint({
  name: 'receiveOrder',
  summary: 'Receive a sent order, whole or in parts: books the movements',
  method: 'POST',
  path: '/purchase-orders/{id}/receive',
  permission: 'inventory.change',
  kind: 'create',
  params: byId,
  body: ReceiptForm,
  reply: PurchaseOrder,
  errors: ['order_closed', 'over_received', 'batch_differs'],
})
