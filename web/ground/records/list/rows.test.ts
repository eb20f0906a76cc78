import { expect, test } from 'vitest'
import { pageOfRows } from './rows.ts'

const all = Array.from({ length: 45 }, (_, index) => index + 1)

/** A page of 20 of them, and what its buttons put into the address. */
function page(number: number | undefined, rows: readonly number[] = all) {
  const shown: unknown[] = []
  const list = pageOfRows(rows, { page: number, pageSize: 20, show: (change) => shown.push(change) })
  return { ...list, shown }
}

test('an address without a number shows the first page', () => {
  expect(page(undefined).rows).toEqual(all.slice(0, 20))
  expect(page(undefined).place).toMatchObject({ page: 1, total: 45 })
})

test('the last page holds what is left', () => {
  expect(page(3).rows).toEqual([41, 42, 43, 44, 45])
})

test('a page beyond the last is the last', () => {
  expect(page(9).rows).toEqual([41, 42, 43, 44, 45])
  expect(page(9).place?.page).toBe(3)
})

test('filters that leave nothing leave one page', () => {
  expect(page(2, []).rows).toEqual([])
  expect(page(2, []).place).toMatchObject({ page: 1, total: 0 })
})

test('the way back to the first page takes the number out of the address', () => {
  const { place, shown } = page(2)
  place?.onPage(3)
  place?.onPage(1)
  expect(shown).toEqual([{ page: 3 }, { page: undefined }])
})

test('rows that still load are no empty list', () => {
  expect(pageOfRows(undefined, { page: 2, pageSize: 20, show: () => {} }).rows).toBeUndefined()
})
