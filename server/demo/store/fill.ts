import type pg from 'pg'
import { type Practice, textOf } from '../appointments.ts'
import { dayText, minute } from '../calendar.ts'
import { locations, suppliers } from '../content.ts'
import { copyRows, type Row } from '../load.ts'
import { uuidAt } from '../random.ts'
import { historyLength, kinds, Store } from './history.ts'

/** What the store's fill writes: their triggers rest meanwhile, and what these keep is written here. */
export const storeTables = [
  'supplier',
  'storage_location',
  'inventory_item',
  'batch',
  'purchase_order',
  'purchase_order_line',
  'stock_movement',
]

/** Stocks the store with a hundred days of deliveries and use, so that every quantity is what its movements say. */
export async function fillStore(client: pg.Client, practice: Practice): Promise<void> {
  const { seed, today } = practice
  const store = new Store(practice)
  for (let day = today - historyLength + 1; day <= today; day++) store.liveThrough(day)

  const opened = textOf(practice.clock.momentAt(today - historyLength, 6 * 60))
  const supplierId = (index: number) => uuidAt(seed, kinds.supplier, index)
  const saved = { created_at: opened, updated_at: opened }
  await copyRows(
    client,
    'supplier',
    suppliers.map(([name, contact], index) => ({ id: supplierId(index), name, contact, ...saved })),
  )
  const locationId = (index: number) => uuidAt(seed, kinds.location, index)
  await copyRows(
    client,
    'storage_location',
    locations.map((name, index) => ({ id: locationId(index), name, ...saved })),
  )
  await copyRows(
    client,
    'inventory_item',
    store.shelves.map(({ id, item, batches, quantity }): Row => {
      const expiries = batches.flatMap(({ quantity: left, expiry }) =>
        left > 0 && expiry !== null ? [expiry] : [],
      )
      const { name, category, description, unit, reorderLevel, cost } = item
      return {
        id,
        name,
        category,
        description,
        unit,
        cost,
        reorder_level: reorderLevel,
        supplier_id: supplierId(item.supplier),
        location_id: locationId(item.location),
        quantity: quantity / 1000,
        next_expiry: expiries.length > 0 ? dayText(Math.min(...expiries)) : null,
        ...saved,
      }
    }),
  )
  await copyRows(
    client,
    'batch',
    store.shelves.flatMap((shelf) =>
      shelf.batches.map(({ id, number, expiry, cost, quantity, at }): Row => {
        return {
          id,
          item_id: shelf.id,
          batch_number: number,
          expiry: expiry === null ? null : dayText(expiry),
          cost,
          supplier_id: supplierId(shelf.item.supplier),
          quantity: quantity / 1000,
          created_at: textOf(at),
        }
      }),
    ),
  )
  await copyOrders(client, store, practice, supplierId)
  await copyRows(
    client,
    'stock_movement',
    store.ledger().map((movement): Row => {
      const { shelf, batch, kind, quantity, balance, reason, cause, ward, patientId, lineId, at } = movement
      return {
        item_id: shelf.id,
        batch_id: batch.id,
        kind,
        quantity: quantity / 1000,
        balance: balance / 1000,
        unit_cost: kind === 'RECEIVE' ? batch.cost : null,
        reason: reason ?? null,
        cause: cause ?? null,
        ward: ward ?? null,
        patient_id: patientId ?? null,
        order_line_id: lineId ?? null,
        by_staff_id: practice.staff.storekeeper,
        at: textOf(at),
      }
    }),
  )
  await client.query(`
    update store_tally set (items, low, value) = (
      select count(*), count(*) filter (where is_low), coalesce(sum(round(quantity * cost, 2)), 0)
      from inventory_item where inventory_item.category = store_tally.category and retired_at is null
    )`)
  await client.query('select count_worth()')
  await client.query('select refresh_stock_alerts(id) from inventory_item')
  // What ran low did so when it was issued, not now.
  await client.query(`
    update stock_alert set raised_at = fell.at
    from (
      select alert.id, max(movement.at) as at
      from stock_alert alert join inventory_item item on item.id = alert.item_id
        cross join lateral (select case alert.kind when 'OUT' then 0 else item.reorder_level end as level) bound
        join stock_movement movement on movement.item_id = item.id
          and movement.balance <= level and movement.balance - movement.quantity > level
      where alert.batch_id is null group by alert.id
    ) fell
    where fell.id = stock_alert.id`)
}

async function copyOrders(
  client: pg.Client,
  { orders }: Store,
  { clock, staff, now }: Practice,
  supplierId: (index: number) => string,
) {
  await copyRows(
    client,
    'purchase_order',
    orders.map(({ id, number, supplier, status, day, receivedAt }): Row => {
      const created = Math.min(clock.momentAt(day, 9 * 60 + 20), now - 40 * minute)
      const sent = status === 'DRAFT' ? null : created + 25 * minute
      const isCancelled = status === 'CANCELLED'
      return {
        id,
        number,
        supplier_id: supplierId(supplier),
        status,
        notes: isCancelled ? 'The supplier could not deliver; ordered elsewhere.' : null,
        created_at: textOf(created),
        created_by: staff.storekeeper,
        updated_at: textOf(receivedAt ?? sent ?? created),
        sent_at: textOf(sent),
        received_at: status === 'RECEIVED' ? textOf(receivedAt) : null,
        cancelled_at: isCancelled && sent ? textOf(Math.min(sent + 26 * 60 * minute, now)) : null,
      }
    }),
  )
  await copyRows(
    client,
    'purchase_order_line',
    orders.flatMap((order) =>
      order.lines.map(({ id, shelf, quantity, cost, received }): Row => {
        return {
          id,
          order_id: order.id,
          order_is_open: order.status === 'DRAFT' || order.status === 'SENT',
          item_id: shelf.id,
          quantity: quantity / 1000,
          cost,
          received: received / 1000,
        }
      }),
    ),
  )
  await client.query('update purchase_order_counter set last_number = $1', [1000 + orders.length])
}
