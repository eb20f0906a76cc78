import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { stampAnswer } from '../api.ts'
import { handleEvents } from './events.ts'
import { followingPages } from './following.ts'

/** A list on a server, newest first, two to a page; its cursors name the last of a page. */
function server(...items: string[]) {
  const asked: (number | undefined)[] = []
  let asOf = 1
  return {
    asked,
    add(item: string) {
      items.unshift(item)
      asOf++
      return asOf
    },
    read(cursor: string | undefined, { asOf: least }: { asOf?: number }) {
      asked.push(least)
      const begin = cursor === undefined ? 0 : items.indexOf(cursor) + 1
      const page = items.slice(begin, begin + 2)
      const nextCursor = begin + 2 < items.length ? (page.at(-1) ?? null) : null
      return Promise.resolve(stampAnswer({ items: page, nextCursor }, asOf))
    },
  }
}

const scope = 'patient-vitals:p'

function shown(list: ReturnType<typeof server>) {
  const client = new QueryClient()
  const events = handleEvents(client)
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    ...followingPages([scope], (cursor, options) => list.read(cursor, options)),
  })
  const items = () => observer.getCurrentResult().data?.pages.flatMap((page) => page.items)
  const leave = observer.subscribe(() => {})
  return { observer, events, items, leave }
}

test('what is told of a list that was read on is in it, and nothing is lost or doubled where pages meet', async () => {
  const list = server('d', 'c', 'b', 'a')
  const { observer, events, items, leave } = shown(list)
  await vi.waitFor(() => expect(items()).toEqual(['d', 'c']))
  await observer.fetchNextPage()
  expect(items()).toEqual(['d', 'c', 'b', 'a'])
  events.stale({ kind: 'stale', scope, asOf: list.add('e'), within: 0 })
  await vi.waitFor(() => expect(items()).toEqual(['e', 'd', 'c', 'b']))
  // Every page was asked for as of the event.
  expect(list.asked.slice(-2)).toEqual([2, 2])
  leave()
  events.stop()
})

test('what is told while a later page is on its way is in the first one too', async () => {
  const list = server('d', 'c', 'b', 'a')
  const { observer, events, items, leave } = shown(list)
  await vi.waitFor(() => expect(items()).toEqual(['d', 'c']))
  const next = observer.fetchNextPage()
  // The later page is as of it, the first one is not.
  events.stale({ kind: 'stale', scope, asOf: list.add('e'), within: 0 })
  await next
  await vi.waitFor(() => expect(items()).toEqual(['e', 'd', 'c', 'b']))
  leave()
  events.stop()
})
