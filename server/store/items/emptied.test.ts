import { afterAll, expect, test } from 'vitest'
import { listEmptiedBatches, mostEmptied } from '../../../contract/store/stock.ts'
import { startApp } from '../../testing/app.ts'
import { givenItem } from '../../testing/factories/items.ts'

const app = await startApp()
afterAll(() => app.close())
const keeper = await app.signIn('inventory_manager')

test('of many emptied batches the newest are listed, and any other is found by a part of its number', async () => {
  const item = await givenItem(keeper, { quantity: 0 })
  const emptied = await app.asOwner<{ id: string }>(
    `insert into batch (item_id, batch_number, created_at)
     select $1, 'LOT-' || lpad(n::text, 4, '0'), now() - interval '1 year' + n * interval '1 minute'
     from generate_series(1, 300) n returning id`,
    [item.id],
  )
  const list = async (query: { search?: string; including?: string }) => {
    const { body } = await keeper.call(listEmptiedBatches, { params: { id: item.id }, query })
    return body.map(({ batchNumber }) => batchNumber)
  }
  const newest = await list({})
  expect([newest.length, newest[0]]).toEqual([mostEmptied, 'LOT-0300'])
  expect(await list({ search: 'lot-000' })).toEqual(Array.from({ length: 9 }, (_, n) => `LOT-000${9 - n}`))
  const kept = await list({ including: emptied[0]?.id ?? '' })
  expect([kept.length, kept[0], kept[1]]).toEqual([mostEmptied, 'LOT-0001', 'LOT-0300'])
})
