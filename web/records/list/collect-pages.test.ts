import { expect, test } from 'vitest'
import type { Page } from '../../../contract/api/page.ts'
import { collectPages } from './collect-pages.ts'

const pagesOf =
  (...pages: string[][]) =>
  async (page: number): Promise<Page<{ id: string }>> => ({
    items: (pages[page - 1] ?? []).map((id) => ({ id })),
    total: pages.flat().length,
    nextCursor: page < pages.length ? 'more' : null,
  })

test('every page is read, in its order', async () => {
  expect(await collectPages(pagesOf(['a', 'b'], ['c', 'd'], ['e']), 100)).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id })),
  )
})

test('an empty list is one empty page', async () => {
  expect(await collectPages(pagesOf([]), 100)).toEqual([])
})

test('a record that moves to the next page meanwhile stands in the list once', async () => {
  expect(await collectPages(pagesOf(['a', 'b'], ['b', 'c']), 100)).toEqual(
    ['a', 'b', 'c'].map((id) => ({ id })),
  )
})

test('no more is read of a list that is too long', async () => {
  const read: number[] = []
  const pages = pagesOf(['a', 'b'], ['c'])
  const answer = await collectPages((page) => {
    read.push(page)
    return pages(page)
  }, 2)
  expect(answer).toBe('too many')
  expect(read).toEqual([1])
})

test('a page that can’t be read leaves no half a list', async () => {
  const pages = pagesOf(['a'], ['b'])
  const failing = (page: number) => (page === 2 ? Promise.reject(new Error('gone')) : pages(page))
  await expect(collectPages(failing, 100)).rejects.toThrow('gone')
})
