import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * A query that stays failed while it is tried again, by a press or because an event asked for it: the query library counts
 * that as a first load, and the screen would change between the failure and a skeleton.
 */
export function useSteady<Data>(query: UseQueryResult<Data>): UseQueryResult<Data> {
  const [kept, keep] = useState<Error | null>(null)
  const isTriedAgain = query.isPending && query.errorUpdateCount > 0
  const error = query.isLoadingError ? query.error : isTriedAgain ? kept : null
  if (error !== kept) keep(error)
  if (!isTriedAgain || !kept) return query
  return {
    ...query,
    status: 'error',
    isPending: false,
    isLoading: false,
    isLoadingError: true,
    isError: true,
    error: kept,
  } as UseQueryResult<Data>
}
