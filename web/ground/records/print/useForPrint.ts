import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { largestPage } from '../../../../contract/api/page.ts'
import type { CallOptions } from '../../client/api.ts'
import { toast } from '../../ui/toast.tsx'
import { allPages, type PageToRead } from './all-pages.ts'

/**
 * Reads a record once more before it goes on paper, as it is now, and tells the server what for: a print is on record.
 * Undefined until it is there; where it can't be read nothing is printed, and `onFailure` is called.
 */
export function useForPrint<Row>(
  noun: string,
  id: string,
  read: (options: CallOptions) => Promise<Row>,
  onFailure: () => void,
): Row | undefined {
  const { data, error } = useQuery({
    queryKey: [noun, 'for-print', id],
    queryFn: ({ signal }) => read({ signal, purpose: 'print' }),
    gcTime: 0,
  })
  useEffect(() => {
    if (!error) return
    toast.error(`This could not be printed. ${error.message}`)
    onFailure()
  }, [error, onFailure])
  return data
}

/**
 * Reads all of a list for paper, page after page, and sends the purpose to the server. If a list can't be read, the
 * print says so in its place.
 */
export function useListForPrint<Row>(
  noun: string,
  id: string,
  read: (
    query: { limit: number; cursor: string | undefined },
    options: CallOptions,
  ) => Promise<PageToRead<Row>>,
  enabled = true,
): UseQueryResult<Row[]> {
  return useQuery({
    queryKey: [noun, 'printed', id],
    queryFn: ({ signal }) =>
      allPages((cursor) => read({ limit: largestPage, cursor }, { signal, purpose: 'print' })),
    gcTime: 0,
    enabled,
  })
}
