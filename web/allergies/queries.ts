import { queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RequestOf } from '../../contract/api/endpoint.ts'
import { largestPage } from '../../contract/api/page.ts'
import { listAllergies, recordAllergy, strikeAllergy } from '../../contract/clinical/allergies.ts'
import { api } from '../client/api.ts'
import { following } from '../client/live/following.ts'
import { useShown } from '../clinical/public.ts'

/** The newest entries, those struck through among them; nobody has more than one answer holds. */
export function allergiesQuery(patientId: string) {
  return queryOptions({
    queryKey: ['allergies', patientId],
    ...following([`patient-allergies:${patientId}`], (options) =>
      api(listAllergies, { params: { id: patientId }, query: { limit: largestPage } }, options),
    ),
    select: ({ items }) => items,
  })
}

/** @throws ApiError */
export function useAllergyActions() {
  const shown = useShown('patient-allergies')
  return useMemo(
    () => ({
      record: (patientId: string, body: RequestOf<typeof recordAllergy>['body'], idempotencyKey: string) =>
        shown(api(recordAllergy, { params: { id: patientId }, body }, { idempotencyKey })),
      strike: (id: string, reason: string) => shown(api(strikeAllergy, { params: { id }, body: { reason } })),
    }),
    [shown],
  )
}
