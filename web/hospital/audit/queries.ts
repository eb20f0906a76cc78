import { infiniteQueryOptions } from '@tanstack/react-query'
import { type AuditFilter, listAudit } from '../../contract/audit.ts'
import { api } from '../client/api.ts'

/** Entries of one page: some hundred are what a few visits to a record leave. */
const perPage = 100

/** Who saw or changed a patient's data, newest first. Each reading of it is on the trail too: it is read when it is opened. */
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
