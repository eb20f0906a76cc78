import type { Page } from '../../contract/page.ts'

/** Beyond this many matches, a searched or filtered list says 'more than' instead of counting on. */
export const countAtMost = 1000

export interface PageRequest {
  page: number
  limit: number
  cursor?: string | undefined
}

/** The sort values of the last row of the page before; null for the first page, or a cursor that is none. */
export function cursorValues(request: PageRequest, length: number): (string | number)[] | null {
  if (!request.cursor) return null
  try {
    const values: unknown = JSON.parse(Buffer.from(request.cursor, 'base64url').toString('utf8'))
    const fits =
      Array.isArray(values) &&
      values.length === length &&
      values.every((value) => typeof value === 'string' || typeof value === 'number')
    return fits ? values : null
  } catch {
    return null
  }
}

/** Rows to skip for a page asked for by number. */
export function offsetOf(request: PageRequest): number {
  return request.cursor ? 0 : (request.page - 1) * request.limit
}

/** Makes a page of rows that were read with one more than `limit`, to know whether another page follows. */
export function pageOfRows<Row, Item>(
  rows: readonly Row[],
  limit: number,
  count: { total: number; isAtLeast: boolean },
  toItem: (row: Row) => Item,
  sortValues: (row: Row) => (string | number)[],
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit
  return {
    items: shown.map(toItem),
    total: count.total,
    ...(count.isAtLeast && { totalIsAtLeast: true }),
    nextCursor: hasMore && last ? Buffer.from(JSON.stringify(sortValues(last))).toString('base64url') : null,
  }
}

/** What was counted up to one more than the bound, as it is told. */
export function boundedCount(counted: number): { total: number; isAtLeast: boolean } {
  return { total: Math.min(counted, countAtMost), isAtLeast: counted > countAtMost }
}
