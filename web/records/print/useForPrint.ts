import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CallOptions } from '../../client/api.ts'
import { toast } from '../../ui/toast.tsx'

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
