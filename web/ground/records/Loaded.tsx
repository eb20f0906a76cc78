import type { ReactNode } from 'react'
import { ApiError } from '../client/api.ts'
import { ErrorState } from '../ui/page/ErrorState.tsx'
import { Section } from '../ui/page/Section.tsx'

export interface Reading<Data> {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/** Shows data once it is there; until then that it loads, or that it failed, with a retry. */
export function Loaded<Data>({
  query,
  failed,
  loading,
  children,
}: {
  query: Reading<Data>
  /** 'The settings could not be loaded' */
  failed: string
  /** As high as what comes, so that nothing jumps. */
  loading: ReactNode
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (!query.error) return loading
  return (
    <ErrorState
      title={failed}
      error={query.error}
      onRetry={() => query.refetch()}
      retrying={query.isFetching}
    />
  )
}

/**
 * One record as a page of its own. A malformed id can't be any record's, so it counts as missing. A page that is a form
 * keeps its entries when its record is deleted; `children` hear how it ended then.
 */
export function RecordPage<Data>({
  isForm,
  missing,
  ...reading
}: {
  query: Reading<Data>
  isForm?: boolean
  /** Stands there for a record that doesn't exist, or no longer. */
  missing: ReactNode
  failed: string
  loading: ReactNode
  children: (record: Data, ended: 'deleted' | undefined) => ReactNode
}) {
  const { data, error } = reading.query
  const isMissing = error instanceof ApiError && [404, 422].includes(error.status)
  if (isMissing && !(isForm && data)) return <Section>{missing}</Section>
  const shown = <Loaded {...reading}>{(record) => reading.children(record, endOf(reading.query))}</Loaded>
  return error && !data ? <Section>{shown}</Section> : shown
}

/** How the record of an open edit ended, if it did. */
export function endOf({ error }: { error: Error | null }): 'deleted' | undefined {
  return error instanceof ApiError && error.status === 404 ? 'deleted' : undefined
}
