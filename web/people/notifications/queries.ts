import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { largestPage } from '../../contract/api/page.ts'
import {
  chooseNotifications,
  listNotifications,
  type NotificationKind,
  readNotification,
  readNotificationChoices,
  readNotifications,
  readUnread,
} from '../../contract/staff/notifications.ts'
import { api } from '../client/api.ts'
import { applyAnswer } from '../client/live/answers.ts'
import { following } from '../client/live/following.ts'
import { useMe } from '../session/account.ts'
import { placeOn, placeUnread, type Unread } from './placing.ts'

/** How many are unread, and the latest. */
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

/** A page of the list, after the one that gave the cursor; long, so that an entry for many counts them all. */
export function notificationsQuery(staffId: string, cursor?: string) {
  return queryOptions({
    queryKey: ['notifications', staffId, 'page', cursor ?? null],
    ...following(
      [`notifications:${staffId}`],
      (options) => api(listNotifications, { query: { cursor, limit: largestPage } }, options),
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
