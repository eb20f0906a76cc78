import { afterAll, expect, test } from 'vitest'
import { daysAfter } from '../../../contract/days.ts'
import { listAlertsRaised } from '../../../contract/figures/analytics.ts'
import { startApp } from '../../testing/app.ts'
import { utcToday } from '../../testing/days.ts'
import { givenItem, move } from '../../testing/factories/items.ts'

const app = await startApp()
afterAll(() => app.close())
const keeper = await app.signIn('inventory_manager')
const doctor = await app.signIn('doctor')

test('the stock alerts of a period are those that were raised in it, whether or not they are over', async () => {
  const item = await givenItem(keeper, { quantity: 10, reorderLevel: 5 })
  const raised = async (of: { from: string; to: string }) =>
    (await keeper.call(listAlertsRaised, { query: of })).body.alerts.filter(
      ({ inventoryItemId }) => inventoryItemId === item.id,
    )
  const now = utcToday()
  const here = { from: now, to: now }
  expect(await raised(here)).toEqual([])
  await move(keeper, item, { kind: 'ISSUE', quantity: 7, ward: 'ICU' })
  expect(await raised(here)).toMatchObject([{ kind: 'LOW', clearedAt: null }])
  await app.asOwner(`update stock_alert set cleared_at = now() where item_id = $1`, [item.id])
  expect((await raised(here))[0]?.clearedAt).not.toBeNull()
  expect(await raised({ from: daysAfter(now, -7), to: daysAfter(now, -1) })).toEqual([])
  expect((await doctor.call(listAlertsRaised, { query: here })).status).toBe(403)
})

test('the stock alerts of a period are all counted, also those that are not listed', async () => {
  const item = await givenItem(keeper, { quantity: 10, reorderLevel: 5 })
  const long = { from: '2015-03-02', to: '2015-03-08' }
  const counted = async () => (await keeper.call(listAlertsRaised, { query: long })).body
  expect(await counted()).toEqual({ raised: 0, open: 0, alerts: [] })
  await app.asOwner(
    `insert into stock_alert (item_id, kind, raised_at, cleared_at)
     select $1, 'LOW', timestamptz '2015-03-03 12:00Z' + interval '1 minute' * n, case when n < 504 then now() end
     from generate_series(1, 504) n`,
    [item.id],
  )
  const { alerts, ...counts } = await counted()
  expect(counts).toEqual({ raised: 504, open: 1 })
  expect(alerts).toHaveLength(500)
})
