import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { freshFor } from './live/shown-as-of.ts'

/** A refused call is not retried automatically; one that failed in transit is, once. */
function worthRepeating(failures: number, error: Error): boolean {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false
  return failures < 1
}

/** Milliseconds for which data without live updates counts as fresh. */
const unfollowedFor = 5_000

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      // The stream that comes back says what changed meanwhile.
      refetchOnReconnect: false,
      retry: worthRepeating,
      retryDelay: 1000,
      staleTime: (query) => freshFor(queryClient, query, unfollowedFor),
    },
    mutations: { retry: false },
  },
})
