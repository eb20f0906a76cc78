import type { FastifyInstance } from 'fastify'
import type { BodyOf } from '../../../contract/api/endpoint.ts'
import {
  addPurchaseOrder,
  cancelPurchaseOrder,
  draftLowStockPurchaseOrders,
  editPurchaseOrder,
  listPurchaseOrders,
  outstandingOf,
  type PurchaseOrder,
  type PurchaseOrderLine,
  previewLowStockPurchaseOrders,
  readPurchaseOrder,
  receivePurchaseOrder,
  sendPurchaseOrder,
} from '../../../contract/store/purchase-orders.ts'
import { invalidField, Refusal, violatedConstraint, violatingKey } from '../../ground/http/errors.ts'
import { serve } from '../../ground/http/serve.ts'
import { type EditedKind, editRecord, found, recordById } from '../../ground/records/record.ts'
import { lockItems, type Receipt, RefusedReceipt, receiveStock } from '../items/public.ts'
import * as queries from './queries.ts'
import { lockReorder, reorderPlan } from './reorder.ts'

const order: EditedKind<PurchaseOrder> = {
  called: 'this order',
  gone: 'This order does not exist.',
  read: queries.orderById,
  changedBy: [editPurchaseOrder, sendPurchaseOrder, cancelPurchaseOrder, receivePurchaseOrder],
  audited: ['supplierId', 'notes', 'neededBy', 'lines'],
}

export function orderRoutes(app: FastifyInstance) {
  serve(app, listPurchaseOrders, async ({ db, query }) => queries.orderPage(db, query, query))
  serve(app, readPurchaseOrder, async ({ db, params }) => await recordById(db, order, params.id))

  serve(app, addPurchaseOrder, async ({ transact, body, staff }) => {
    return transact(async (trx, audit) => {
      audit.changes = { lines: body.lines }
      const id = await queries.insertOrder(trx, body, staff.id).catch((error: unknown) => {
        throw orderRefusal(error, body)
      })
      return await recordById(trx, order, id)
    })
  })

  serve(app, previewLowStockPurchaseOrders, ({ db }) => reorderPlan(db))

  serve(app, draftLowStockPurchaseOrders, async ({ transact, body, staff }) => {
    return transact(async (trx, audit) => {
      await lockReorder(trx)
      const { orders, plan } = await reorderPlan(trx)
      if (orders.length === 0) {
        throw new Refusal(
          'nothing_to_order',
          'Everything that is low is on order already, or has no supplier.',
        )
      }
      if (body.plan !== undefined && body.plan !== plan) {
        const sentence =
          'Stock or orders have changed since this preview. Nothing was ordered. Check the new preview.'
        throw new Refusal('reorder_changed', sentence)
      }
      const written: PurchaseOrder[] = []
      for (const { supplierId, draft, lines } of orders) {
        if (draft) await queries.extendDraft(trx, draft.id, lines)
        const form = { supplierId, notes: null, neededBy: null, lines }
        const id = draft?.id ?? (await queries.insertOrder(trx, form, staff.id))
        written.push(await recordById(trx, order, id))
      }
      audit.changes = { drafted: written.map((order) => order.number) }
      return written
    })
  })

  serve(app, editPurchaseOrder, async (call) => {
    const { trx, params, body, version } = call
    await queries.lockOrder(trx, params.id)
    return editRecord(call, order, async (before) => {
      if (before.status !== 'DRAFT') throw closed(before)
      return queries.updateDraft(trx, before, version, body).catch((error: unknown) => {
        throw orderRefusal(error, body)
      })
    })
  })

  serve(app, sendPurchaseOrder, async ({ trx, params, body, audit, staff, afterCommit }) => {
    const { outbox } = app.lantern
    const before = found(order, await queries.lockOrder(trx, params.id))
    if (before.status !== 'DRAFT') throw closed(before)
    if (!before.supplierId) throw invalidField('supplierId', 'Choose a supplier before the order is sent')
    await queries.moveOrder(trx, params.id, 'SENT')
    audit.changes = { status: ['DRAFT', 'SENT'] }
    if (body?.byMail) {
      if (!outbox.sends) {
        throw new Refusal(
          'not_mailable',
          'Lantern sends no e-mail here. Print the order, then mark it as sent.',
        )
      }
      if (!before.supplierEmail) {
        const sentence = `${before.supplier} has no e-mail address. Add one under Suppliers, or mark the order as sent.`
        throw new Refusal('not_mailable', sentence)
      }
      await queries.noteMailing(trx, params.id, before.supplierEmail)
      await outbox.askForOrder(trx, { orderId: params.id, staffId: staff.id })
      afterCommit(outbox.hurry)
      audit.changes = { ...audit.changes, mailedTo: before.supplierEmail }
    }
    return await recordById(trx, order, params.id)
  })

  serve(app, cancelPurchaseOrder, async ({ trx, params, audit }) => {
    const before = found(order, await queries.lockOrder(trx, params.id))
    if (before.status !== 'DRAFT' && before.status !== 'SENT') throw closed(before)
    await queries.moveOrder(trx, params.id, 'CANCELLED')
    audit.changes = { status: [before.status, 'CANCELLED'] }
    return await recordById(trx, order, params.id)
  })

  serve(app, receivePurchaseOrder, async ({ transact, params, body, staff, today }) => {
    const day = await today()
    return transact(async (trx, audit) => {
      const sent = found(order, await queries.lockOrder(trx, params.id))
      if (sent.status !== 'SENT') throw closed(sent)
      const delivered = body.lines.map((delivery, index) => {
        const line = sent.lines.find(({ id }) => id === delivery.lineId)
        if (!line) throw invalidField(`lines.${index}.lineId`, 'This line is not on the order')
        return { delivery, line, index }
      })
      const overtaken = delivered.filter(
        ({ delivery, line }) => delivery.received !== undefined && delivery.received !== line.received,
      )
      if (overtaken.length > 0) throw receivedMeanwhile(overtaken)
      await queries.receiveLines(trx, params.id, body.lines).catch((error: unknown) => {
        throw overReceived(error, delivered)
      })
      const items = await lockItems(trx, [...new Set(delivered.map(({ line }) => line.inventoryItemId))])
      const receipts = delivered.map(({ delivery, line }): Receipt => {
        const item = items.find(({ id }) => id === line.inventoryItemId)
        if (!item)
          throw new Refusal('not_found', `${line.inventoryItemName} has been deleted from the store.`)
        const { quantity, batchNumber, expiryDate, cost = line.cost } = delivery
        const { supplierId } = sent
        const reason = `Order ${sent.number}`
        return { item, quantity, batchNumber, expiryDate, cost, supplierId, reason, orderLineId: line.id }
      })
      await receiveStock(trx, receipts, staff.id, day).catch((error: unknown) => {
        throw error instanceof RefusedReceipt ? atLine(error) : error
      })
      const after = await recordById(trx, order, params.id)
      if (after.lines.every(({ received, quantity }) => received >= quantity)) {
        await queries.moveOrder(trx, params.id, 'RECEIVED')
      }
      audit.subjectId = params.id
      audit.changes = { received: body.lines.map(({ lineId, quantity }) => [lineId, quantity]) }
      return await recordById(trx, order, params.id)
    })
  })
}

const statusWords: Record<PurchaseOrder['status'], string> = {
  DRAFT: 'still a draft: mark it as sent first',
  SENT: 'sent already',
  RECEIVED: 'received already',
  CANCELLED: 'cancelled',
}

function closed(order: PurchaseOrder): Refusal {
  return new Refusal('purchase_order_closed', `Order ${order.number} is ${statusWords[order.status]}.`)
}

function orderRefusal(error: unknown, { lines = [] }: BodyOf<typeof editPurchaseOrder>): unknown {
  switch (violatedConstraint(error)) {
    case 'order_line_item_once':
      return invalidField('lines', 'An item is on the order twice')
    case 'purchase_order_line_item_id_fkey':
    case 'order_line_outstanding_needs_current_item': {
      const index = lines.findIndex(({ inventoryItemId }) => violatingKey(error) === inventoryItemId)
      return invalidField(`lines.${index}.inventoryItemId`, 'This item doesn’t exist or has been deleted')
    }
    case 'purchase_order_supplier_id_fkey':
      return invalidField('supplierId', 'This supplier does not exist')
    default:
      return error
  }
}

/** A refusal of a line says which line of the delivery it is about. */
function atLine({ place, code, message, extra }: RefusedReceipt): Refusal {
  const errors = extra.errors?.map((one) => ({ ...one, path: `lines.${place}.${one.path}` }))
  return new Refusal(code, message, errors ? { ...extra, errors } : extra)
}

/** A line of a delivery with its order line. */
interface Delivered {
  delivery: BodyOf<typeof receivePurchaseOrder>['lines'][number]
  line: PurchaseOrderLine
  index: number
}

/** Two store keepers may receive the same delivery: the second is shown what the first has entered. */
function receivedMeanwhile(overtaken: readonly Delivered[]): Refusal {
  const errors = overtaken.map(({ line, index }) => {
    const [received, outstanding] = [line.received, outstandingOf(line)].map((n) => n.toLocaleString('en'))
    return {
      path: `lines.${index}.quantity`,
      message: `${line.inventoryItemName} has been received since you opened this order: ${received} ${line.unit} in all, ${outstanding} outstanding. Check the quantity, then receive again.`,
    }
  })
  const sentence = 'Part of this order was received meanwhile. Nothing was saved. Check the quantities.'
  return new Refusal(
    'received_meanwhile',
    errors.length === 1 ? (errors[0]?.message ?? sentence) : sentence,
    { errors },
  )
}

/** If a line of the delivery exceeds the order, says which one. */
function overReceived(error: unknown, delivered: readonly Delivered[]): unknown {
  if (violatedConstraint(error) !== 'order_line_not_over_received') return error
  const excess = delivered.find(({ line, index }) => {
    const until = delivered.slice(0, index + 1).filter((other) => other.line.id === line.id)
    const received = until.reduce((sum, { delivery }) => sum + thousandths(delivery.quantity), 0)
    return thousandths(line.received) + received > thousandths(line.quantity) * 1.1
  })
  if (!excess) return error
  const sentence = `More than a tenth above what was ordered of ${excess.line.inventoryItemName}. Receive what was ordered; return the rest.`
  const path = `lines.${excess.index}.quantity`
  return new Refusal('over_received', sentence, { errors: [{ path, message: sentence }] })
}

const thousandths = (quantity: number) => Math.round(quantity * 1000)
