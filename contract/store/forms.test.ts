import { expect, test } from 'vitest'
import { InventoryItemForm } from './items.ts'
import { fitsOneOrder } from './purchase-orders.ts'
import { isWholeCode, readMrn } from './recipients.ts'
import { MovementForm, suggestedReorder } from './stock.ts'

const id = '11111111-1111-4111-8111-111111111111'

test.each([
  ['1251', 'MRN1251'],
  [' mrn 1251 ', 'MRN1251'],
  ['MRN123456789', 'MRN123456789'],
  ['125', undefined],
  ['1234567890', undefined],
  ['x1251', undefined],
  ['1251x', undefined],
  ['MR1251', undefined],
])('“%s” is read as %s', (typed, mrn) => {
  expect(readMrn(typed)).toBe(mrn)
  expect(isWholeCode(typed)).toBe(mrn !== undefined)
})

test('stock is issued to a ward or to a patient', () => {
  const issue = { kind: 'ISSUE', quantity: 1 }
  const saidOf = (more: object) =>
    MovementForm.safeParse({ ...issue, ...more }).error?.issues.map(({ path, message }) => [path[0], message])
  expect(saidOf({})).toEqual([['ward', 'Choose a ward or a patient']])
  expect(saidOf({ ward: 'ICU' })).toBeUndefined()
  expect(saidOf({ patientId: id })).toBeUndefined()
  expect(MovementForm.parse({ ...issue, patientId: id })).toMatchObject({ ward: null, patientId: id })
})

test('a category is written in any case, and no pack size is null', () => {
  const item = { name: 'Gauze', category: ' supplies ', unit: 'pcs', reorderLevel: 0, cost: 0, quantity: 0 }
  expect(InventoryItemForm.parse(item)).toMatchObject({ category: 'SUPPLIES', packSize: null })
  expect(InventoryItemForm.parse({ ...item, packSize: 10 }).packSize).toBe(10)
})

test('an order has two hundred lines at most, and is worth no more than can be kept', () => {
  const lines = (count: number, quantity = 1, cost = 1) =>
    Array.from({ length: count }, () => ({ quantity, cost }))
  expect([fitsOneOrder(lines(200)), fitsOneOrder(lines(201))]).toEqual([true, false])
  expect(fitsOneOrder(lines(2, 1, 499_999_999_999.99))).toBe(true)
  expect(fitsOneOrder(lines(1, 1, 999_999_999_999.99))).toBe(true)
  expect(fitsOneOrder(lines(1, 2, 500_000_000_000))).toBe(false)
})

test('what is on order is not ordered again', () => {
  expect(suggestedReorder(5, 20, 0, 10, null)).toBe(25)
  expect(suggestedReorder(5, 20, 2, 0, null)).toBe(75)
  expect(suggestedReorder(5, 20, 0.5, 0, null)).toBe(35)
})
