import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  addIdentifier,
  editIdentifier,
  endIdentifier,
  listIdentifiers,
  type PatientIdentifier,
} from '../../../../contract/people/identifiers.ts'
import { api } from '../../../ground/client/api.ts'
import { following } from '../../../ground/client/live/following.ts'

/** A patient's identifiers by system; those that ended come last. */
export function identifiersQuery(patientId: string) {
  return queryOptions({
    queryKey: ['patient-identifiers', patientId],
    ...following(
      [`patient-identifiers:${patientId}`],
      (options): Promise<PatientIdentifier[]> => api(listIdentifiers, { params: { id: patientId } }, options),
    ),
  })
}

/** @throws ApiError */
export function useIdentifierActions(patientId: string) {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const shown = async (saving: Promise<PatientIdentifier>) => {
      const saved = await saving
      // Before the dialog closes, so that what is behind it is up to date.
      await queryClient.invalidateQueries({ queryKey: identifiersQuery(patientId).queryKey })
      return saved
    }
    return {
      add: (body: { systemId: string; value: string }, idempotencyKey: string) =>
        shown(api(addIdentifier, { params: { id: patientId }, body }, { idempotencyKey })),
      correct: (body: { value: string }, { id, version }: PatientIdentifier) =>
        shown(api(editIdentifier, { params: { id }, body }, { version })),
      end: (body: { reason: string }, { id }: PatientIdentifier) =>
        shown(api(endIdentifier, { params: { id }, body })),
    }
  }, [patientId, queryClient])
}
