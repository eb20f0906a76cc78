import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { IsReading } from '../ui/lazy-component.tsx'

/** Tells what is loaded late whether the screen still reads what it shows; at the very first it has all of it to read. */
export function Reading({ children }: { children: ReactNode }) {
  const isFetching = useIsFetching() > 0
  const isAtStart = useQueryClient().getQueryCache().getAll().length === 0
  return <IsReading value={isFetching || isAtStart}>{children}</IsReading>
}
