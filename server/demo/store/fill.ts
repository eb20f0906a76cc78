import type pg from 'pg'
import { type Practice, textOf } from '../appointments.ts'
import { dayText, minute } from '../calendar.ts'
import { copyRows, type Row } from '../load.ts'
import { uuidAt } from '../random.ts'
import { historyLength, kinds, Store } from './history.ts'
import { locations, suppliers } from './items.ts'

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
  store.leaveOpenOrders()

  const opened = textOf(practice.clock.momentAt(today - historyLength, 6 * 60))
  const supplierId = (index: number) => uuidAt(seed, kinds.supplier, index)
  await copyRows(
    client,
    'supplier',
    ['id', 'name', 'contact', 'created_at', 'updated_at'],
    suppliers.map(([name, contact], index) => [supplierId(index), name, contact, opened, opened]),
  )
  await copyRows(
    client,
    'storage_location',
    ['id', 'name', 'created_at', 'updated_at'],
    locations.map((name, index) => [uuidAt(seed, kinds.location, index), name, opened, opened]),
  )
  await copyRows(
    client,
    'inventory_item',
    [
      'id',
      'name',
      'category',
      'description',
      'unit',
      'reorder_level',
      'cost',
      'supplier_id',
      'location_id',
      'quantity',
      'next_expiry',
      'created_at',
      'updated_at',
    ],
    store.shelves.map(({ id, item, batches, quantity }): Row => {
      const expiries = batches.flatMap((batch) =>
        batch.quantity > 0 && batch.expiry !== null ? [batch.expiry] : [],
      )
      return [
        id,
        item.name,
        item.category,
        item.description,
        item.unit,
        item.reorderLevel,
        item.cost,
        supplierId(item.supplier),
        uuidAt(seed, kinds.location, item.location),
        quantity / 1000,
        expiries.length > 0 ? dayText(Math.min(...expiries)) : null,
        opened,
        opened,
      ]
    }),
  )
  await copyRows(
    client,
    'batch',
    ['id', 'item_id', 'batch_number', 'expiry', 'cost', 'supplier_id', 'quantity', 'created_at'],
    store.shelves.flatMap(({ id, item, batches }) =>
      batches.map(
        (batch): Row => [
          batch.id,
          id,
          batch.number,
          batch.expiry === null ? null : dayText(batch.expiry),
          batch.cost,
          supplierId(item.supplier),
          batch.quantity / 1000,
          textOf(batch.at),
        ],
      ),
    ),
  )
  await copyOrders(client, store, practice, supplierId)
  await copyRows(
    client,
    'stock_movement',
    [
      'item_id',
      'batch_id',
      'kind',
      'quantity',
      'balance',
      'unit_cost',
      'reason',
      'cause',
      'ward',
      'patient_id',
      'order_line_id',
      'by_staff_id',
      'at',
    ],
    store
      .ledger()
      .map(
        (movement): Row => [
          movement.shelf.id,
          movement.batch.id,
          movement.kind,
          movement.quantity / 1000,
          movement.balance / 1000,
          movement.kind === 'RECEIVE' ? movement.batch.cost : null,
          movement.reason ?? null,
          movement.cause ?? null,
          movement.ward ?? null,
          movement.patientId ?? null,
          movement.lineId ?? null,
          practice.staff.storekeeper,
          textOf(movement.at),
        ],
      ),
  )
  await client.query(`
    update store_tally set (items, low, value) = (
      select count(*), count(*) filter (where is_low), coalesce(sum(round(quantity * cost, 2)), 0)
      from inventory_item where inventory_item.category = store_tally.category and retired_at is null
    )`)
  await client.query('select count_worth()')
  await client.query('select refresh_stock_alerts(id) from inventory_item')
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
    [
      'id',
      'number',
      'supplier_id',
      'status',
      'notes',
      'created_at',
      'created_by',
      'updated_at',
      'sent_at',
      'received_at',
      'cancelled_at',
    ],
    orders.map((order): Row => {
      const created = Math.min(clock.momentAt(order.day, 9 * 60 + 20), now - 40 * minute)
      const sent = order.status === 'DRAFT' ? null : created + 25 * minute
      const isCancelled = order.status === 'CANCELLED'
      return [
        order.id,
        order.number,
        supplierId(order.supplier),
        order.status,
        isCancelled ? 'The supplier could not deliver; ordered elsewhere.' : null,
        textOf(created),
        staff.storekeeper,
        textOf(order.receivedAt ?? sent ?? created),
        textOf(sent),
        order.status === 'RECEIVED' ? textOf(order.receivedAt) : null,
        isCancelled && sent ? textOf(Math.min(sent + 26 * 60 * minute, now)) : null,
      ]
    }),
  )
  await copyRows(
    client,
    'purchase_order_line',
    ['id', 'order_id', 'order_is_open', 'item_id', 'quantity', 'cost', 'received'],
    orders.flatMap((order) =>
      order.lines.map(
        ({ id, shelf, quantity, cost, received }): Row => [
          id,
          order.id,
          String(order.status === 'DRAFT' || order.status === 'SENT'),
          shelf.id,
          quantity / 1000,
          cost,
          received / 1000,
        ],
      ),
    ),
  )
  await client.query('update purchase_order_counter set last_number = $1', [1000 + orders.length])
}
