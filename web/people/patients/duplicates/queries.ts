import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type DuplicateList,
  type DuplicatePair,
  decideDuplicates,
  listDuplicates,
  takeBackDuplicates,
} from '../../../../contract/people/duplicates/duplicates.ts'
import { api } from '../../../ground/client/api.ts'
import { following } from '../../../ground/client/live/following.ts'

const all = ['duplicates'] as const

export const pairsPerPage = 20

export function duplicatesQuery(query: { band: DuplicateList; page: number }) {
  const asked = { ...query, limit: pairsPerPage }
  return queryOptions({
    queryKey: [...all, 'list', asked],
    ...following(['duplicates'], (options) => api(listDuplicates, { query: asked }, options)),
    placeholderData: keepPreviousData,
  })
}

/** The acts on a pair. Lists and counts are read again before they are done. */
export function useDuplicateActions() {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: all })
  const decide = useMutation({
    mutationFn: ({ pair: { id, mark }, note }: { pair: DuplicatePair; note?: string }) =>
      api(decideDuplicates, { params: { id }, body: { mark, ...(note && { note }) } }),
    onSettled,
  })
  const takeBack = useMutation({
    mutationFn: ({ id }: { id: string }) => api(takeBackDuplicates, { params: { id } }),
    onSettled,
  })
  return { decide, takeBack }
}
