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
    /** Reads the list again before the dialog closes: its order may change, and a row that is gone gets no focus back. */
    async function shown<Answer>(answer: Promise<Answer>): Promise<Answer> {
      const coverage = await answer
      await queryClient.invalidateQueries({ queryKey: ['coverage'] })
      return coverage
    }
    return {
      add: (id: string, body: CoverageForm, idempotencyKey: string) =>
        shown(api(addCoverage, { params: { id }, body }, { idempotencyKey })),
      edit: (body: CoverageForm, { id, version }: Coverage) =>
        shown(api(editCoverage, { params: { id }, body }, { version })),
      remove: ({ id }: Coverage) => shown(api(removeCoverage, { params: { id } })),
    }
  }, [queryClient])
}
