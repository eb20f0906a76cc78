import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RequestOf } from '../../contract/api/endpoint.ts'
import { listVitals, readLatestVitals, recordVitals, strikeVitals } from '../../contract/clinical/vitals.ts'
import {
  acknowledgeScore,
  type EarlyWarning,
  listEarlyWarnings,
  readEarlyWarning,
  takeBackAcknowledgement,
} from '../../contract/clinical/warnings/early-warning.ts'
import { api } from '../client/api.ts'
import { applyAnswer } from '../client/live/answers.ts'
import { following } from '../client/live/following.ts'
import { listed } from '../client/live/told.ts'
import { useShown } from '../clinical/public.ts'
import { useMay } from '../session/account.ts'

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

/** The last NEWS2 of everyone who is in a bed, in the queue or with a doctor; a new set changes only its patient's. */
export const earlyWarningsQuery = queryOptions({
  queryKey: ['early-warning', 'list'],
  ...following(
    ['early-warnings'],
    (options): Promise<EarlyWarning[]> => api(listEarlyWarnings, {}, options),
    listed<EarlyWarning>(),
  ),
})

const nothing = () => null
/** While the first answer is on its way: a board waits for it, so that no card grows once it is drawn. */
export function useAwaitsScores(): boolean {
  const maySee = useMay()('clinical.view')
  const { isPending, failureCount } = useQuery({ ...earlyWarningsQuery, select: nothing, enabled: maySee })
  return maySee && isPending && failureCount === 0
}

/** Of one patient, for their record. */
export function earlyWarningQuery(patientId: string) {
  return queryOptions({
    queryKey: ['early-warning', 'one', patientId],
    ...following([`patient-vitals:${patientId}`], (options) =>
      api(readEarlyWarning, { params: { id: patientId } }, options),
    ),
  })
}

/** @throws ApiError */
export function useAcknowledging() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    async function shown(answer: Promise<EarlyWarning>): Promise<EarlyWarning> {
      const warning = await answer
      applyAnswer(queryClient, warning, { 'early-warnings': () => true })
      queryClient.setQueryData(earlyWarningQuery(warning.id).queryKey, { warning })
      return warning
    }
    return {
      acknowledge: (vitalSignsId: string) => shown(api(acknowledgeScore, { params: { id: vitalSignsId } })),
      takeBack: (vitalSignsId: string) =>
        shown(api(takeBackAcknowledgement, { params: { id: vitalSignsId } })),
    }
  }, [queryClient])
}
