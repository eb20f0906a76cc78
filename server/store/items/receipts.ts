import { sql, type Transaction } from 'kysely'
import pg from 'pg'
import { spokenDay } from '../../../contract/spoken.ts'
import type { InventoryItem } from '../../../contract/store/items.ts'
import type { DB } from '../../ground/db/types.ts'
import { Refusal, violatedConstraint } from '../../ground/http/errors.ts'
import { bookingRefusal } from './refusals.ts'

export interface Receipt {
  item: InventoryItem
  quantity: number
  batchNumber: string
  expiryDate: string | null
  /** The cost of one unit. Defaults to the item's own. */
  cost?: number | undefined
  supplierId: string | null
  reason: string | null
  orderLineId?: string | null
}

/** A refusal of one of several receipts. `place` says which, in the order they were given. */
export class RefusedReceipt extends Refusal {
  readonly place: number
  constructor(place: number, { code, message, extra }: Refusal) {
    super(code, message, extra)
    this.place = place
  }
}

/**
 * Receives stock into new or existing batches. A whole delivery takes as many statements as one receipt. Returns the
 * movements' ids. The items must be locked.
 */
export async function receiveStock(
  trx: Transaction<DB>,
  receipts: readonly Receipt[],
  staffId: string,
  today: string,
): Promise<number[]> {
  for (const [place, { expiryDate }] of receipts.entries()) {
    if (!expiryDate || expiryDate >= today) continue
    const sentence = 'This expiry has passed. Expired stock can’t be received.'
    throw refused(place, 'invalid_input', 'expiryDate', sentence)
  }
  const batches = await batchesFor(trx, receipts)
  for (const [place, { batchNumber, expiryDate }] of receipts.entries()) {
    const { expiry } = batches[place] ?? { expiry: null }
    if (expiry === expiryDate) continue
    const known = expiry ? `expires on ${spokenDay(expiry)}` : 'has no expiry'
    const sentence = `Batch ${batchNumber} is already recorded and ${known}.`
    throw refused(place, 'batch_differs', 'expiryDate', sentence)
  }
  return bookAll(trx, receipts, batches, staffId)
}

function refused(place: number, code: 'invalid_input' | 'batch_differs', path: string, message: string) {
  return new RefusedReceipt(place, new Refusal(code, message, { errors: [{ path, message }] }))
}

/** The batch of each receipt, in their order. Two receipts may share a batch. */
async function batchesFor(trx: Transaction<DB>, receipts: readonly Receipt[]) {
  const { rows } = await sql<{ id: string; expiry: string | null }>`
    with given as materialized (
      select place, item_id, batch_number, fold(batch_number) as folded, expiry, supplier_id
      from unnest(${receipts.map(({ item }) => item.id)}::uuid[], ${receipts.map((one) => one.batchNumber)}::text[],
        ${receipts.map((one) => one.expiryDate)}::date[], ${receipts.map((one) => one.supplierId)}::uuid[])
        with ordinality as given (item_id, batch_number, expiry, supplier_id, place)
    ), batched as (
      insert into batch (item_id, batch_number, expiry, supplier_id)
      select distinct on (item_id, folded) item_id, batch_number, expiry, supplier_id
      from given order by item_id, folded, place
      on conflict (item_id, fold(batch_number)) do update set batch_number = batch.batch_number
      returning id, item_id, batch_number, expiry
    )
    select batched.id, batched.expiry from given
      join batched on batched.item_id = given.item_id and fold(batched.batch_number) = given.folded
    order by given.place
  `.execute(trx)
  if (rows.length !== receipts.length) throw new Error('not every receipt has its batch')
  return rows
}

async function bookAll(
  trx: Transaction<DB>,
  receipts: readonly Receipt[],
  batches: readonly { id: string }[],
  staffId: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into stock_movement (item_id, batch_id, kind, quantity, reason, order_line_id, unit_cost, by_staff_id)
    select item_id, batch_id, 'RECEIVE', quantity, reason, order_line_id, unit_cost, ${staffId}::uuid
    from unnest(${receipts.map(({ item }) => item.id)}::uuid[], ${batches.map(({ id }) => id)}::uuid[],
      ${receipts.map(({ quantity }) => quantity)}::numeric[], ${receipts.map(({ reason }) => reason)}::text[],
      ${receipts.map((one) => one.orderLineId ?? null)}::uuid[],
      ${receipts.map(({ cost, item }) => cost ?? item.cost)}::numeric[])
      with ordinality as received (item_id, batch_id, quantity, reason, order_line_id, unit_cost, place)
    order by place
    returning id
  `
    .execute(trx)
    .catch((error: unknown) => {
      throw receiptRefusal(error, receipts)
    })
  return rows.map(({ id }) => id)
}

/** The refused row names its item, which tells which receipt the error is about. */
function receiptRefusal(error: unknown, receipts: readonly Receipt[]): unknown {
  const detail = error instanceof pg.DatabaseError ? (error.detail ?? '') : ''
  const place = receipts.length === 1 ? 0 : receipts.findIndex(({ item }) => detail.includes(item.id))
  const receipt = receipts[place]
  if (!receipt || violatedConstraint(error) === undefined) return error
  const refusal = bookingRefusal(error, receipt.item, { kind: 'RECEIVE' })
  return refusal instanceof Refusal ? new RefusedReceipt(place, refusal) : refusal
}
