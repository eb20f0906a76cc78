import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { Page } from '../../../contract/api/page.ts'
import { substancesOf } from '../../../contract/clinical/medicine-names.ts'
import type {
  InventoryItem,
  InventoryItemEdit,
  InventoryItemFilter,
  PrescribableMedicine,
} from '../../../contract/store/items.ts'
import type { Batch, StockAlert } from '../../../contract/store/stock.ts'
import { mostEmptied, suggestedReorder } from '../../../contract/store/stock.ts'
import type { Database } from '../../ground/db/connect.ts'
import { type List, type Order, type PageRequest, readNamedPage } from '../../ground/db/paging.ts'
import { pageOfMatches } from '../../ground/db/search/matches.ts'
import { holdsTerm } from '../../ground/db/search/terms.ts'
import { streamList } from '../../ground/db/stream.ts'
import type { DB } from '../../ground/db/types.ts'
import { batchSize, inBatches } from '../../ground/jobs/batches.ts'
import type { EditOf } from '../../ground/records/record.ts'

/** Low and out of stock as every list has it. */
const statusOf = (quantity: RawBuilder<unknown>) => sql`
  case when ${quantity} = 0 then 'OUT_OF_STOCK' when ${quantity} <= item.reorder_level then 'LOW_STOCK'
    when ${quantity} <= item.reorder_level * 1.5 then 'NEED_REORDER' else 'IN_STOCK' end`

const columns = sql`
  item.id, item.name, item.category, item.description, item.unit, item.pack_size as "packSize", item.quantity,
  item.is_controlled as "isControlled",
  item.reorder_level as "reorderLevel", item.cost, item.supplier_id as "supplierId", supplier.name as supplier,
  item.location_id as "storageLocationId", location.name as location, item.next_expiry as "expiryDate",
  ${statusOf(sql`item.quantity`)} as status,
  item.notes, item.version, item.created_at as "createdAt", item.updated_at as "updatedAt"`

const joins = sql`
  left join supplier on supplier.id = item.supplier_id left join storage_location location on location.id = item.location_id`

/** The columns of each sort key. Items without an expiry date count as expiring last. */
const orders = {
  name: { name_key: 'text', id: 'id' },
  quantity: { quantity: 'amount', id: 'id' },
  cost: { cost: 'amount', id: 'id' },
  expiryDate: { expiry_key: 'day', id: 'id' },
} as const satisfies Record<InventoryItemFilter['sort'], Order>

/** A strength or a size is often one or two digits: those have an index of their own. */
function holdsPart(term: string): RawBuilder<SqlBool> {
  return [...term].length <= 2
    ? sql<SqlBool>`short_parts(item.search_text) @> array[fold(${term})]`
    : holdsTerm(sql`item.search_text`, term)
}

const wordsOf = (search = '') => search.split(/\s+/).filter(Boolean)

function conditions({ search, category, lowStock }: Partial<InventoryItemFilter>): Expression<SqlBool> {
  const all = [sql<SqlBool>`item.retired_at is null`]
  if (category) all.push(sql`item.category = ${sql.lit(category)}`)
  if (lowStock) all.push(sql`item.is_low`)
  for (const term of wordsOf(search)) all.push(holdsPart(term))
  return sql`${sql.join(all, sql` and `)}`
}

type ItemSelection = Pick<InventoryItemFilter, 'sort' | 'direction'> & Partial<InventoryItemFilter>

/** The views of an item: all fields, its availability, or the fields for prescribers. */
const views = {
  items: { shown: columns, joins },
  availability: {
    shown: sql`item.id, item.name, item.unit, exists (
      select from batch where item_id = item.id and batch.quantity > 0 and (expiry is null or expiry >= hospital_today())
    ) as available`,
  },
  prescribing: {
    shown: sql`item.id, item.name, item.unit, usable.quantity as usable, usable.expiry as "firstExpiry"`,
    joins: sql`
      cross join lateral (
        select coalesce(sum(batch.quantity), 0) as quantity, min(batch.expiry) as expiry from batch
        where item_id = item.id and batch.quantity > 0 and (expiry is null or expiry >= hospital_today())
      ) usable`,
  },
} satisfies Record<string, Pick<List, 'shown' | 'joins'>>

/**
 * A join that gives the medicine of this name as `stock.held`, null if the store has none. One name can be in the store in
 * several units: first comes the one that the dose is counted in, then one that there is. Expired stock doesn't count
 * for the status either, because none of it can be given.
 */
export function stockNamed(name: RawBuilder<unknown>, countedIn: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    left join lateral (
      select jsonb_build_object('id', item.id, 'name', item.name, 'unit', item.unit, 'usable', usable.quantity,
        'status', ${statusOf(sql`usable.quantity`)}) as held
      from inventory_item item ${views.prescribing.joins}
      where item.retired_at is null and item.category = 'MEDICINE' and item.name_key = left(fold(${name}), 200)
      order by item.unit = ${countedIn} desc, usable.quantity > 0 desc, item.unit limit 1
    ) stock on true`
}

function listOf(filter: ItemSelection, view: keyof typeof views = 'items') {
  return {
    table: 'inventory_item',
    alias: 'item',
    ...views[view],
    where: conditions(filter),
    order: orders[filter.sort],
    direction: filter.direction,
  } satisfies List
}

/** One page of the filtered list. */
export function itemPage(
  db: Database,
  filter: ItemSelection,
  request: PageRequest,
): Promise<Page<InventoryItem>> {
  return pageOfView(db, 'items', filter, request)
}

type Availability = Pick<InventoryItem, 'id' | 'name' | 'unit'> & { available: boolean }

/** One page of what is in the store, by name, with no more of each than whether any of it can be had. */
export function availabilityPage(
  db: Database,
  filter: Pick<Partial<InventoryItemFilter>, 'search' | 'category'>,
  request: PageRequest,
): Promise<Page<Availability>> {
  return pageOfView(db, 'availability', { ...filter, sort: 'name', direction: 'asc' }, request)
}

/** Medicines whose name contains `search`. If there are none, those that name the substance it means. */
export async function prescribableMedicines(db: Database, search = ''): Promise<PrescribableMedicine[]> {
  const most = 20
  const named = async (text: string) => {
    const filter = { search: text, category: 'MEDICINE', sort: 'name', direction: 'asc' } as const
    const request = { page: 1, limit: most }
    const { items } = await pageOfView<PrescribableMedicine>(db, 'prescribing', filter, request)
    const { shown, joins } = views.prescribing
    // 'par' means paracetamol before heparin.
    const { rows: begun } = await sql<PrescribableMedicine>`
      select ${shown} from inventory_item item ${joins}
      where item.retired_at is null and item.category = 'MEDICINE' and item.name_key ^@ fold(${text})
      order by item.name_key, item.id limit ${most}
    `.execute(db)
    const isFirst = new Set(begun.map(({ id }) => id))
    return [...begun, ...items.filter(({ id }) => !isFirst.has(id))].slice(0, most)
  }
  const found = await named(search)
  const [substance] = found.length === 0 ? substancesOf(search) : []
  return substance ? named(substance) : found
}

function pageOfView<Row>(
  db: Database,
  view: keyof typeof views,
  filter: ItemSelection,
  request: PageRequest,
): Promise<Page<Row>> {
  if (wordsOf(filter.search).length === 0) {
    const { category, lowStock, sort, direction } = filter
    const name = `${view} ${category ?? ''} ${lowStock ? 'low' : ''} by ${sort} ${direction}`
    return readNamedPage(db, request, name, () => ({ list: listOf(filter, view), total: tallyOf(filter) }))
  }
  return pageOfMatches(db, request, listOf(filter, view))
}

/** How many there are, from the tally: exact, whatever the size. */
function tallyOf({ category, lowStock }: Partial<InventoryItemFilter>) {
  return sql<number>`select coalesce(sum(${lowStock ? sql`low` : sql`items`}), 0)::int from store_tally
    where ${category ? sql`category = ${sql.lit(category)}` : sql`true`}`
}

/** Items, low ones and what they are worth, by category. */
export function storeFigures(db: Database) {
  return db.selectFrom('store_tally').select(['category', 'items', 'low', 'worth']).execute()
}

export function itemStream(db: Kysely<DB>, filter: InventoryItemFilter): AsyncIterable<InventoryItem> {
  return streamList(db, listOf(filter))
}

export async function lowItems(db: Database): Promise<InventoryItem[]> {
  const { rows } = await sql<InventoryItem>`
    select ${columns} from inventory_item item ${joins} where item.retired_at is null and item.is_low
    order by item.quantity / nullif(item.reorder_level, 0) nulls first, item.name_key limit 200
  `.execute(db)
  return rows
}

export async function itemById(db: Database, id: string): Promise<InventoryItem | undefined> {
  const { rows } = await sql<InventoryItem>`
    select ${columns} from inventory_item item ${joins} where item.id = ${id} and item.retired_at is null
  `.execute(db)
  return rows[0]
}

/** The current items among these, by id, locked until the transaction ends. */
export async function lockItems(trx: Transaction<DB>, ids: readonly string[]): Promise<InventoryItem[]> {
  const { rows } = await sql<InventoryItem>`
    select ${columns} from inventory_item item ${joins} where item.id = any (${ids}::uuid[])
      and item.retired_at is null order by item.id for no key update of item
  `.execute(trx)
  return rows
}

type ItemFields = z.output<typeof InventoryItemEdit>

/** An item's columns as the form has them, or as far as an edit names them. */
export function itemValues(fields: EditOf<ItemFields>) {
  return {
    name: fields.name,
    category: fields.category,
    description: fields.description,
    unit: fields.unit,
    pack_size: fields.packSize,
    is_controlled: fields.isControlled,
    reorder_level: fields.reorderLevel,
    cost: fields.cost,
    supplier_id: fields.supplierId,
    location_id: fields.storageLocationId,
    notes: fields.notes,
  }
}

export async function insertItem(trx: Transaction<DB>, fields: ItemFields): Promise<string> {
  const values = { ...itemValues(fields), is_controlled: fields.isControlled ?? false }
  const { rows } = await sql<{ id: string }>`
    insert into inventory_item (${sql.raw(Object.keys(values).join(', '))})
    values (${sql.join(Object.values(values))}) returning id
  `.execute(trx)
  const id = rows[0]?.id
  if (!id) throw new Error('no item came back')
  return id
}

/** The batches that have stock, what expires first on top. */
export async function batchesOf(db: Database, inventoryItemId: string): Promise<Batch[]> {
  const { rows } = await sql<Batch>`
    select batch.id, batch.batch_number as "batchNumber", batch.expiry as "expiryDate",
      coalesce(batch.expiry < hospital_today(), false) as "isExpired", batch.quantity, round(batch.cost, 2) as cost,
      supplier.name as supplier, batch.created_at as "createdAt"
    from batch left join supplier on supplier.id = batch.supplier_id
    where batch.item_id = ${inventoryItemId} and batch.quantity > 0
    order by batch.expiry nulls last, batch.created_at, batch.id
  `.execute(db)
  return rows
}

/** The newest empty batches, or the newest whose number contains `search`. The chosen one comes first. */
export async function emptiedBatchesOf(
  db: Database,
  inventoryItemId: string,
  { search = '', including = null }: { search?: string | undefined; including?: string | null | undefined },
): Promise<Pick<Batch, 'id' | 'batchNumber'>[]> {
  const { rows } = await sql<Pick<Batch, 'id' | 'batchNumber'>>`
    select id, batch_number as "batchNumber" from batch
    where item_id = ${inventoryItemId} and quantity = 0
      and (strpos(fold(batch_number), fold(${search})) > 0 or id = ${including}::uuid)
    order by id is not distinct from ${including}::uuid desc, created_at desc, id limit ${mostEmptied}
  `.execute(db)
  return rows
}

/** The quantity of a batch, locked until the transaction ends; undefined if the item has no such batch. */
export async function quantityOf(
  db: Transaction<DB>,
  inventoryItemId: string,
  batchId: string,
): Promise<number | undefined> {
  const row = await batchOf(db, inventoryItemId, batchId).forNoKeyUpdate().executeTakeFirst()
  return row && Number(row.quantity)
}

/** Whether the item has this batch, be it empty. */
export async function hasBatch(db: Database, inventoryItemId: string, batchId: string): Promise<boolean> {
  return (await batchOf(db, inventoryItemId, batchId).executeTakeFirst()) !== undefined
}

export async function batchNumberOf(
  db: Database,
  inventoryItemId: string,
  batchId: string,
): Promise<string | undefined> {
  return (await batchOf(db, inventoryItemId, batchId).select('batch_number').executeTakeFirst())?.batch_number
}

function batchOf(db: Database, inventoryItemId: string, batchId: string) {
  return db
    .selectFrom('batch')
    .select('quantity')
    .where('id', '=', batchId)
    .where('item_id', '=', inventoryItemId)
}

/** Keeps a supplier in the list until the transaction ends; false when it is not there. */
export async function lockSupplier(trx: Transaction<DB>, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('supplier')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Stock at the end of each of the last `days` days, and what the use of what has not expired suggests to order. */
export async function stockHistory(
  db: Database,
  item: InventoryItem,
  days: number,
  today: string,
  timeZone: string,
) {
  const [history, use] = await Promise.all([
    sql<{ day: string; quantity: number }>`
      with day as (select (${today}::date - n) as day from generate_series(0, ${days - 1}::int) n),
      moved as (
        select (at at time zone ${timeZone})::date as day, sum(quantity) as quantity from stock_movement
        where item_id = ${item.id} and at >= (${today}::date - ${days}::int)::timestamp at time zone ${timeZone} group by 1
      )
      select day.day::text as day,
        ${item.quantity}::numeric - coalesce(sum(moved.quantity) filter (where moved.day > day.day), 0) as quantity
      from day left join moved on true group by day.day order by day.day
    `.execute(db),
    sql<{ used: number; usable: number; onOrder: number }>`
      select
        (select coalesce(sum(quantity), 0) from batch where item_id = ${item.id}
          and (expiry is null or expiry >= hospital_today())) as usable,
        (select coalesce(-sum(quantity), 0) from stock_movement where item_id = ${item.id} and kind in ('ISSUE', 'RETURN')
          and at > now() - interval '30 days') as used,
        (select coalesce(sum(greatest(line.quantity - line.received, 0)), 0) from purchase_order_line line
          join purchase_order on purchase_order.id = line.order_id
          where line.item_id = ${item.id} and purchase_order.status in ('DRAFT', 'SENT')) as "onOrder"
    `.execute(db),
  ])
  const { used = 0, usable = 0, onOrder = 0 } = use.rows[0] ?? {}
  const daily = Math.max(0, used / 30)
  return {
    days: history.rows,
    averageDailyUse: Math.round(daily * 100) / 100,
    daysLeft: daily > 0 ? Math.floor(usable / daily) : null,
    onOrder,
    suggestedReorder: suggestedReorder(usable, item.reorderLevel, daily, onOrder, item.packSize),
  }
}

export async function openAlerts(db: Database) {
  const { rows } = await sql<StockAlert & { total: number }>`
    select alert.id, alert.kind, alert.item_id as "inventoryItemId", item.name as "inventoryItemName",
      batch.batch_number as "batchNumber", batch.expiry as "expiryDate", alert.raised_at as "raisedAt",
      count(*) over ()::int as total
    from stock_alert alert join inventory_item item on item.id = alert.item_id left join batch on batch.id = alert.batch_id
    where alert.cleared_at is null
    order by array_position(array['EXPIRED', 'OUT', 'LOW', 'EXPIRING'], alert.kind::text), item.name_key limit 500
  `.execute(db)
  return { items: rows, total: rows[0]?.total ?? 0 }
}

/**
 * Raises and clears what the calendar alone changed: batches that came near their expiry, or passed it. A batch of items at
 * a time, and those alone whose alerts are not what they should be: who moves stock waits for no more than that.
 */
export function refreshExpiryAlerts(db: Database, signal?: AbortSignal): Promise<void> {
  return inBatches(signal, async () => {
    const { rows } = await sql`
      with due as (
        select id, item_id, (case when expiry < hospital_today() then 'EXPIRED' else 'EXPIRING' end)::stock_alert_kind as kind
        from batch where quantity > 0 and expiry <= hospital_today() + 90
      ), differing as (
        select item_id from due where not exists (
          select from stock_alert alert where alert.item_id = due.item_id and alert.kind = due.kind
            and coalesce(alert.batch_id, alert.item_id) = due.id and cleared_at is null)
        union
        select item_id from stock_alert alert where batch_id is not null and cleared_at is null
          and not exists (select from due where due.id = alert.batch_id and due.kind = alert.kind)
      ), near as materialized (
        select item.id from inventory_item item join differing on differing.item_id = item.id
        where item.retired_at is null order by item.id limit ${batchSize} for no key update of item
      )
      select refresh_stock_alerts(id) from near
    `.execute(db)
    return rows.length
  })
}
