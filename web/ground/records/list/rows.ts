import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Page } from '../../../../contract/api/page.ts'
import { useSteady } from '../steady.ts'

/** The state of a list: its rows, an error, or neither while it loads. */
export interface Rows<Row> {
  rows: readonly Row[] | undefined
  failure?: { title: string; error: Error; retry: () => void } | undefined
  /** Other rows are on their way. */
  isUpdating?: boolean | undefined
  /** The page of the list that the rows are. */
  place?: PagePlace | undefined
}

interface PagePlace {
  /** 1-based. */
  page: number
  pageSize: number
  total: number
  /** Counting stopped at `total`: there are more. */
  totalIsAtLeast?: boolean | undefined
  onPage: (page: number) => void
}

interface PageChoice {
  /** As the address says it: the first page has no number. */
  page: number | undefined
  pageSize: number
  show: (change: { page: number | undefined }, how?: { replace: boolean }) => void
}

/** A list that is read whole, or what filters leave of it. `failed` is the title of a failed load. */
export function rowsOf<Row>(
  query: UseQueryResult<unknown>,
  failed: string,
  rows: readonly Row[] | undefined,
): Rows<Row> {
  return { rows, failure: failureOf(query, failed), isUpdating: query.isPlaceholderData }
}

/** A list that the server sends page by page. */
export function usePageRows<Row>(
  reading: UseQueryResult<Page<Row>>,
  failed: string,
  { page = 1, pageSize, show }: PageChoice,
): Rows<Row> {
  const query = useSteady(reading)
  const { data, isPlaceholderData } = query
  // The last page can become empty (a deletion, an old link): then the one before is meant.
  const last = lastPage(data?.total ?? 0, pageSize)
  const isBeyond = data !== undefined && !isPlaceholderData && page > last
  const showLast = useEffectEvent((to: number) => show({ page: numbered(to) }, { replace: true }))
  useEffect(() => {
    if (isBeyond) showLast(last)
  }, [isBeyond, last])

  return {
    // A page beyond the last is empty, but the list is not.
    rows: data?.items.length === 0 && data.total > 0 ? undefined : data?.items,
    failure: failureOf(query, failed),
    isUpdating: isPlaceholderData,
    place: data && {
      page: Math.min(page, last),
      pageSize,
      total: data.total,
      totalIsAtLeast: data.totalIsAtLeast,
      onPage: (next) => show({ page: numbered(next) }),
    },
  }
}

/** A page of a list that is here already. A page beyond the last is the last. */
export function pageOfRows<Row>(
  all: readonly Row[] | undefined,
  { page = 1, pageSize, show }: PageChoice,
): Rows<Row> {
  const total = all?.length ?? 0
  const shown = Math.min(page, lastPage(total, pageSize))
  return {
    rows: all?.slice((shown - 1) * pageSize, shown * pageSize),
    place: { page: shown, pageSize, total, onPage: (next) => show({ page: numbered(next) }) },
  }
}

function lastPage(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** The first page is what an address without a number shows. */
function numbered(page: number): number | undefined {
  return page === 1 ? undefined : page
}

function failureOf(query: UseQueryResult<unknown>, title: string): Rows<never>['failure'] {
  if (!query.isLoadingError) return undefined
  return { title, error: query.error, retry: () => void query.refetch() }
}
