import type { Page } from '../../../contract/api/page.ts'
import { mostUnread, type Notification } from '../../../contract/people/notifications.ts'
import type { Place } from '../../ground/client/live/record-events.ts'

/** Places arriving notifications in the answers that the bell and its list show. */

export interface Unread {
  ids: readonly string[]
  /** Notifications that arrived since they were read, the last one last, if still unread. */
  news?: readonly Notification[]
}

export const placeUnread: Place = (data, readAsOf, told): Unread | undefined => {
  const unread = data as Unread
  if (told.asOf < readAsOf) return unread
  const { ids } = unread
  const record = told.record as Notification | null
  const isIn = ids.includes(told.id)
  const others = unread.news?.filter(({ id }) => id !== told.id) ?? []
  if (record && !record.isRead) {
    return {
      ids: isIn ? ids : [told.id, ...ids].slice(0, mostUnread),
      news: [...others, record].slice(-mostUnread),
    }
  }
  if (!isIn) return unread
  // If there are more than are counted, another one takes its place.
  return ids.length < mostUnread ? { ids: ids.filter((id) => id !== told.id), news: others } : undefined
}

/**
 * Everything the bell counts is on the first page, however old: a new role, or a kind that is turned on again, brings
 * notifications of what holds already, dated when it began. Of read ones, that page has those not older than its last;
 * about other pages it knows nothing.
 */
export const placeOn =
  (isFirst: boolean): Place =>
  (data, readAsOf, told): Page<Notification> => {
    const page = data as Page<Notification>
    if (told.asOf < readAsOf) return page
    const others = page.items.filter(({ id }) => id !== told.id)
    const isIn = others.length < page.items.length
    const record = told.record as Notification | null
    if (!record) return isIn ? { ...page, items: others } : page
    const isCounted = isFirst && (!record.isRead || reaches(page, record))
    return isIn || isCounted ? { ...page, items: [...others, record].sort(newestFirst) } : page
  }

function reaches({ items, nextCursor }: Page<Notification>, { raisedAt }: Notification): boolean {
  const last = items.at(-1)
  return nextCursor === null || !last || raisedAt >= last.raisedAt
}

/** As the server has them; what one transaction raises may be of the same moment. */
function newestFirst(one: Notification, other: Notification): number {
  const [before, after] =
    one.raisedAt === other.raisedAt ? [one.id, other.id] : [one.raisedAt, other.raisedAt]
  return before < after ? 1 : -1
}
