import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { largestValue } from '../../../contract/api/fields.ts'
import type { ItemUnit } from '../../../contract/store/items.ts'
import { inWholePacks } from '../../../contract/store/packs.ts'
import { fitsOneOrder, type ReorderPlan } from '../../../contract/store/purchase-orders.ts'
import { suggestedReorder } from '../../../contract/store/stock.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { DB } from '../../ground/db/types.ts'

type PlannedOrder = ReorderPlan['orders'][number]
type PlannedLine = PlannedOrder['lines'][number]

interface LowItem {
  id: string
  name: string
  unit: ItemUnit
  packSize: number | null
  supplierId: string | null
  supplier: string | null
  inStock: number
  /** Stock that has not expired. */
  usable: number
  reorderLevel: number
  cost: number
  dailyUse: number
  orderId: string | null
  orderNumber: string | null
  /** How many are low and can be ordered, or can't, as this one. */
  alike: number
}

interface OpenDraft {
  id: string
  number: string
  supplierId: string
  lines: { quantity: number; cost: number }[]
  total: number
}

/** A plan is agreed to as a whole: what it orders can still be read, and what is beyond it is ordered by the next. */
const mostAtOnce = 1000

/** Keeps all that a plan is made of as it is, so that two who press the button at once don't order twice. */
export async function lockReorder(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('lantern reorder'))`.execute(trx)
  await sql`
    select from purchase_order where status = 'DRAFT' and supplier_id is not null order by id for update
  `.execute(trx)
  await sql`
    select from inventory_item where id in (${shortItems}) order by id for key share
  `.execute(trx)
}

/** Items with no more than their reorder level of usable stock; `is_low` counts what has expired on the shelf, too. */
const shortItems = sql`
  select id from inventory_item where retired_at is null and is_low
  union
  select item.id from inventory_item item join (
    select item_id, sum(quantity) as quantity from batch
    where quantity > 0 and expiry < hospital_today() group by item_id
  ) expired on expired.item_id = item.id
  where item.retired_at is null and item.quantity - expired.quantity <= item.reorder_level`

/** Low items by supplier: on the supplier's latest draft while it has room, then on new ones. */
export async function reorderPlan(db: Database): Promise<ReorderPlan> {
  const low = await lowItems(db)
  const drafts = new Map((await openDrafts(db)).map((draft) => [draft.supplierId, draft]))
  const orders: PlannedOrder[] = []
  const leftOut: ReorderPlan['leftOut'] = []
  const more = { toOrder: 0, leftOut: 0 }
  for (const [supplierId, items] of Map.groupBy(low, (item) => (item.orderId ? null : item.supplierId))) {
    const beyond = Math.max(0, (items[0]?.alike ?? 0) - mostAtOnce)
    if (supplierId === null) {
      leftOut.push(...items.map(outOf))
      more.leftOut = beyond
    } else {
      orders.push(...ordersOf(supplierId, items, drafts.get(supplierId)))
      more.toOrder = beyond
    }
  }
  const plan = { orders, leftOut, more, total: totalOf(orders.map(({ total }) => total)) }
  return { ...plan, plan: digestOf(orders) }
}

/** The orders of one supplier: each takes as many lines as an order may hold. */
function ordersOf(supplierId: string, items: LowItem[], draft: OpenDraft | undefined): PlannedOrder[] {
  const supplier = items[0]?.supplier ?? ''
  const orders: PlannedOrder[] = []
  let [open, lines]: [OpenDraft | undefined, PlannedLine[]] = [draft, []]
  const close = () => {
    if (lines.length > 0) {
      const { id = '', number = '', total = 0, lines: present = [] } = open ?? {}
      orders.push({
        supplierId,
        supplier,
        draft: open ? { id, number, lines: present.length, total } : null,
        lines,
        total: totalOf(lines.map(({ amount }) => amount)),
      })
    }
    open = undefined
    lines = []
  }
  for (const item of items) {
    const line = lineOf(item)
    if (!fitsOneOrder([...(open?.lines ?? []), ...lines, line])) close()
    lines.push(line)
  }
  close()
  return orders
}

function lineOf(item: LowItem): PlannedLine {
  const { id, name, unit, packSize, inStock, usable, reorderLevel, dailyUse, cost } = item
  // At least one: something at a reorder level of zero is low when it is out. No more than a line may cost.
  const affordable = Math.floor(largestValue / cost)
  const wanted = Math.max(1, suggestedReorder(usable, reorderLevel, dailyUse, 0, packSize))
  const quantity = inWholePacks(wanted, packSize, affordable) || Math.max(1, Math.min(wanted, affordable))
  const amount = Math.round(quantity * cost * 100) / 100
  return {
    inventoryItemId: id,
    inventoryItemName: name,
    unit,
    packSize,
    inStock,
    usable,
    quantity,
    cost,
    amount,
  }
}

function outOf(low: LowItem): ReorderPlan['leftOut'][number] {
  const { id, name, unit, inStock, usable, orderId, orderNumber } = low
  const item = { inventoryItemId: id, inventoryItemName: name, unit, inStock, usable }
  return orderId && orderNumber
    ? { ...item, reason: 'ON_ORDER', order: { id: orderId, number: orderNumber } }
    : { ...item, reason: 'NO_SUPPLIER', order: null }
}

function totalOf(amounts: readonly number[]): number {
  return Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100) / 100
}

/** A digest of the plan: which drafts are created or added to, their versions, and the lines for each. */
function digestOf(orders: readonly PlannedOrder[]): string {
  const written = orders.map(({ supplierId, draft, lines }) => [
    supplierId,
    draft && [draft.id, draft.lines, draft.total],
    lines.map(({ inventoryItemId, quantity, cost }) => [inventoryItemId, quantity, cost]),
  ])
  return createHash('sha256').update(JSON.stringify(written)).digest('base64url')
}

/**
 * Low items: the first thousand that can be ordered and the first thousand that can't, so that items on order never keep
 * others from being ordered. Each has its open order, if there is one.
 */
async function lowItems(db: Database): Promise<LowItem[]> {
  const { rows } = await sql<LowItem>`
    with low as (
      select item.id, item.supplier_id, supplier.name as supplier, item.name_key, open_order.id as order_id,
        open_order.number as order_number, item.supplier_id is not null and open_order.id is null as can_be_ordered
      from inventory_item item
      left join supplier on supplier.id = item.supplier_id
      left join lateral (
        select purchase_order.id, purchase_order.number
        from purchase_order_line line join purchase_order on purchase_order.id = line.order_id
        where line.outstanding_item_id = item.id
        order by purchase_order.number limit 1
      ) open_order on true
      where item.id in (${shortItems})
    ), placed as (
      select *, count(*) over (partition by can_be_ordered)::int as alike, row_number() over (
        partition by can_be_ordered order by fold(supplier), name_key, id
      ) as place from low
    )
    select item.id, item.name, item.unit, item.pack_size as "packSize", placed.supplier_id as "supplierId", placed.supplier,
      item.quantity as "inStock", item.reorder_level as "reorderLevel", item.cost,
      placed.order_id as "orderId", 'PO' || placed.order_number as "orderNumber", placed.alike,
      (select coalesce(sum(quantity), 0) from batch
        where item_id = item.id and (expiry is null or expiry >= hospital_today())) as usable,
      greatest(coalesce((
        select -sum(quantity) from stock_movement
        where item_id = item.id and kind in ('ISSUE', 'RETURN') and at > now() - interval '30 days'
      ), 0), 0) / 30 as "dailyUse"
    from placed join inventory_item item on item.id = placed.id
    where placed.place <= ${mostAtOnce} order by placed.place
  `.execute(db)
  return rows
}

/** Each supplier's latest draft. */
async function openDrafts(db: Database): Promise<OpenDraft[]> {
  const { rows } = await sql<OpenDraft>`
    select distinct on (purchase_order.supplier_id) purchase_order.id, 'PO' || purchase_order.number as number,
      purchase_order.supplier_id as "supplierId", round(coalesce(line.total, 0), 2) as total,
      coalesce(line.lines, '[]'::jsonb) as lines
    from purchase_order
    left join lateral (
      select sum(quantity * cost) as total,
        jsonb_agg(jsonb_build_object('quantity', quantity::float8, 'cost', cost::float8)) as lines
      from purchase_order_line where order_id = purchase_order.id
    ) line on true
    where purchase_order.status = 'DRAFT' and purchase_order.supplier_id is not null
    order by purchase_order.supplier_id, purchase_order.number desc
  `.execute(db)
  return rows
}
