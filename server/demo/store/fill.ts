import type pg from 'pg'
import type { Practice } from '../appointments.ts'
import { locations, suppliers } from '../content.ts'
import { copyRows } from '../load.ts'
import { kinds, withIds } from '../random.ts'
import { historyLength, runStore } from './history.ts'

/** Stocks the store with a hundred days of deliveries and use, so that every quantity is what its movements say. */
export async function fillStore(client: pg.Client, practice: Practice): Promise<void> {
  const { seed, today, clock, staff } = practice
  const { items, orders, movements } = runStore(practice)
  const createdAt = clock.momentAt(today - historyLength, 6 * 60)
  const saved = { createdAt, updatedAt: createdAt }
  const suppliersSaved = suppliers.map(([name, contact]) => ({ name, contact, ...saved }))
  const locationsSaved = locations.map((name) => ({ name, ...saved }))
  await copyRows(client, 'supplier', withIds(seed, kinds.supplier, suppliersSaved))
  await copyRows(client, 'storage_location', withIds(seed, kinds.location, locationsSaved))
  await copyRows(
    client,
    'inventory_item',
    items.map((item) => ({ ...item, ...saved })),
  )
  await copyRows(
    client,
    'batch',
    items.flatMap(({ batches }) => batches),
  )
  await copyRows(client, 'purchase_order', orders)
  const lines = orders.flatMap((order) => order.lines.map((line) => ({ order, ...line })))
  await copyRows(client, 'purchase_order_line', lines)
  await client.query('update purchase_order_counter set last_number = $1', [1000 + orders.length])
  const booked = movements
    .sort((one, other) => one.at - other.at)
    .map((movement) => ({ ...movement, item: movement.batch.item, byStaffId: staff.storekeeper }))
  await copyRows(client, 'stock_movement', booked)
  await client.query(`
    update inventory_item set next_expiry = (
      select min(expiry) from batch where item_id = inventory_item.id and quantity > 0
    )`)
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
