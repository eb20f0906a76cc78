import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RequestOf } from '../../../contract/api/endpoint.ts'
import { largestPage } from '../../../contract/api/page.ts'
import {
  confirmAllergy,
  listAllergies,
  recordAllergy,
  strikeAllergy,
} from '../../../contract/clinical/allergies.ts'
import { api } from '../../ground/client/api.ts'
import { following, followingPages } from '../../ground/client/live/following.ts'
import { useShown } from '../entries/public.ts'

/** The entries that count now. */
export function allergiesQuery(patientId: string) {
  return queryOptions({
    queryKey: ['allergies', 'current', patientId],
    ...following([`patient-allergies:${patientId}`], (options) =>
      api(
        listAllergies,
        { params: { id: patientId }, query: { state: 'current', limit: largestPage } },
        options,
      ),
    ),
    select: ({ items }) => items,
  })
}

/** Those struck through or replaced, the newest first. */
export function pastAllergiesQuery(patientId: string) {
  return infiniteQueryOptions({
    queryKey: ['allergies', 'past', patientId],
    ...followingPages([`patient-allergies:${patientId}`], (cursor, options) =>
      api(listAllergies, { params: { id: patientId }, query: { state: 'past', cursor } }, options),
    ),
  })
}

/** @throws ApiError */
export function useAllergyActions() {
  const shown = useShown('patient-allergies')
  return useMemo(
    () => ({
      record: (patientId: string, body: RequestOf<typeof recordAllergy>['body'], idempotencyKey: string) =>
        shown(api(recordAllergy, { params: { id: patientId }, body }, { idempotencyKey })),
      confirm: (id: string, body: RequestOf<typeof confirmAllergy>['body'], idempotencyKey: string) =>
        shown(api(confirmAllergy, { params: { id }, body }, { idempotencyKey })),
      strike: (id: string, reason: string) => shown(api(strikeAllergy, { params: { id }, body: { reason } })),
    }),
    [shown],
  )
}
