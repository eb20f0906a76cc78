import { queryOptions } from '@tanstack/react-query'
import { listMerges, previewMerge } from '../../../../contract/people/duplicates/merges.ts'
import { api } from '../../../ground/client/api.ts'
import { following } from '../../../ground/client/live/following.ts'

/** The effect of merging the two, read again when either changes. */
export function mergePreviewQuery(oneId: string, otherId: string) {
  return queryOptions({
    queryKey: ['patient', 'merge-preview', oneId, otherId],
    ...following([`patient:${oneId}`, `patient:${otherId}`], (options) =>
      api(previewMerge, { body: { oneId, otherId } }, options),
    ),
    retry: false,
  })
}

export function mergesQuery(id: string) {
  return queryOptions({
    queryKey: ['patient', 'merges', id],
    ...following([`patient-merges:${id}`], (options) => api(listMerges, { params: { id } }, options)),
  })
}
