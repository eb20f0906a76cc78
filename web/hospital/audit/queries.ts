import { infiniteQueryOptions } from '@tanstack/react-query'
import { type AuditFilter, listAudit } from '../../../contract/hospital/audit.ts'
import { api } from '../../ground/client/api.ts'

/** Entries of one page: some hundred are what a few visits to a record leave. */
const perPage = 100

/** The entries about a patient's data, newest first. Reading them is recorded too, so they are read only when opened. */
export function accessQuery(filter: Pick<AuditFilter, 'patientId' | 'staffId' | 'kind'>) {
  return infiniteQueryOptions({
    queryKey: ['audit', 'access', filter],
    queryFn: ({ pageParam, signal }) =>
      api(
        listAudit,
        { query: { ...filter, limit: perPage, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
