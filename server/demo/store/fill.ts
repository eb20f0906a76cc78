import type pg from 'pg'
import type { Practice } from '../appointments.ts'
import { hour, minute } from '../calendar.ts'
import kinds from '../content/kinds.json' with { type: 'json' }
import { locations, suppliers } from '../content.ts'
import { copyRows } from '../load.ts'
import { toTenths } from '../people.ts'
import { uuidAt, withIds } from '../random.ts'
import { historyLength, Store } from './history.ts'

/** Stocks the store with a hundred days of deliveries and use, so that every quantity is what its movements say. */
export async function fillStore(client: pg.Client, practice: Practice): Promise<void> {
  const { seed, today, now, clock, staff } = practice
  const { items, orders, movements } = new Store(practice)
  const createdAt = clock.momentAt(today - historyLength, 6 * 60)
  const saved = { createdAt, updatedAt: createdAt }
  const supplierOf = ({ supplier }: { supplier: number }) => uuidAt(seed, kinds.supplier, supplier)

  const suppliersSaved = suppliers.map(([name, contact]) => ({ name, contact, ...saved }))
  await copyRows(client, 'supplier', withIds(seed, kinds.supplier, suppliersSaved))
  const locationsSaved = locations.map((name) => ({ name, ...saved }))
  await copyRows(client, 'storage_location', withIds(seed, kinds.location, locationsSaved))
  await copyRows(
    client,
    'inventory_item',
    items.map((item) => {
      const expiries = item.batches.flatMap(({ quantity, expiry }) =>
        quantity > 0 && expiry ? [expiry] : [],
      )
      return {
        ...item,
        supplierId: supplierOf(item),
        locationId: uuidAt(seed, kinds.location, item.location),
        nextExpiry: expiries.length > 0 ? Math.min(...expiries) : null,
        ...saved,
      }
    }),
  )
  const batches = items.flatMap((item) => item.batches)
  await copyRows(
    client,
    'batch',
    batches.map((batch) => ({ ...batch, supplierId: supplierOf(batch.item) })),
  )
  await copyRows(
    client,
    'purchase_order',
    orders.map((order) => {
      const { day, status, lastDelivery } = order
      const createdAt = Math.min(clock.momentAt(day, 9 * 60 + 20), now - 40 * minute)
      const sentAt = status === 'DRAFT' ? null : createdAt + 25 * minute
      const cancelled = status === 'CANCELLED' && {
        notes: 'The supplier could not deliver; ordered elsewhere.',
        cancelledAt: Math.min(createdAt + 25 * minute + 26 * hour, now),
      }
      return {
        ...order,
        supplierId: supplierOf(order),
        createdAt,
        createdBy: staff.storekeeper,
        updatedAt: lastDelivery ?? sentAt ?? createdAt,
        sentAt,
        receivedAt: status === 'RECEIVED' ? lastDelivery : null,
        ...cancelled,
      }
    }),
  )
  const lines = orders.flatMap(({ id, status, lines }) => {
    const orderIsOpen = status === 'DRAFT' || status === 'SENT'
    return lines.map((line) => ({ ...line, orderId: id, orderIsOpen }))
  })
  await copyRows(client, 'purchase_order_line', lines)
  await client.query('update purchase_order_counter set last_number = $1', [1000 + orders.length])
  const balances = new Map<object, number>()
  await copyRows(
    client,
    'stock_movement',
    movements
      .sort((one, other) => one.at - other.at)
      .map((movement) => {
        const { item, cost } = movement.batch
        const balance = toTenths((balances.get(item) ?? 0) + movement.quantity)
        balances.set(item, balance)
        const unitCost = movement.kind === 'RECEIVE' ? cost : null
        return { ...movement, item, balance, unitCost, byStaffId: staff.storekeeper }
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
