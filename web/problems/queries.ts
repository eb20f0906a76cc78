import { queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RequestOf } from '../../contract/api/endpoint.ts'
import { largestPage } from '../../contract/api/page.ts'
import {
  listProblems,
  recordProblem,
  resolveProblem,
  strikeProblem,
} from '../../contract/clinical/problems.ts'
import { api } from '../client/api.ts'
import { following } from '../client/live/following.ts'
import { useShown } from '../clinical/public.ts'

/** The newest diagnoses, those resolved or struck through among them. */
export function problemsQuery(patientId: string) {
  return queryOptions({
    queryKey: ['problems', patientId],
    ...following([`patient-problems:${patientId}`], (options) =>
      api(listProblems, { params: { id: patientId }, query: { limit: largestPage } }, options),
    ),
    select: ({ items }) => items,
  })
}

/** @throws ApiError */
export function useProblemActions() {
  const shown = useShown('patient-problems')
  return useMemo(
    () => ({
      record: (id: string, body: RequestOf<typeof recordProblem>['body'], idempotencyKey: string) =>
        shown(api(recordProblem, { params: { id }, body }, { idempotencyKey })),
      resolve: (id: string, on: string) => shown(api(resolveProblem, { params: { id }, body: { on } })),
      strike: (id: string, reason: string) => shown(api(strikeProblem, { params: { id }, body: { reason } })),
    }),
    [shown],
  )
}
