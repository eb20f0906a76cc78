import { sql, type Transaction } from 'kysely'
import { spokenDay } from '../../../contract/spoken.ts'
import type { InventoryItem } from '../../../contract/store/items.ts'
import type { Batch, MovementForm } from '../../../contract/store/stock.ts'
import type { DB } from '../../ground/db/types.ts'
import { invalidField, Refusal } from '../../ground/http/errors.ts'
import { recordById } from '../../ground/records/record.ts'
import {
  countersignatureRefusal,
  type HeldAct,
  heldCountersignature,
} from '../../ground/sign-in/countersignatures/hold.ts'
import { item as itemKind } from './item.ts'
import * as queries from './queries.ts'
import { receiveStock } from './receipts.ts'
import { allergyAgainst } from './recipients.ts'
import { type BatchPart, type Booking, bookingRefusal, notABatch } from './refusals.ts'

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
  const against = await askedOf(trx, inventoryItemId, form)
  const item = await lockItem(trx, inventoryItemId)
  if (form.kind === 'RECEIVE') {
    if (form.supplierId && !(await queries.lockSupplier(trx, form.supplierId))) throw goneSupplier()
    const receipt = { ...form, item, supplierId: form.supplierId ?? item.supplierId }
    return receiveStock(trx, [receipt], staffId, today)
  }
  const booking = { ...(await bookingOf(trx, item, form)), ...against }
  return form.kind === 'DISPOSE' || form.kind === 'ADJUST'
    ? writeOff(trx, item, form, booking, staffId)
    : book(trx, item, booking, staffId)
}

type WriteOff = Extract<MovementForm, { kind: 'DISPOSE' | 'ADJUST' }>

/** Books a disposal or a count. Where a controlled medicine loses stock by it, a second person may have to countersign. */
async function writeOff(
  trx: Transaction<DB>,
  item: InventoryItem,
  form: WriteOff,
  booking: Booking,
  actorId: string,
): Promise<number[]> {
  const isLoss = booking.parts.some(({ quantity }) => quantity < 0)
  const words = item.isControlled && isLoss ? await writeOffWords(trx, item, form) : null
  const act: HeldAct = { endpoint: 'moveStock', id: item.id, body: form, words, actorId }
  const countersignature = await heldCountersignature(trx, act, form.countersignature)
  return book(trx, item, { ...booking, countersignature }, actorId).catch((error: unknown) => {
    throw countersignatureRefusal(error, act)
  })
}

/** The act as the second person reads it, and as it is going to be on record. */
async function writeOffWords(trx: Transaction<DB>, item: InventoryItem, form: WriteOff): Promise<string> {
  const batch = (await queries.batchNumberOf(trx, item.id, form.batchId)) ?? ''
  const amount = (quantity: number) =>
    `${quantity.toLocaleString('en', { maximumFractionDigits: 3 })} ${item.unit}`
  const why = form.reason ? `. ${form.reason}` : ''
  return form.kind === 'DISPOSE'
    ? `Dispose of ${amount(form.quantity)} of ${item.name} from batch ${batch}, ${form.cause.toLowerCase()}${why}`
    : `Count ${amount(form.counted)} of ${item.name} in batch ${batch}, where ${amount(form.onRecord)} are on record${why}`
}

/** The patient's allergy that an issue goes against, and the reason given. The patient is locked before the item. */
async function askedOf(trx: Transaction<DB>, inventoryItemId: string, form: MovementForm) {
  if (form.kind !== 'ISSUE' || !form.patientId) return {}
  const { patientId, allergyReason } = form
  const { name } = await recordById(trx, itemKind, inventoryItemId)
  const allergy = await allergyAgainst(trx, name, { patientId, allergyReason })
  return { allergy, allergyReason: allergy && allergyReason }
}

async function bookingOf(
  trx: Transaction<DB>,
  item: InventoryItem,
  form: Exclude<MovementForm, { kind: 'RECEIVE' }>,
): Promise<Booking> {
  switch (form.kind) {
    case 'ISSUE':
      return { ...form, parts: await issuedFrom(trx, item, form) }
    case 'RETURN':
      return { ...form, parts: [form] }
    case 'ADJUST':
      return { ...form, parts: [await adjustmentOf(trx, item, form)] }
    case 'DISPOSE':
      return { ...form, parts: [{ batchId: form.batchId, quantity: -form.quantity }] }
  }
}

/** The difference between what was counted and what is on record, as long as that is what the counting was compared with. */
async function adjustmentOf(
  trx: Transaction<DB>,
  item: InventoryItem,
  { batchId, counted, onRecord }: Extract<MovementForm, { kind: 'ADJUST' }>,
): Promise<BatchPart> {
  const there = await queries.quantityOf(trx, item.id, batchId)
  if (there === undefined) throw notABatch()
  if (there !== onRecord) {
    const sentence = `The stock moved while you counted: ${there.toLocaleString('en')} ${item.unit} are on record now. Check the difference, then adjust again.`
    throw new Refusal('stock_moved', sentence, { errors: [{ path: 'counted', message: sentence }] })
  }
  // In thousandths, so that decimals stay exact.
  const quantity = (Math.round(counted * 1000) - Math.round(there * 1000)) / 1000
  if (quantity === 0) throw invalidField('counted', 'This is what is on record: there is nothing to adjust')
  return { batchId, quantity }
}

/** First expiry first out, over as many batches as it takes; expired ones never. */
async function issuedFrom(
  trx: Transaction<DB>,
  item: InventoryItem,
  form: Extract<MovementForm, { kind: 'ISSUE' }>,
): Promise<BatchPart[]> {
  const batches = await queries.batchesOf(trx, item.id)
  const usable = batches.filter((batch) => !batch.isExpired)
  if (form.batchId) {
    const chosen = batches.find((batch) => batch.id === form.batchId)
    if (!chosen && !(await queries.hasBatch(trx, item.id, form.batchId))) throw notABatch()
    if (chosen?.isExpired) throw expired(item, chosen)
    const [first] = usable
    if (chosen && first && expiresLater(chosen, first) && !form.reason) {
      throw invalidField(
        'reason',
        `Batch ${first.batchNumber} expires first. Give a reason for using another batch.`,
      )
    }
    if (!chosen || chosen.quantity < form.quantity) throw notEnough(item, chosen?.quantity ?? 0, chosen)
    return [{ batchId: chosen.id, quantity: -form.quantity }]
  }
  const parts: BatchPart[] = []
  // In thousandths, so that decimals stay exact.
  let wanted = Math.round(form.quantity * 1000)
  for (const batch of usable) {
    const taken = Math.min(wanted, Math.round(batch.quantity * 1000))
    if (taken === 0) break
    parts.push({ batchId: batch.id, quantity: -taken / 1000 })
    wanted -= taken
  }
  if (wanted > 0)
    throw notEnough(item, usable.reduce((sum, { quantity }) => sum + Math.round(quantity * 1000), 0) / 1000)
  return parts
}

/** A batch without an expiry date counts as expiring last. */
function expiresLater(one: Batch, other: Batch): boolean {
  return other.expiryDate !== null && (one.expiryDate === null || one.expiryDate > other.expiryDate)
}

/** Books a movement for each batch, in this order and in one statement. Returns their ids. */
async function book(
  trx: Transaction<DB>,
  item: InventoryItem,
  booking: Booking,
  staffId: string,
): Promise<number[]> {
  const { kind, reason, cause, ward, patientId, allergy, allergyReason, parts, countersignature } = booking
  const { rows } = await sql<{ id: number }>`
    insert into stock_movement
      (item_id, batch_id, kind, quantity, reason, cause, ward, patient_id, allergy, allergy_reason, by_staff_id,
       countersignature_id)
    select ${item.id}::uuid, batch_id, ${kind}::movement_kind, quantity, ${reason}, ${cause ?? null}::dispose_cause,
      ${ward ?? null}::ward, ${patientId ?? null}::uuid, ${allergy ?? null}, ${allergyReason ?? null}, ${staffId}::uuid,
      ${countersignature ?? null}::uuid
    from unnest(${parts.map(({ batchId }) => batchId)}::uuid[], ${parts.map(({ quantity }) => quantity)}::numeric[])
      with ordinality as part (batch_id, quantity, place)
    order by place
    returning id
  `
    .execute(trx)
    .catch((error: unknown) => {
      throw bookingRefusal(error, item, booking)
    })
  return rows.map(({ id }) => id)
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
