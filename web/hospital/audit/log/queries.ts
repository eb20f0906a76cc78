import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  type AuditFilter,
  countNewAudit,
  listAudit,
  readAuditSeal,
} from '../../../../contract/hospital/audit.ts'
import { api } from '../../../ground/client/api.ts'

/** Entries of one page: a record that is opened leaves nine, which are one row. */
const perPage = 200
/** Milliseconds between two looks for what was added. */
const lookEvery = 5000

/** The log, newest first, as it was when its first page was read: what is added meanwhile is counted beside it. */
export function logQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', 'log', filter],
    queryFn: async ({ pageParam, signal }) => {
      const { newest } = pageParam ? { newest: 0 } : await api(countNewAudit, { query: {} }, { signal })
      const page = await api(
        listAudit,
        { query: { ...filter, limit: perPage, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      )
      return { ...page, newest }
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Each reading is on the trail too.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

export function addedQuery(filter: AuditFilter, since: number) {
  return queryOptions({
    queryKey: ['audit', 'added', filter, since],
    queryFn: ({ signal }) => api(countNewAudit, { query: { ...filter, since } }, { signal }),
    refetchInterval: lookEvery,
    gcTime: 0,
    retry: false,
  })
}

export const sealQuery = queryOptions({
  queryKey: ['audit', 'seal'],
  queryFn: ({ signal }) => api(readAuditSeal, {}, { signal }),
  refetchInterval: 60_000,
  gcTime: 0,
})
