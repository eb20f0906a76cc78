import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

/** A refused call is not repeated by itself; one that failed on the way is, once. */
function worthRepeating(failures: number, error: Error): boolean {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false
  return failures < 1
}

/** Every query key begins with its noun: live changes find the queries by it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { refetchOnWindowFocus: false, retry: worthRepeating, retryDelay: 1000, staleTime: 5_000 },
    mutations: { retry: false },
  },
})
