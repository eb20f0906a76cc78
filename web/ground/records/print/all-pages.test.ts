import { expect, test } from 'vitest'
import { allPages } from './all-pages.ts'

test('a list goes on paper to its last page, in its order', async () => {
  const rows = Array.from({ length: 450 }, (_, place) => place)
  const printed = await allPages((cursor) => {
    const begin = Number(cursor ?? 0)
    const end = begin + 200
    const nextCursor = end < rows.length ? String(end) : null
    return Promise.resolve({ items: rows.slice(begin, end), total: rows.length, nextCursor })
  })
  expect(printed).toEqual(rows)
})
