import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RequestOf } from '../../contract/api/endpoint.ts'
import {
  listVitals,
  readLatestVitals,
  recordVitals,
  strikeVitals,
  type VitalSigns,
} from '../../contract/clinical/vitals.ts'
import { api } from '../client/api.ts'
import { applyAnswer } from '../client/live/answers.ts'
import { following } from '../client/live/following.ts'

/** The sets with the latest of each sign, newest first. */
export function latestVitalsQuery(patientId: string) {
  return queryOptions({
    queryKey: ['vitals', 'latest', patientId],
    ...following([`patient-vitals:${patientId}`], (options) =>
      api(readLatestVitals, { params: { id: patientId } }, options),
    ),
  })
}

/** As many as stand side by side. */
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
  const queryClient = useQueryClient()
  return useMemo(() => {
    async function shown(answer: Promise<VitalSigns>): Promise<VitalSigns> {
      const set = await answer
      applyAnswer(queryClient, set, { 'patient-vitals': (patientId) => patientId === set.patientId })
      return set
    }
    return {
      record: (patientId: string, body: RequestOf<typeof recordVitals>['body'], idempotencyKey: string) =>
        shown(api(recordVitals, { params: { id: patientId }, body }, { idempotencyKey })),
      strike: (id: string, reason: string) => shown(api(strikeVitals, { params: { id }, body: { reason } })),
    }
  }, [queryClient])
}
