import { expect, test } from 'vitest'
import type { Locator } from 'vitest/browser'
import { daysAfter } from '../../../../contract/days.ts'
import {
  listInventoryItems,
  readInventoryItem,
  type StockStatus,
  summarizeInventory,
} from '../../../../contract/store/items.ts'
import { listBatches, listMovements, readStockHistory } from '../../../../contract/store/stock.ts'
import { listSuppliers } from '../../../../contract/store/suppliers.ts'
import { itemRecord, today } from '../../../testing/records.ts'
import { hospitalFor, openScreen } from '../../../testing/show.tsx'

/** The words of the specification, which every screen has letter by letter, and the one that is ours. */
const words: Record<StockStatus, string> = {
  LOW_STOCK: 'Low Stock',
  NEED_REORDER: 'Need Reorder',
  IN_STOCK: 'In Stock',
  OUT_OF_STOCK: 'Out of Stock',
}
const each = (Object.keys(words) as StockStatus[]).map((status) =>
  itemRecord({ name: `Item of ${status}`, status }),
)
const days = Array.from({ length: 90 }, (_, at) => ({ day: daysAfter(today, at - 89), quantity: 40 }))
const exactly = (within: Locator, word: string) => within.getByText(word, { exact: true })

test('the list names the state of each item, the figure and the filter of what is low, as the specification does', async () => {
  const hospital = hospitalFor('inventory_manager')
  hospital.answer(listInventoryItems, { items: each, total: each.length, nextCursor: null })
  hospital.answer(summarizeInventory, {
    totalItems: 4,
    totalValue: 200,
    lowStock: 2,
    byCategory: { MEDICINE: 4, EQUIPMENT: 0, SUPPLIES: 0 },
  })
  const screen = await openScreen('/inventory')
  for (const item of each) {
    const row = screen.getByRole('row', { name: new RegExp(item.name) })
    await expect.element(exactly(row, words[item.status])).toBeVisible()
  }
  await expect.element(screen.getByRole('link', { name: /^Low Stock/ })).toMatchTextContent('2')
  await expect
    .element(screen.getByRole('checkbox', { name: 'Show only low stock items', exact: true }))
    .toBeVisible()
})

test.each(each)('so do the page of $name and a movement of its stock', async (item) => {
  const hospital = hospitalFor('inventory_manager')
  hospital.answer(readInventoryItem, item)
  hospital.answer(listBatches, [])
  hospital.answer(listSuppliers, [])
  hospital.answer(listMovements, { items: [], total: 0, nextCursor: null })
  hospital.answer(readStockHistory, {
    days,
    averageDailyUse: 0,
    daysLeft: null,
    onOrder: 0,
    suggestedReorder: 0,
  })
  const screen = await openScreen(`/inventory/${item.id}?move=RECEIVE`)
  const dialog = screen.getByRole('dialog')
  await expect.element(exactly(dialog, words[item.status])).toBeVisible()
  const context = document.querySelector('main h1')?.parentElement
  expect(context?.textContent).toContain(`Medicine ${words[item.status]}`)
})
