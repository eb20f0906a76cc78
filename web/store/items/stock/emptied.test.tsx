import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { readInventoryItem } from '../../../../contract/store/items.ts'
import { listBatches, listEmptiedBatches, mostEmptied, moveStock } from '../../../../contract/store/stock.ts'
import { refuse } from '../../../testing/hospital.ts'
import { itemRecord, newId } from '../../../testing/records.ts'
import { hospitalFor, show } from '../../../testing/show.tsx'
import { MovementDialog } from './MovementDialog.tsx'

test('a batch that is not among the newest empty ones is found by its number, and returned to', async () => {
  const hospital = hospitalFor('inventory_manager')
  const item = itemRecord({ name: 'Gauze' })
  const newest = Array.from({ length: mostEmptied }, (_, n) => ({ id: newId(), batchNumber: `NEW-${n}` }))
  const old = { id: newId(), batchNumber: 'OLD-7' }
  hospital.answer(readInventoryItem, item)
  hospital.answer(listBatches, [])
  hospital.answer(listEmptiedBatches, ({ query: { search, including } }) =>
    search === 'OLD' ? [old] : including === old.id ? [old, ...newest.slice(1)] : newest,
  )
  hospital.answer(moveStock, () => refuse(409, 'over_returned', 'Less was issued from this batch.'))
  await show(<MovementDialog item={item} kind="RETURN" onClose={() => {}} />, hospital)
  await page.getByLabelText(/^Quantity/).fill('1')
  const box = page.getByRole('combobox', { name: /^Batch/ })
  await box.fill('OLD')
  await userEvent.keyboard('{Enter}')
  await expect.element(box).toHaveValue('OLD-7, none left')
  await page.getByRole('button', { name: /^Return/ }).click()
  await expect.poll(() => hospital.sent(moveStock)).toMatchObject([{ body: { batchId: old.id } }])
})
