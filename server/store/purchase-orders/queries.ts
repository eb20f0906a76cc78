import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { Page } from '../../../contract/api/page.ts'
import { type PurchaseOrderStatus } from '../../../contract/store/kinds.ts'
import type { PurchaseOrder, PurchaseOrderForm } from '../../../contract/store/purchase-orders.ts'
import type { Database } from '../../ground/db/connect.ts'
import { type PageRequest, readPage } from '../../ground/db/paging.ts'
import type { DB } from '../../ground/db/types.ts'
import type { EditOf } from '../../ground/records/record.ts'

const columns = sql`
  purchase_order.id, 'PO' || purchase_order.number as number, purchase_order.supplier_id as "supplierId",
  supplier.name as supplier, supplier.contact as "supplierContact",
  supplier.email as "supplierEmail", purchase_order.status, purchase_order.notes,
  purchase_order.needed_by as "neededBy", writer.name as "orderedBy", coalesce(line.lines, '[]'::jsonb) as lines, coalesce(line.total, 0) as total, purchase_order.version,
  purchase_order.created_at as "createdAt", purchase_order.sent_at as "sentAt",
  purchase_order.mailed_to as "mailedTo", purchase_order.mailed_at as "mailedAt",
  purchase_order.received_at as "receivedAt", purchase_order.cancelled_at as "cancelledAt"`

const joins = sql`
  left join supplier on supplier.id = purchase_order.supplier_id
  left join staff writer on writer.id = purchase_order.created_by
  left join lateral (
    select round(sum(line.quantity * line.cost), 2) as total, jsonb_agg(jsonb_build_object('id', line.id,
      'inventoryItemId', line.item_id, 'inventoryItemName', item.name, 'unit', item.unit, 'packSize', item.pack_size::float8,
      'quantity', line.quantity::float8, 'cost', line.cost::float8, 'received', line.received::float8) order by item.name_key) as lines
    from purchase_order_line line join inventory_item item on item.id = line.item_id
    where line.order_id = purchase_order.id
  ) line on true`

export async function orderById(db: Database, id: string): Promise<PurchaseOrder | undefined> {
  const { rows } = await sql<PurchaseOrder>`
    select ${columns} from purchase_order ${joins} where purchase_order.id = ${id}
  `.execute(db)
  return rows[0]
}

/** The largest that PostgreSQL has of the column's type. */
const largestNumber = 2_147_483_647

/** Whether an order has the typed number, or one that begins with it: as ranges, for which there is the index. */
function isNumbered(typed: string): RawBuilder<SqlBool> {
  const digits = /^(?:po\s*)?([1-9]\d{0,9})$/i.exec(typed)?.[1]
  const ranges = [sql`false`]
  for (let from = Number(digits), to = from; from <= largestNumber; [from, to] = [from * 10, to * 10 + 9]) {
    ranges.push(sql`purchase_order.number between ${from} and ${Math.min(to, largestNumber)}`)
  }
  return sql<SqlBool>`(${sql.join(ranges, sql` or `)})`
}

/** One page of purchase orders, newest first; of a search from the shortest number, which is the one that was typed. */
export function orderPage(
  db: Database,
  { status, search }: { status?: PurchaseOrderStatus | undefined; search?: string | undefined },
  request: PageRequest,
): Promise<Page<PurchaseOrder>> {
  const all = [sql`true`]
  if (status) all.push(sql`purchase_order.status = ${status}::purchase_order_status`)
  if (search) all.push(isNumbered(search))
  return readPage(db, request, {
    table: 'purchase_order',
    alias: 'purchase_order',
    shown: columns,
    joins,
    where: sql<SqlBool>`${sql.join(all, sql` and `)}`,
    order: { number: 'number' },
    direction: search ? 'asc' : 'desc',
  })
}

type Form = z.output<typeof PurchaseOrderForm>

export async function insertOrder(trx: Transaction<DB>, form: Form, staffId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into purchase_order (supplier_id, notes, needed_by, created_by)
    values (${form.supplierId}, ${form.notes}, ${form.neededBy}, ${staffId}) returning id
  `.execute(trx)
  const id = rows[0]?.id
  if (!id) throw new Error('no order came back')
  await insertLines(trx, id, form.lines)
  return id
}

async function insertLines(trx: Transaction<DB>, orderId: string, lines: Form['lines']) {
  await trx
    .insertInto('purchase_order_line')
    .values(
      lines.map(({ inventoryItemId, quantity, cost }) => ({
        order_id: orderId,
        item_id: inventoryItemId,
        quantity,
        cost,
      })),
    )
    .execute()
}

/** Adds lines to a draft. An edit that is underway finds that it has changed. */
export async function extendDraft(trx: Transaction<DB>, id: string, lines: Form['lines']): Promise<void> {
  await insertLines(trx, id, lines)
  await sql`update purchase_order set version = version + 1, updated_at = now() where id = ${id}`.execute(trx)
}

/** Changes what a draft says, as far as the edit names it and it differs, if it still is one at `version`. */
export async function updateDraft(
  trx: Transaction<DB>,
  before: PurchaseOrder,
  version: number,
  edit: EditOf<Form>,
): Promise<boolean> {
  const { id } = before
  const isOther =
    (edit.supplierId !== undefined && edit.supplierId !== before.supplierId) ||
    (edit.notes !== undefined && edit.notes !== before.notes) ||
    (edit.neededBy !== undefined && edit.neededBy !== before.neededBy) ||
    (edit.lines !== undefined && !isDeepStrictEqual(ordered(edit.lines), ordered(before.lines)))
  if (!isOther) return false
  const updated = await trx
    .updateTable('purchase_order')
    .set({
      ...(edit.supplierId !== undefined && { supplier_id: edit.supplierId }),
      ...(edit.notes !== undefined && { notes: edit.notes }),
      ...(edit.neededBy !== undefined && { needed_by: edit.neededBy }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('status', '=', 'DRAFT')
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) return false
  if (edit.lines) {
    await trx.deleteFrom('purchase_order_line').where('order_id', '=', id).execute()
    await insertLines(trx, id, edit.lines)
  }
  return true
}

/** The ordered items and quantities, in an order of their own. */
function ordered(lines: Form['lines']) {
  return new Set(lines.map(({ inventoryItemId, quantity, cost }) => [inventoryItemId, quantity, cost]))
}

/** Moves an order to another status; the database refuses what is not a listed transition. */
export async function moveOrder(trx: Transaction<DB>, id: string, status: PurchaseOrderStatus) {
  const stamp = {
    SENT: 'sent_at',
    RECEIVED: 'received_at',
    CANCELLED: 'cancelled_at',
    DRAFT: 'updated_at',
  } as const
  await trx
    .updateTable('purchase_order')
    .set({ status, [stamp[status]]: sql`now()`, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** To which address an order that was just marked as sent is e-mailed. */
export async function noteMailing(trx: Transaction<DB>, id: string, address: string): Promise<void> {
  await trx.updateTable('purchase_order').set({ mailed_to: address }).where('id', '=', id).execute()
}

/** Keeps everybody else from changing the order until the transaction ends; undefined when there is none. */
export async function lockOrder(trx: Transaction<DB>, id: string): Promise<PurchaseOrder | undefined> {
  await sql`select from purchase_order where id = ${id} for update`.execute(trx)
  return orderById(trx, id)
}

/** Records what was received for an order's lines. The database refuses more than a tenth above what was ordered. */
export async function receiveLines(
  trx: Transaction<DB>,
  orderId: string,
  deliveries: readonly { lineId: string; quantity: number }[],
) {
  // The order is updated, so that every screen that shows it hears of it.
  await sql`
    with delivered as (
      select line_id, sum(quantity) as quantity
      from unnest(${deliveries.map(({ lineId }) => lineId)}::uuid[], ${deliveries.map((one) => one.quantity)}::numeric[])
        as delivery (line_id, quantity)
      group by line_id
    ), received as (
      update purchase_order_line line set received = received + delivered.quantity
      from delivered where line.id = delivered.line_id
    )
    update purchase_order set updated_at = now() where id = ${orderId}
  `.execute(trx)
}
