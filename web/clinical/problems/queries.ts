import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RequestOf } from '../../../contract/api/endpoint.ts'
import { largestPage } from '../../../contract/api/page.ts'
import {
  listProblems,
  recordProblem,
  resolveProblem,
  strikeProblem,
} from '../../../contract/clinical/problems.ts'
import { api } from '../../ground/client/api.ts'
import { following, followingPages } from '../../ground/client/live/following.ts'
import { useShown } from '../entries/public.ts'

/** A patient's current diagnoses. */
export function problemsQuery(patientId: string) {
  return queryOptions({
    queryKey: ['problems', 'current', patientId],
    ...following([`patient-problems:${patientId}`], (options) =>
      api(
        listProblems,
        { params: { id: patientId }, query: { state: 'current', limit: largestPage } },
        options,
      ),
    ),
    select: ({ items }) => items,
  })
}

/** Those resolved or struck through, the newest first. */
export function pastProblemsQuery(patientId: string) {
  return infiniteQueryOptions({
    queryKey: ['problems', 'past', patientId],
    ...followingPages([`patient-problems:${patientId}`], (cursor, options) =>
      api(listProblems, { params: { id: patientId }, query: { state: 'past', cursor } }, options),
    ),
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
