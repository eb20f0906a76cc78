import { sql, type Transaction } from 'kysely'
import type { InventoryItem } from '../../contract/inventory-items.ts'
import { spokenDay } from '../../contract/spoken.ts'
import type { Batch, MovementForm } from '../../contract/stock.ts'
import type { DB } from '../db/types.ts'
import { invalidField, Refusal, violatedConstraint } from '../http/errors.ts'
import { recordById } from '../records/record.ts'
import { item as itemKind } from './item.ts'
import * as queries from './queries.ts'

/** A movement as the ledger keeps it: `quantity` is what it adds, negative takes away. */
interface Booking {
  batchId: string
  kind: MovementForm['kind']
  quantity: number
  reason: string | null
  cause?: 'EXPIRED' | 'DAMAGED' | null
  ward?: string | null
  patientId?: string | null
  orderLineId?: string | null
  unitCost?: number
}

export interface Receipt {
  quantity: number
  batchNumber: string
  expiryDate: string | null
  /** Of one unit; the item's own when left out. */
  cost?: number | undefined
  supplierId: string | null
  reason: string | null
  orderLineId?: string | null
}

/** Keeps everybody else from moving the item's stock until the transaction ends. */
async function lockItem(trx: Transaction<DB>, id: string): Promise<InventoryItem> {
  await sql`select from inventory_item where id = ${id} for no key update`.execute(trx)
  return recordById(trx, itemKind, id)
}

/** Books what happened to an item's stock; answers the movements' ids in the order that they were booked. */
export async function moveStock(
  trx: Transaction<DB>,
  inventoryItemId: string,
  form: MovementForm,
  staffId: string,
  today: string,
): Promise<number[]> {
  const item = await lockItem(trx, inventoryItemId)
  if (form.kind === 'RECEIVE') {
    if (form.supplierId && !(await queries.lockSupplier(trx, form.supplierId))) throw goneSupplier()
    return [
      await receiveStock(
        trx,
        item,
        { ...form, supplierId: form.supplierId ?? item.supplierId },
        staffId,
        today,
      ),
    ]
  }
  const ids: number[] = []
  for (const booking of await bookingsOf(trx, item, form)) ids.push(await book(trx, item, booking, staffId))
  return ids
}

async function bookingsOf(
  trx: Transaction<DB>,
  item: InventoryItem,
  form: Exclude<MovementForm, { kind: 'RECEIVE' }>,
): Promise<Booking[]> {
  switch (form.kind) {
    case 'ISSUE':
      return issueOf(trx, item, form)
    case 'RETURN':
      return [{ ...form, batchId: form.batchId }]
    case 'ADJUST':
      return [await adjustmentOf(trx, item, form)]
    case 'DISPOSE':
      return [{ ...form, quantity: -form.quantity }]
  }
}

/** The difference between what was counted and what is on record, as long as that is what the counting was compared with. */
async function adjustmentOf(
  trx: Transaction<DB>,
  item: InventoryItem,
  { kind, batchId, counted, onRecord, reason }: Extract<MovementForm, { kind: 'ADJUST' }>,
): Promise<Booking> {
  const there = await queries.quantityOf(trx, item.id, batchId)
  if (there === undefined) throw notABatch()
  if (there !== onRecord) {
    const sentence = `The stock moved while you counted: ${there.toLocaleString('en')} ${item.unit} are on record now. Check the difference, then adjust again.`
    throw new Refusal('stock_moved', sentence, { errors: [{ path: 'counted', message: sentence }] })
  }
  // In thousandths, so that decimals stay exact.
  const quantity = (Math.round(counted * 1000) - Math.round(there * 1000)) / 1000
  if (quantity === 0) throw invalidField('counted', 'This is what is on record: there is nothing to adjust')
  return { kind, batchId, quantity, reason }
}

/** First expiry first out, over as many batches as it takes; expired ones never. */
async function issueOf(
  trx: Transaction<DB>,
  item: InventoryItem,
  form: Extract<MovementForm, { kind: 'ISSUE' }>,
): Promise<Booking[]> {
  const batches = await queries.batchesOf(trx, item.id)
  const usable = batches.filter((batch) => !batch.isExpired)
  const { ward, patientId, reason } = form
  const common = { kind: form.kind, ward, patientId, reason }
  if (form.batchId) {
    const chosen = batches.find((batch) => batch.id === form.batchId)
    if (!chosen && !(await queries.hasBatch(trx, item.id, form.batchId))) throw notABatch()
    if (chosen?.isExpired) throw expired(item, chosen)
    const [first] = usable
    if (chosen && first && expiresLater(chosen, first) && !reason) {
      throw invalidField(
        'reason',
        `Batch ${first.batchNumber} expires first. Give a reason for using another batch.`,
      )
    }
    if (!chosen || chosen.quantity < form.quantity) throw notEnough(item, chosen?.quantity ?? 0, chosen)
    return [{ ...common, batchId: chosen.id, quantity: -form.quantity }]
  }
  const bookings: Booking[] = []
  // In thousandths, so that decimals stay exact.
  let wanted = Math.round(form.quantity * 1000)
  for (const batch of usable) {
    const taken = Math.min(wanted, Math.round(batch.quantity * 1000))
    if (taken === 0) break
    bookings.push({ ...common, batchId: batch.id, quantity: -taken / 1000 })
    wanted -= taken
  }
  if (wanted > 0)
    throw notEnough(item, usable.reduce((sum, { quantity }) => sum + Math.round(quantity * 1000), 0) / 1000)
  return bookings
}

/** What never expires counts as expiring last. */
function expiresLater(one: Batch, other: Batch): boolean {
  return other.expiryDate !== null && (one.expiryDate === null || one.expiryDate > other.expiryDate)
}

/** Receives into a batch, a new one or one that is there; answers the movement's id. */
export async function receiveStock(
  trx: Transaction<DB>,
  item: InventoryItem,
  receipt: Receipt,
  staffId: string,
  today: string,
): Promise<number> {
  if (receipt.expiryDate && receipt.expiryDate < today) {
    throw invalidField('expiryDate', 'This expiry has passed. Expired stock can’t be received.')
  }
  const { rows } = await sql<{ id: string; expiry: string | null }>`
    insert into batch (item_id, batch_number, expiry, supplier_id)
    values (${item.id}, ${receipt.batchNumber}, ${receipt.expiryDate}, ${receipt.supplierId})
    on conflict (item_id, fold(batch_number)) do update set batch_number = batch.batch_number
    returning id, expiry
  `.execute(trx)
  const batch = rows[0]
  if (!batch) throw new Error('no batch came back')
  if (batch.expiry !== receipt.expiryDate) {
    const known = batch.expiry ? `expires on ${spokenDay(batch.expiry)}` : 'has no expiry'
    const sentence = `Batch ${receipt.batchNumber} is already recorded and ${known}.`
    throw new Refusal('batch_differs', sentence, { errors: [{ path: 'expiryDate', message: sentence }] })
  }
  const { quantity, reason, orderLineId = null, cost: unitCost = item.cost } = receipt
  return book(
    trx,
    item,
    { batchId: batch.id, kind: 'RECEIVE', quantity, reason, orderLineId, unitCost },
    staffId,
  )
}

async function book(
  trx: Transaction<DB>,
  item: InventoryItem,
  booking: Booking,
  staffId: string,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into stock_movement
      (item_id, batch_id, kind, quantity, reason, cause, ward, patient_id, order_line_id, unit_cost, by_staff_id)
    values (${item.id}, ${booking.batchId}, ${booking.kind}::movement_kind, ${booking.quantity}, ${booking.reason},
      ${booking.cause ?? null}::dispose_cause, ${booking.ward ?? null}::ward, ${booking.patientId ?? null},
      ${booking.orderLineId ?? null}, ${booking.unitCost ?? null}, ${staffId})
    returning id
  `
    .execute(trx)
    .catch((error: unknown) => {
      throw bookingRefusal(error, item, booking)
    })
  const id = rows[0]?.id
  if (id === undefined) throw new Error('no movement came back')
  return id
}

function bookingRefusal(error: unknown, item: InventoryItem, { kind, ward, patientId }: Booking): unknown {
  switch (violatedConstraint(error)) {
    case 'batch_never_below_zero':
    case 'item_never_below_zero':
      return new Refusal('not_enough_stock', `Not enough ${item.name} in this batch. Nothing was saved.`, {
        errors: [{ path: 'quantity', message: 'More than is in stock' }],
      })
    case 'movement_balance_bounded':
      return invalidField(
        'quantity',
        `There would be more than 999,999,999 ${item.unit} of ${item.name}. Nothing was saved.`,
      )
    case 'item_value_bounded':
    case 'movement_worth_bounded':
      return invalidField(
        'quantity',
        `The stock of ${item.name} would be worth more than 999,999,999,999.99. Check quantity and cost.`,
      )
    case 'movement_not_expired':
      return new Refusal(
        'stock_expired',
        `This batch of ${item.name} has expired and can’t be issued. Dispose of it.`,
      )
    case 'movement_batch_of_item':
    case 'stock_movement_batch_id_fkey':
      return notABatch()
    case 'movement_needs_patient':
      return invalidField(
        'patientId',
        kind === 'RETURN'
          ? 'This patient’s record has been removed, or the patient has died. Return it without a patient.'
          : 'This patient’s record has been removed, or the patient has died.',
      )
    case 'movement_returns_what_was_issued': {
      const recipient = patientId ? ' to this patient' : ward ? ' to this ward' : ''
      const sentence = `Less of ${item.name} was issued from this batch${recipient}, or it has already been returned. Nothing was saved.`
      return new Refusal('over_returned', sentence, { errors: [{ path: 'quantity', message: sentence }] })
    }
    default:
      return error
  }
}

function notABatch(): Refusal {
  return invalidField('batchId', 'This is not a batch of this item')
}

function goneSupplier(): Refusal {
  return invalidField('supplierId', 'This supplier is no longer in the list')
}

function notEnough(item: InventoryItem, there: number, batch?: Batch): Refusal {
  const where = batch ? ` in batch ${batch.batchNumber}` : ''
  const sentence = `Only ${there.toLocaleString('en')} ${item.unit} of ${item.name} in stock${where}. Nothing was issued.`
  return new Refusal('not_enough_stock', sentence, { errors: [{ path: 'quantity', message: sentence }] })
}

function expired(item: InventoryItem, batch: Batch): Refusal {
  const since = batch.expiryDate ? ` on ${spokenDay(batch.expiryDate)}` : ''
  const sentence = `Batch ${batch.batchNumber} of ${item.name} expired${since} and can’t be issued. Dispose of it.`
  return new Refusal('stock_expired', sentence, { errors: [{ path: 'batchId', message: sentence }] })
}
