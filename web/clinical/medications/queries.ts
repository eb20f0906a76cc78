import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RequestOf } from '../../../contract/api/endpoint.ts'
import {
  changeMedication,
  listMedications,
  prescribeMedication,
  readCurrentMedications,
  stopMedication,
  strikeMedication,
} from '../../../contract/clinical/medications.ts'
import { listPrescribableMedicines } from '../../../contract/store/items.ts'
import { api } from '../../ground/client/api.ts'
import { following, followingPages } from '../../ground/client/live/following.ts'
import { useShown } from '../entries/public.ts'

export function currentMedicationsQuery(patientId: string) {
  return queryOptions({
    queryKey: ['medications', 'current', patientId],
    ...following([`patient-medications:${patientId}`, `patient-allergies:${patientId}`], (options) =>
      api(readCurrentMedications, { params: { id: patientId } }, options),
    ),
  })
}

/** Those stopped, over or struck through, the newest first. */
export function pastMedicationsQuery(patientId: string) {
  return infiniteQueryOptions({
    queryKey: ['medications', 'past', patientId],
    ...followingPages([`patient-medications:${patientId}`], (cursor, options) =>
      api(listMedications, { params: { id: patientId }, query: { state: 'past', cursor } }, options),
    ),
  })
}

/** The store's medicines that match a search. Follows the stock as it is issued and received. */
export function medicinesQuery(search: string) {
  return queryOptions({
    queryKey: ['inventory-item', 'medicines', search],
    ...following(['inventory-availability'], (options) =>
      api(listPrescribableMedicines, { query: { search } }, options),
    ),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
}

/** @throws ApiError */
export function useMedicationActions() {
  const shown = useShown('patient-medications')
  return useMemo(
    () => ({
      prescribe: (id: string, body: RequestOf<typeof prescribeMedication>['body'], idempotencyKey: string) =>
        shown(api(prescribeMedication, { params: { id }, body }, { idempotencyKey })),
      change: (id: string, body: RequestOf<typeof changeMedication>['body'], idempotencyKey: string) =>
        shown(api(changeMedication, { params: { id }, body }, { idempotencyKey })),
      stop: (id: string, reason: string) => shown(api(stopMedication, { params: { id }, body: { reason } })),
      strike: (id: string, reason: string) =>
        shown(api(strikeMedication, { params: { id }, body: { reason } })),
    }),
    [shown],
  )
}
