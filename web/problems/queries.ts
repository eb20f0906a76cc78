import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RequestOf } from '../../contract/api/endpoint.ts'
import { largestPage } from '../../contract/api/page.ts'
import {
  listProblems,
  type Problem,
  recordProblem,
  resolveProblem,
  strikeProblem,
} from '../../contract/clinical/problems.ts'
import { api } from '../client/api.ts'
import { applyAnswer } from '../client/live/answers.ts'
import { following } from '../client/live/following.ts'

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
  const queryClient = useQueryClient()
  return useMemo(() => {
    async function shown(answer: Promise<Problem>): Promise<Problem> {
      const entry = await answer
      applyAnswer(queryClient, entry, { 'patient-problems': (patientId) => patientId === entry.patientId })
      return entry
    }
    return {
      record: (id: string, body: RequestOf<typeof recordProblem>['body'], idempotencyKey: string) =>
        shown(api(recordProblem, { params: { id }, body }, { idempotencyKey })),
      resolve: (id: string, on: string) => shown(api(resolveProblem, { params: { id }, body: { on } })),
      strike: (id: string, reason: string) => shown(api(strikeProblem, { params: { id }, body: { reason } })),
    }
  }, [queryClient])
}
