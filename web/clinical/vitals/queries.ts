import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RequestOf } from '../../../contract/api/endpoint.ts'
import {
  listVitals,
  readLatestVitals,
  recordVitals,
  strikeVitals,
} from '../../../contract/clinical/vitals.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { useShown } from '../entries/public.ts'

/** The sets with the latest of each sign, newest first. */
export function latestVitalsQuery(patientId: string) {
  return queryOptions({
    queryKey: ['vitals', 'latest', patientId],
    ...following([`patient-vitals:${patientId}`], (options) =>
      api(readLatestVitals, { params: { id: patientId } }, options),
    ),
  })
}

/** How many sets fit side by side. */
export const setsPerPage = 12

/** All sets, newest first, those struck through among them. */
export function vitalsQuery(patientId: string, page: number) {
  return queryOptions({
    queryKey: ['vitals', 'all', patientId, page],
    ...following([`patient-vitals:${patientId}`], (options) =>
      api(listVitals, { params: { id: patientId }, query: { page, limit: setsPerPage } }, options),
    ),
    placeholderData: keepPreviousData,
  })
}

/** @throws ApiError */
export function useVitalsActions() {
  const shown = useShown('patient-vitals')
  return useMemo(
    () => ({
      record: (patientId: string, body: RequestOf<typeof recordVitals>['body'], idempotencyKey: string) =>
        shown(api(recordVitals, { params: { id: patientId }, body }, { idempotencyKey })),
      strike: (id: string, reason: string) => shown(api(strikeVitals, { params: { id }, body: { reason } })),
    }),
    [shown],
  )
}
