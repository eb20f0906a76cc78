import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RequestOf } from '../../../contract/api/endpoint.ts'
import {
  addWaitEntry,
  changeWaitEntry,
  declineOffer,
  type holdMinutes,
  listWaitEntries,
  offerPlace,
  takeOffer,
  type WaitChange,
  type WaitEntry,
  type WaitForm,
  withdrawWaitEntry,
} from '../../../contract/front-desk/wait-list.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import type { Place } from './place.ts'

const key = ['wait-list'] as const

type WaitQuery = NonNullable<RequestOf<typeof listWaitEntries>['query']>

/** A page of the wait list. */
export const waitListQuery = (query: WaitQuery) =>
  queryOptions({
    queryKey: [...key, 'page', query],
    ...following(['wait-list'], (options) => api(listWaitEntries, { query }, options)),
    placeholderData: keepPreviousData,
  })

/** @throws ApiError */
export function useWaitActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    // The list is up to date before a dialog closes.
    const shown = async <Answer>(answer: Promise<Answer>) => {
      const done = await answer
      await queryClient.invalidateQueries({ queryKey: key })
      return done
    }
    return {
      add: (body: WaitForm, idempotencyKey: string) => shown(api(addWaitEntry, { body }, { idempotencyKey })),
      change: (body: WaitChange, { id, version }: WaitEntry) =>
        shown(api(changeWaitEntry, { params: { id }, body: { ...body, version } })),
      withdraw: ({ id }: WaitEntry) => shown(api(withdrawWaitEntry, { params: { id } })),
      offer: ({ id }: WaitEntry, { doctorId, date, time }: Place, minutes: (typeof holdMinutes)[number]) =>
        shown(api(offerPlace, { params: { id }, body: { doctorId, date, time, minutes } })),
      take: (offer: { id: string }) => shown(api(takeOffer, { params: { id: offer.id } })),
      decline: (offer: { id: string }) => shown(api(declineOffer, { params: { id: offer.id } })),
      readAgain: () => queryClient.invalidateQueries({ queryKey: key }),
    }
  }, [queryClient])
}
