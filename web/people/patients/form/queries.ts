import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../../../contract/api/endpoint.ts'
import { findProbableDuplicates, previewMrn } from '../../../../contract/people/registration.ts'
import { api } from '../../../ground/client/api.ts'
import { following } from '../../../ground/client/live/following.ts'

/** The queries of the registration form alone. */

export type DuplicateQuery = RequestOf<typeof findProbableDuplicates>['body']

export const nextMrnQuery = queryOptions({
  queryKey: ['patient', 'next-mrn'],
  ...following(['patients'], (options) => api(previewMrn, {}, options)),
})

/** Patients that the one being typed may already be. */
export function probableDuplicatesQuery(body: DuplicateQuery) {
  return queryOptions({
    queryKey: ['patient', 'duplicates', body],
    ...following(['patients'], (options) => api(findProbableDuplicates, { body }, options)),
    placeholderData: keepPreviousData,
  })
}
