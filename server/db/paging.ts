import { z } from 'zod'
import { Day } from '../../contract/api/fields.ts'
import type { Page } from '../../contract/api/page.ts'

/** Beyond this many matches, a searched or filtered list says 'more than' instead of counting on. */
export const countAtMost = 1000

/** A cursor that the list can't have given. */
export class UnknownCursor extends Error {}

export interface PageRequest {
  page: number
  limit: number
  cursor?: string | undefined
}

const sortValues = {
  text: z
    .string()
    .max(300)
    .refine((value) => !value.includes('\u0000')),
  number: z.int32(),
  serial: z.int(),
  /** A decimal of the ledger. */
  amount: z.number(),
  /** Also the last of all, which stands for none in a sorted list; but not the year 0, which PostgreSQL lacks. */
  day: z.iso.date().refine((value) => value >= '0001-01-01'),
  time: z.iso.time({ precision: -1 }),
  /** As PostgreSQL writes it in UTC, with its microseconds. */
  moment: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/)
    .refine((value) => Day.safeParse(value.slice(0, 10)).success && !Number.isNaN(Date.parse(value))),
  id: z.guid(),
}
/** What a list can be sorted by; a cursor carries one value for each column of its order. */
export type SortKind = keyof typeof sortValues

/**
 * The sort values of the last row of the page before; null for the first page. A cursor that this list can't have
 * given is refused: taken for the first page, it would send a script round for ever.
 */
export function cursorValues(request: PageRequest, kinds: readonly SortKind[]): (string | number)[] | null {
  if (!request.cursor) return null
  const values = readJson(Buffer.from(request.cursor, 'base64url').toString('utf8'))
  const fits =
    Array.isArray(values) &&
    values.length === kinds.length &&
    kinds.every((kind, index) => sortValues[kind].safeParse(values[index]).success)
  if (!fits) throw new UnknownCursor()
  return values
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
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
