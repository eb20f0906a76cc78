import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { largestPage } from '../../../contract/api/page.ts'
import {
  type ChosenKind,
  chooseNotifications,
  listNotifications,
  readNotification,
  readNotificationChoices,
  readNotifications,
  readUnread,
} from '../../../contract/people/notifications.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { applyAnswer } from '../../ground/client/live/own-writes.ts'
import { useMe } from '../../ground/sign-in/account.ts'
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

/** The user's choices of notifications; read whenever they are opened. */
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
      async choose(kind: ChosenKind, isOn: boolean) {
        const choices = await api(chooseNotifications, { body: { kind, isOn } })
        queryClient.setQueryData(choicesQuery(staffId).queryKey, choices)
      },
      async read(id: string) {
        const saved = await api(readNotification, { params: { id } })
        applyAnswer(queryClient, saved, { notifications: (key) => key === staffId })
      },
      /** Only those that were shown: newer ones stay unread. */
      readAll: (until: string) => api(readNotifications, { body: { until } }),
    }),
    [queryClient, staffId],
  )
}
