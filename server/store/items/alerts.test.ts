import { afterAll, expect, test } from 'vitest'
import { listStockAlerts } from '../../../contract/store/stock.ts'
import { startApp } from '../../testing/app.ts'
import { storyClock } from '../../testing/clock.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { givenItem, move } from '../../testing/factories/items.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { openLive } from '../../testing/live-stream.ts'
import { refreshExpiryAlerts } from './queries.ts'

const now = new Date()
const { clock, set } = storyClock(now.toISOString())
const app = await startApp({ clock })
afterAll(() => app.close())
const keeper = await app.signIn('inventory_manager')
const { db } = app.app.lantern

const openAlerts = (itemIds: readonly string[]) =>
  app.asOwner<{ kind: string; n: number }>(
    `select kind, count(*)::int as n from stock_alert where cleared_at is null and item_id = any($1) group by kind`,
    [itemIds],
  )

async function givenExpiring(batchNumber: string) {
  const item = await givenItem(keeper, { quantity: 0, reorderLevel: 0 })
  const expiryDate = daysAfter(utcToday(), 5)
  await move(keeper, item, { kind: 'RECEIVE', quantity: 5, batchNumber, expiryDate })
  return item
}

test('who moves stock of an item whose alerts are right keeps no other alert from being raised', async () => {
  const [busy, passed] = [await givenExpiring('LOT-1'), await givenExpiring('LOT-2')]
  await app.asOwner('update batch set expiry = expiry - 10 where item_id = $1', [passed.id])
  const { letGo } = await holdLock(app, 'select from inventory_item where id = $1 for update', [busy.id])
  const refreshed = refreshExpiryAlerts(db)
  try {
    await expect.poll(() => openAlerts([passed.id]), { timeout: 5000 }).toEqual([{ kind: 'EXPIRED', n: 1 }])
  } finally {
    await letGo()
    await refreshed
  }
  expect(await openAlerts([busy.id])).toEqual([{ kind: 'EXPIRING', n: 1 }])
})

test('an alert that is noticed late counts from the day on which it became true', async () => {
  const [late, here] = [await givenExpiring('LOT-7'), await givenExpiring('LOT-8')]
  await app.asOwner(`update stock_movement set at = at - interval '20 days' where item_id = $1`, [late.id])
  await app.asOwner('update batch set expiry = expiry - 10 where item_id = any($1)', [[late.id, here.id]])
  await refreshExpiryAlerts(db)
  const raisedOn = async ({ id }: { id: string }) => {
    const of = `item_id = $1 and kind = 'EXPIRED'`
    const [alert] = await app.asOwner<{ day: string }>(
      `select (raised_at at time zone time_zone)::date::text as day from stock_alert, hospital where ${of}`,
      [id],
    )
    return alert?.day
  }
  expect(await raisedOn(late)).toBe(daysAfter(utcToday(), -4))
  // It came after it had expired.
  expect(await raisedOn(here)).toBe(utcToday())
})

test('screens of the store are told of an alert that the calendar raises, or clears', async () => {
  const item = await givenExpiring('LOT-3')
  const doctor = await app.signIn('doctor')
  const store = await openLive(app.url, keeper, 'inventory', `inventory-item:${item.id}`)
  const ward = await openLive(app.url, doctor, 'inventory-availability')
  const toldSince = async (write: () => Promise<unknown>) => {
    const counts = () => [
      store.stale('inventory'),
      store.stale(`inventory-item:${item.id}`),
      ward.stale('inventory-availability'),
    ]
    const before = counts()
    await write()
    await expect
      .poll(() => counts().every((n, scope) => n > (before[scope] ?? 0)), { timeout: 5000 })
      .toBe(true)
  }
  try {
    await app.asOwner('update batch set expiry = expiry - 10 where item_id = $1', [item.id])
    await toldSince(() => refreshExpiryAlerts(db))
    expect(await openAlerts([item.id])).toEqual([{ kind: 'EXPIRED', n: 1 }])
    await app.asOwner('update batch set expiry = expiry + 300 where item_id = $1', [item.id])
    await toldSince(() => refreshExpiryAlerts(db))
    expect(await openAlerts([item.id])).toEqual([])
  } finally {
    store.close()
    ward.close()
  }
})

test('of more alerts than are listed, all are counted', async () => {
  await app.asOwner(
    `insert into inventory_item (name, category, unit, reorder_level, cost)
     select 'Splint ' || n, 'SUPPLIES', 'pcs', 1, 1 from generate_series(1, 501) n`,
  )
  const [open] = await app.asOwner<{ n: number }>(
    'select count(*)::int as n from stock_alert where cleared_at is null',
  )
  const { items, total } = (await keeper.call(listStockAlerts)).body
  expect([items.length, total]).toEqual([500, open?.n])
})

test('of more items than a batch, all alerts are raised, and cleared when the days come back', async () => {
  const rows = await app.asOwner<{ id: string }>(
    `insert into inventory_item (name, category, unit, reorder_level, cost)
     select 'Plaster ' || n, 'SUPPLIES', 'pcs', 0, 1 from generate_series(1, 1200) n returning id`,
  )
  const ids = rows.map(({ id }) => id)
  await app.asOwner(
    `with made as (
       insert into batch (item_id, batch_number, expiry) select id, 'P', $2::date from unnest($1::uuid[]) id
       returning id, item_id
     )
     insert into stock_movement (item_id, batch_id, kind, quantity) select item_id, id, 'RECEIVE', 5 from made`,
    [ids, daysAfter(utcToday(), 95)],
  )
  expect(await openAlerts(ids)).toEqual([])
  for (const [days, alerts] of [
    [10, [{ kind: 'EXPIRING', n: 1200 }]],
    [100, [{ kind: 'EXPIRED', n: 1200 }]],
    [0, []],
  ] as const) {
    await set(app, new Date(now.getTime() + days * 86_400_000))
    await refreshExpiryAlerts(db)
    expect(await openAlerts(ids)).toEqual(alerts)
  }
})
