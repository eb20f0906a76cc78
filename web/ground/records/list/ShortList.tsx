import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import type { Rows } from './rows.ts'

/** The few records of a panel, rendered by its caller; or that they load, could not be loaded, or are none. */
export function ShortList<Row>({
  list: { rows, failure },
  loading,
  empty,
  children,
}: {
  list: Rows<Row>
  /** 'Loading the batches…' */
  loading: string
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}) {
  if (failure) return <ErrorState title={failure.title} error={failure.error} onRetry={failure.retry} />
  if (!rows) return <EmptyState compact title={loading} />
  return rows.length === 0 ? empty : children(rows)
}
