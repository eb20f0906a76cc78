import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Page } from '../../contract/api/page.ts'
import {
  chooseNotifications,
  listNotifications,
  mostUnread,
  type Notification,
  type NotificationKind,
  readNotification,
  readNotificationChoices,
  readNotifications,
  readUnread,
} from '../../contract/staff/notifications.ts'
import { api } from '../client/api.ts'
import { applyAnswer } from '../client/live/answers.ts'
import { following } from '../client/live/following.ts'
import type { Place } from '../client/live/told.ts'
import { useMe } from '../session/account.ts'

interface Unread {
  ids: readonly string[]
  /** What was told last. */
  news?: Notification
}

const placeUnread: Place = (data, readAsOf, told): Unread | undefined => {
  const unread = data as Unread
  if (told.asOf < readAsOf) return unread
  const { ids } = unread
  const record = told.record as Notification | null
  const isIn = ids.includes(told.id)
  if (record && !record.isRead) {
    return { ids: isIn ? ids : [told.id, ...ids].slice(0, mostUnread), news: record }
  }
  if (!isIn) return unread
  // Of more than are counted, another takes its place.
  return ids.length < mostUnread ? { ...unread, ids: ids.filter((id) => id !== told.id) } : undefined
}

/** How many wait, and of what is told, the last. */
export function unreadQuery(staffId: string) {
  return queryOptions({
    queryKey: ['notifications', staffId, 'unread'],
    ...following(
      [`notifications:${staffId}`],
      (options): Promise<Unread> => api(readUnread, {}, options),
      placeUnread,
    ),
  })
}

/** What is new comes on the first page; of what another page shows, this one knows nothing. */
const placeOn =
  (isFirst: boolean): Place =>
  (data, readAsOf, told): Page<Notification> => {
    const page = data as Page<Notification>
    if (told.asOf < readAsOf) return page
    const { items } = page
    const record = told.record as Notification | null
    const at = items.findIndex(({ id }) => id === told.id)
    if (at >= 0) return { ...page, items: record ? items.with(at, record) : items.toSpliced(at, 1) }
    const newest = items[0]
    const isNew = record && isFirst && (!newest || record.raisedAt > newest.raisedAt)
    return isNew ? { ...page, items: [record, ...items] } : page
  }

/** A page of the list, after the one that gave the cursor. */
export function notificationsQuery(staffId: string, cursor?: string) {
  return queryOptions({
    queryKey: ['notifications', staffId, 'page', cursor ?? null],
    ...following(
      [`notifications:${staffId}`],
      (options) => api(listNotifications, { query: { cursor } }, options),
      placeOn(!cursor),
    ),
  })
}

/** What one wants to be told of; read whenever it is opened. */
export function choicesQuery(staffId: string) {
  return queryOptions({
    queryKey: ['notifications', staffId, 'choices'],
    queryFn: ({ signal }) => api(readNotificationChoices, {}, { signal }),
    staleTime: 0,
  })
}

/** @throws ApiError */
export function useNotificationActions() {
  const queryClient = useQueryClient()
  const { id: staffId } = useMe()
  return useMemo(
    () => ({
      async choose(kind: NotificationKind, isOn: boolean) {
        const choices = await api(chooseNotifications, { body: { kind, isOn } })
        queryClient.setQueryData(choicesQuery(staffId).queryKey, choices)
      },
      async read(id: string) {
        const saved = await api(readNotification, { params: { id } })
        applyAnswer(queryClient, saved, { notifications: (key) => key === staffId })
      },
      /** As far as they were seen: what came meanwhile stays unread. */
      readAll: (until: string) => api(readNotifications, { body: { until } }),
    }),
    [queryClient, staffId],
  )
}
