import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../contract/api/endpoint.ts'
import {
  findProbableDuplicates,
  listPatients,
  previewMrn,
  readPatient,
  summarizePatients,
} from '../../contract/patients.ts'
import { api } from '../client/api.ts'

/** What the screens read of patients. Every key begins with 'patient', where live changes find it. */

type ListQuery = NonNullable<RequestOf<typeof listPatients>['query']>
export type DuplicateQuery = RequestOf<typeof findProbableDuplicates>['body']

export function patientListQuery(query: ListQuery) {
  return queryOptions({
    queryKey: ['patient', 'list', query],
    queryFn: ({ signal }) => api(listPatients, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const patientSummaryQuery = queryOptions({
  queryKey: ['patient', 'summary'],
  queryFn: ({ signal }) => api(summarizePatients, {}, { signal }),
  // It counts pending appointments too.
  meta: { follows: ['appointment'] },
})

export function patientQuery(id: string) {
  return queryOptions({
    queryKey: ['patient', 'one', id],
    queryFn: ({ signal }) => api(readPatient, { params: { id } }, { signal }),
  })
}

export const nextMrnQuery = queryOptions({
  queryKey: ['patient', 'next-mrn'],
  queryFn: ({ signal }) => api(previewMrn, {}, { signal }),
})

/** Patients that the one being typed may already be. */
export function probableDuplicatesQuery(body: DuplicateQuery) {
  return queryOptions({
    queryKey: ['patient', 'duplicates', body],
    queryFn: ({ signal }) => api(findProbableDuplicates, { body }, { signal }),
    placeholderData: keepPreviousData,
  })
}
