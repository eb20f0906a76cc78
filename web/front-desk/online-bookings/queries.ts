import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RequestOf } from '../../../contract/api/endpoint.ts'
import {
  declineOnlineBooking,
  listOnlineBookings,
  matchOnlineBooking,
} from '../../../contract/front-desk/online-bookings.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'

const key = ['online-bookings'] as const

type BookingQuery = NonNullable<RequestOf<typeof listOnlineBookings>['query']>

export const onlineBookingsQuery = (query: BookingQuery) =>
  queryOptions({
    queryKey: [...key, query],
    ...following(['online-bookings'], (options) => api(listOnlineBookings, { query }, options)),
    placeholderData: keepPreviousData,
  })

/** @throws ApiError */
export function useBookingAnswers() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    // The list is up to date before a dialog closes, also after a refusal.
    const shown = <Answer>(answer: Promise<Answer>) =>
      answer.finally(() => queryClient.invalidateQueries({ queryKey: key }))
    return {
      match: (id: string, patientId: string) =>
        shown(api(matchOnlineBooking, { params: { id }, body: { patientId } })),
      decline: (id: string) => shown(api(declineOnlineBooking, { params: { id } })),
    }
  }, [queryClient])
}
