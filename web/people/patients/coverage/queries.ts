import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  addCoverage,
  type Coverage,
  type CoverageForm,
  editCoverage,
  listCoverage,
  removeCoverage,
} from '../../../../contract/people/coverage.ts'
import { api } from '../../../ground/client/api.ts'
import { following } from '../../../ground/client/live/following.ts'
import { applyAnswer } from '../../../ground/client/live/own-writes.ts'

/** A patient’s coverage by rank, also where it has expired. */
export function coverageQuery(patientId: string) {
  return queryOptions({
    queryKey: ['coverage', patientId],
    ...following(
      [`patient-coverage:${patientId}`],
      (options): Promise<Coverage[]> => api(listCoverage, { params: { id: patientId } }, options),
    ),
  })
}

/** @throws ApiError */
export function useCoverageActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    async function shown(answer: Promise<Coverage>): Promise<Coverage> {
      const coverage = await answer
      applyAnswer(queryClient, coverage, { 'patient-coverage': (key) => key === coverage.patientId })
      return coverage
    }
    return {
      add: (id: string, body: CoverageForm, idempotencyKey: string) =>
        shown(api(addCoverage, { params: { id }, body }, { idempotencyKey })),
      edit: (body: CoverageForm, { id, version }: Coverage) =>
        shown(api(editCoverage, { params: { id }, body }, { version })),
      async remove({ id, patientId }: Coverage) {
        await api(removeCoverage, { params: { id } })
        // Before its dialog closes, so that its row is gone when the focus would go back to it.
        await queryClient.invalidateQueries({ queryKey: coverageQuery(patientId).queryKey })
      },
    }
  }, [queryClient])
}
