import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { Day } from '../../../contract/api/fields.ts'
import type { Page } from '../../../contract/api/page.ts'
import type { Database } from './connect.ts'
import { namedStatement, plannedWithValues } from './prepared.ts'

/** Beyond this many rows, a list says 'more than' instead of an exact count. */
export const countAtMost = 1000

/** A cursor that this list can't have issued. */
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
/** The kinds of value that a list can be sorted by; a cursor has one value for each column of its order. */
export type SortKind = keyof typeof sortValues

/** Columns with their kinds, in order of precedence. */
export type Order = Readonly<Record<string, SortKind>>

/** A list that is read in pages. */
export interface List {
  table: string
  /** The alias of the table in all other fields. */
  alias: string
  /** A query of the table's rows with columns that it lacks, by which the list is sorted. */
  rows?: RawBuilder<unknown> | undefined
  /** `with …`: queries that `rows` is read from, each run once. */
  first?: RawBuilder<unknown>
  /** The columns that are shown. */
  shown: RawBuilder<unknown>
  /** Other tables that `shown` reads, at most one row each. */
  joins?: RawBuilder<unknown>
  where: Expression<SqlBool>
  /** Unique for each row. */
  order: Order
  direction: 'asc' | 'desc'
  /** Whether one query plan suits all values; then the plan is kept. */
  keepsPlan?: boolean
}

type PageRow<Row> = Row & Sorted & { counted: number }

/**
 * One page of a list, by page number or cursor, with the size of the whole list: counted up to a bound, unless a tally
 * gives the exact `total`.
 */
export async function readPage<Row>(
  db: Database,
  request: PageRequest,
  list: List,
  total?: RawBuilder<number>,
): Promise<Page<Row>> {
  const counted = total ?? countUpToBound(tableOf(list), list.where)
  const { rows } = await pageStatement<Row>(request, list, counted).execute(db)
  // A page beyond the last has no row to carry the count.
  const n = rows[0]?.counted ?? (await numberOf(db, counted, list.first))
  return pageOfRows<Row>(rows, request, total ? { total: n, isAtLeast: false } : boundedCount(n))
}

/**
 * A page of a list with a tally, fully identified by `name`. The statement of the first page, which most people never
 * leave, is built once and keeps its plan.
 */
export async function readNamedPage<Row>(
  db: Database,
  request: PageRequest,
  name: string,
  make: () => { list: List; total: RawBuilder<number> },
): Promise<Page<Row>> {
  if (request.cursor || request.page > 1) {
    const { list, total } = make()
    return readPage(db, request, list, total)
  }
  const first = namedStatement<PageRow<Row>, undefined>(`list ${name}, first ${request.limit}`, () => {
    const { list, total } = make()
    return pageStatement(request, { ...list, keepsPlan: true }, total)
  })
  const rows = await first(db, undefined)
  const n = rows[0]?.counted ?? (await numberOf(db, make().total))
  return pageOfRows<Row>(rows, request, { total: n, isAtLeast: false })
}

function pageStatement<Row>(request: PageRequest, list: List, counted: RawBuilder<number>) {
  const { after, by, window, sortValues } = inOrder(list, request)
  return sql<PageRow<Row>>`
    ${list.keepsPlan ? sql`` : plannedWithValues} ${list.first ?? sql``} select ${list.shown}, ${sortValues}, (${counted}) as counted
    from (select * from ${tableOf(list)} where ${list.where} ${after} ${window}) as ${sql.ref(list.alias)}
    ${list.joins ?? sql``} order by ${by}`
}

/** A row with its place in the order. Columns of their own cost less than one JSON value for each row. */
export interface Sorted {
  sort0: unknown
  sort1?: unknown
  sort2?: unknown
  sort3?: unknown
  sort4?: unknown
}

/** The columns of `Sorted`, for an order of up to five. */
export function sortColumns(values: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(values.map((value, at) => sql`${value} as ${sql.raw(`"sort${at}"`)}`))
}

/** The parts of a statement that sort a list and take one page of it. */
export function inOrder(
  { alias, order, direction }: Pick<List, 'alias' | 'order' | 'direction'>,
  request: PageRequest,
) {
  const by = orderOf({ alias, order, direction })
  const values = cursorValues(request, Object.values(order))
  const offset = request.cursor ? 0 : (request.page - 1) * request.limit
  const limit = request.limit + 1
  return {
    by,
    /** `and …` for rows after the cursor, or nothing. */
    after: values ? afterOf({ alias, order, direction }, values) : sql``,
    offset,
    /** One row more than the page holds, to know whether another page follows. */
    limit,
    // Literals, not parameters: with a parameter the plan would be made for any number of rows.
    window: sql`order by ${by} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`,
    sortValues: sortColumns(
      Object.entries(order).map(([name, kind]) => sql.raw(asSortValue(columnOf(alias, name), kind))),
    ),
  }
}

/** `and …` for what comes after these values in the order. */
export function afterOf(
  { alias, order, direction }: Pick<List, 'alias' | 'order' | 'direction'>,
  values: readonly (string | number)[],
): RawBuilder<unknown> {
  const columns = Object.keys(order).map((name) => columnOf(alias, name))
  const than = sql.raw(direction === 'asc' ? '>' : '<')
  return sql`and (${sql.raw(columns.join(', '))}) ${than} (${sql.join(values)})`
}

export function orderOf({
  alias,
  order,
  direction,
}: Pick<List, 'alias' | 'order' | 'direction'>): RawBuilder<unknown> {
  return sql.raw(
    Object.keys(order)
      .map((name) => `${columnOf(alias, name)} ${direction === 'asc' ? 'asc' : 'desc'}`)
      .join(', '),
  )
}

/** As text: of a name that the code gives, a node for each part of it costs more than the rest of the statement. */
export function columnOf(alias: string, name: string): string {
  return `"${alias}"."${name}"`
}

/** As `sortValues` above take it. */
function asSortValue(column: string, kind: SortKind): string {
  switch (kind) {
    case 'moment':
      return `${column}::text`
    case 'time':
      return `left(${column}::text, 5)`
    default:
      return column
  }
}

export function tableOf({ table, alias, rows }: Pick<List, 'table' | 'alias' | 'rows'>): RawBuilder<unknown> {
  return rows ? sql`(${rows}) as ${sql.raw(`"${alias}"`)}` : sql.raw(`"${table}" as "${alias}"`)
}

export interface Count {
  total: number
  isAtLeast: boolean
}

/** Counts up to one more than the bound. */
export async function countRows(
  db: Database,
  from: RawBuilder<unknown>,
  where: Expression<SqlBool>,
): Promise<Count> {
  return boundedCount(await numberOf(db, countUpToBound(from, where)))
}

function countUpToBound(from: RawBuilder<unknown>, where: Expression<SqlBool>): RawBuilder<number> {
  const most = sql.lit(countAtMost + 1)
  return sql<number>`select count(*)::int from (select from ${from} where ${where} limit ${most}) counted`
}

async function numberOf(db: Database, counted: RawBuilder<number>, first = sql``): Promise<number> {
  const { rows } = await sql<{ n: number }>`${plannedWithValues} ${first} select (${counted}) as n`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

export function boundedCount(counted: number): Count {
  return { total: Math.min(counted, countAtMost), isAtLeast: counted > countAtMost }
}

/** Makes a page of rows that were read with one more than it holds. */
export function pageOfRows<Row>(
  rows: readonly (Row & Sorted)[],
  { limit }: Pick<PageRequest, 'limit'>,
  count: Count,
): Page<Row> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit
  return {
    items: shown,
    total: count.total,
    ...(count.isAtLeast && { totalIsAtLeast: true }),
    nextCursor: hasMore && last ? cursorOf(last) : null,
  }
}

function cursorOf({ sort0, sort1, sort2, sort3, sort4 }: Sorted): string {
  const values = [sort0, sort1, sort2, sort3, sort4].filter((value) => value !== undefined)
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/**
 * The sort values of the last row of the previous page; null for the first page. A cursor that this list can't have
 * issued is refused: treating it as the first page would send a script into an endless loop.
 */
export function cursorValues(
  request: Pick<PageRequest, 'cursor'>,
  kinds: readonly SortKind[],
): (string | number)[] | null {
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
