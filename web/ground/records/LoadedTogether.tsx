import { Skeleton } from '@mantine/core'
import { notifyManager, type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

/**
 * Several parts of one record, each with a query of its own whose key names the record: shown once all of them are there
 * or have failed. One by one, each would push those below it away. What is read again later changes in place.
 */
export function LoadedTogether({
  id,
  label,
  className,
  children,
}: {
  id: string
  /** Said while they are read. */
  label: string
  className?: string | undefined
  children: ReactNode
}) {
  const client = useQueryClient()
  const [isThere, setThere] = useState(false)
  // The parts have begun to read by now: effects of what is inside run first.
  useEffect(() => {
    if (isThere) return undefined
    const look = () => {
      // The parts hear of the data a moment after the cache has it; in between they would be shown still loading.
      if (client.isFetching(firstReadings(id)) === 0) notifyManager.schedule(() => setThere(true))
    }
    look()
    return client.getQueryCache().subscribe(look)
  }, [client, id, isThere])
  return (
    <>
      {!isThere && <Skeleton h={480} radius="md" role="status" aria-label={label} />}
      <div className={className} hidden={!isThere}>
        {children}
      </div>
    </>
  )
}

function firstReadings(id: string): QueryFilters {
  return { predicate: ({ queryKey, state }) => state.status === 'pending' && queryKey.includes(id) }
}
