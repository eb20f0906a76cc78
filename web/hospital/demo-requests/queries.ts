import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '../../../contract/api/endpoint.ts'
import {
  type DemoRequest,
  handleDemoRequest,
  listDemoRequests,
} from '../../../contract/hospital/demo-requests.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'

const all = ['demo-request'] as const
type ListQuery = NonNullable<RequestOf<typeof listDemoRequests>['query']>

export function demoRequestsQuery(query: ListQuery) {
  return queryOptions({
    queryKey: [...all, 'list', query],
    ...following(['demo-requests'], (options) => api(listDemoRequests, { query }, options)),
    placeholderData: keepPreviousData,
  })
}

export function useHandle() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, handledAt }: DemoRequest) =>
      api(handleDemoRequest, { params: { id }, body: { isHandled: handledAt === null } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: all }),
  })
}
