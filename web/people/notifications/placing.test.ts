import { expect, test } from 'vitest'
import type { Page } from '../../../contract/api/page.ts'
import type { Notification } from '../../../contract/people/notifications.ts'
import { roleTitles } from '../../../contract/permissions.ts'
import { placeOn, placeUnread, type Unread } from './placing.ts'
import { newsWords } from './words.ts'

function line(id: string, time: string, fields: Partial<Notification> = {}): Notification {
  return {
    id,
    kind: 'EXPIRY',
    raisedAt: `2026-11-21T${time}.000Z`,
    isRead: false,
    stock: null,
    appointment: null,
    vitals: null,
    role: null,
    roleTitle: null,
    demoRequest: null,
    access: null,
    onlineBooking: null,
    hospitalExport: null,
    ...fields,
  }
}

/** The bell's count and its list after these notifications have arrived one by one. */
function shownAfter(told: readonly Notification[], nextCursor: string | null = null) {
  const newest = line('newest', '10:00:00')
  const last = line('last', '09:00:00')
  let unread: Unread = { ids: [newest.id, last.id] }
  let page: Page<Notification> = { items: [newest, last], total: 2, nextCursor }
  for (const record of told) {
    const news = { id: record.id, record, asOf: 2 }
    unread = placeUnread(unread, 1, news) as Unread
    page = placeOn(true)(page, 1, news) as typeof page
  }
  return { unread, counted: unread.ids.toSorted(), listed: page.items.map(({ id }) => id) }
}

test('what a delivery raises in one moment is listed as it is counted', () => {
  const raised = ['a', 'b', 'c', 'd', 'e'].map((id) => line(id, '11:00:00'))
  const { counted, listed } = shownAfter(raised)
  expect(listed).toEqual(['e', 'd', 'c', 'b', 'a', 'newest', 'last'])
  expect(listed.toSorted()).toEqual(counted)
})

test.each([null, 'more'])(
  'what has held for long is listed where it belongs, with cursor %s',
  (nextCursor) => {
    const standing = [line('old', '08:00:00'), line('between', '09:30:00'), line('oldest', '07:00:00')]
    const { counted, listed } = shownAfter(standing, nextCursor)
    expect(listed).toEqual(['newest', 'between', 'last', 'old', 'oldest'])
    expect(listed.toSorted()).toEqual(counted)
  },
)

test('what is read is listed again with its kind, as far as the list reaches', () => {
  const read = [line('between', '09:30:00', { isRead: true }), line('old', '08:00:00', { isRead: true })]
  expect(shownAfter(read).listed).toEqual(['newest', 'between', 'last', 'old'])
  expect(shownAfter(read, 'more').listed).toEqual(['newest', 'between', 'last'])
})

test('a line that is news again comes first, once', () => {
  expect(shownAfter([line('last', '10:30:00')]).listed).toEqual(['last', 'newest'])
})

test('an older page shows nothing but its own lines', () => {
  const own = line('own', '08:00:00')
  const page = { items: [own], total: 1, nextCursor: null }
  const place = (record: Notification) => placeOn(false)(page, 1, { id: record.id, record, asOf: 2 })
  expect(place(line('old', '07:00:00'))).toBe(page)
  expect(place({ ...own, isRead: true })).toEqual({ ...page, items: [{ ...own, isRead: true }] })
  expect(placeOn(false)(page, 1, { id: own.id, record: null, asOf: 2 })).toEqual({ ...page, items: [] })
})

test('all that arrives at once is said, one by one or, of more than a few, how many', () => {
  const roles = (['doctor', 'receptionist', 'inventory_manager', 'admin'] as const).map((role) =>
    line(role, '11:00:00', { kind: 'ROLE_GRANTED', role, roleTitle: roleTitles[role].title }),
  )
  const said = (count: number) => newsWords(shownAfter(roles.slice(0, count)).unread.news ?? [], 'UTC')
  expect([1, 2, 4].map(said)).toEqual([
    'New notification: New role: Doctor. Choose it to work with it',
    '2 new notifications: New role: Doctor. Choose it to work with it; New role: Receptionist. Choose it to work with it',
    '4 new notifications. Open Notifications to read them.',
  ])
})

test('what is read, or gone, before it is said is no news', () => {
  const [first, second] = [line('a', '11:00:00'), line('b', '11:00:00')]
  const { unread } = shownAfter([first, second])
  expect(unread.news).toEqual([first, second])
  const told = (record: Notification | null) => placeUnread(unread, 1, { id: 'a', record, asOf: 3 })
  for (const record of [null, { ...first, isRead: true }])
    expect(told(record)).toMatchObject({ news: [second] })
})
