import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import {
  addClosure,
  type ClosureForm,
  countDisplaced,
  type Decision,
  listClosures,
  listDisplaced,
  listOutsideHours,
  readClosure,
  resolveDisplaced,
  withdrawClosure,
} from '../../../contract/front-desk/closures.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'

/** Absences and holidays that are not over, by their start. */
export const closuresQuery = queryOptions({
  queryKey: ['closures'],
  ...following(['closures'], (options) => api(listClosures, {}, options)),
})

export const closureQuery = (id: string) =>
  queryOptions({
    queryKey: ['closures', 'one', id],
    ...following(['closures'], (options) => api(readClosure, { params: { id } }, options)),
  })

/** The bookings in the time of an absence that wait for a decision. */
export const displacedQuery = (id: string) =>
  queryOptions({
    queryKey: ['closures', 'displaced', id],
    ...following(['closures'], (options) => api(listDisplaced, { params: { id } }, options)),
  })

/** The bookings outside hours, of a doctor or of all. */
export const outsideHoursQuery = (doctorId: string | undefined) =>
  queryOptions({
    queryKey: ['closures', 'outside', doctorId],
    ...following(['closures'], (options) => api(listOutsideHours, { query: { doctorId } }, options)),
  })

type Period = Pick<ClosureForm, 'doctorId' | 'clinicId' | 'from' | 'fromTime' | 'to' | 'toTime'>

/** How many bookings an absence would displace; the number from before stands while another is on its way. */
export const countQuery = (period: Period | undefined) =>
  queryOptions({
    queryKey: ['closures', 'count', period],
    ...following(['closures'], (options) =>
      api(
        countDisplaced,
        {
          query: {
            doctorId: period?.doctorId ?? undefined,
            clinicId: period?.clinicId ?? undefined,
            from: period?.from ?? '',
            fromTime: period?.fromTime ?? undefined,
            to: period?.to ?? '',
            toTime: period?.toTime ?? undefined,
          },
        },
        options,
      ),
    ),
    enabled: period !== undefined,
    placeholderData: keepPreviousData,
  })

/** @throws ApiError */
export function useClosureActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    // Before a dialog closes, or a decision is reported: the lists show what was done.
    const shown = async <Answer>(answer: Promise<Answer>) => {
      const done = await answer
      await queryClient.invalidateQueries({ queryKey: closuresQuery.queryKey })
      return done
    }
    return {
      add: (body: ClosureForm, idempotencyKey: string) =>
        shown(api(addClosure, { body }, { idempotencyKey })),
      withdraw: ({ id }: { id: string }) => api(withdrawClosure, { params: { id } }),
      decide: (decisions: z.input<typeof Decision>[]) =>
        shown(api(resolveDisplaced, { body: { decisions } })),
      readAgain: () => queryClient.invalidateQueries({ queryKey: closuresQuery.queryKey }),
    }
  }, [queryClient])
}
