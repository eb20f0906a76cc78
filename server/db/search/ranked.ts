import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Page } from '../../../contract/api/page.ts'
import type { Database } from '../connect.ts'
import {
  afterOf,
  boundedCount,
  columnOf,
  countAtMost,
  cursorValues,
  type Order,
  orderOf,
  type PageRequest,
  pageOfRows,
  type Sorted,
  sortColumns,
  tableOf,
  UnknownCursor,
} from '../paging.ts'
import { namedStatement, type Put, plannedWithValues, putting } from '../prepared.ts'
import {
  type Counted,
  counted,
  countOf,
  fewOf,
  isDense,
  isMany,
  manyOf,
  type SearchedList,
} from './search.ts'

/** What is found in one way, in the order of two columns and the id: mostly that of an index. */
export interface Rank {
  where: RawBuilder<SqlBool>
  by: readonly [string, string]
  /** Whether the rest contains every row of this rank, so that one look finds both, if they are few. */
  isOfRest?: boolean
}

/** A list of what a search finds, in ranks: a row of several ranks is of the first. */
export interface RankedList {
  ranks: readonly Rank[]
  /** All that is found by any part, sorted by one number, the greatest first. */
  rest: SearchedList
  /** What holds of all. */
  isAsked: RawBuilder<SqlBool>
}

/** A search of such a list for what was typed. */
export interface RankedSearch<From> {
  from: From
  /** The name shared by all searches with the same statement text. Null if their plan can't be kept. */
  name: string | null
  make: (put: Put<From>) => RankedList
  /** Ranks to add after the rest if fewer than a handful are found. */
  alike: (db: Database) => Promise<readonly Rank[]>
}

const handful = 5
/** A place in the whole list, which a cursor carries: in a rank by `a` and `b`, in the rest by `n`. */
const order = { rank: 'number', n: 'number', a: 'text', b: 'text', id: 'id' } as const satisfies Order
const place = { alias: 'place', order, direction: 'asc' } as const
const sortValues = sortColumns([sql`rank`, sql`n`, sql`a`, sql`b`, sql`place.id`])

type RankedRow<Row> = Row & Sorted & Counted & { rank: number | null }

interface Part {
  offset: number
  limit: number
  after?: readonly (string | number)[] | null
}

/** One page of the list: rank after rank is read until there are as many rows as are counted or needed. */
export async function rankedPage<Row, From>(
  db: Database,
  request: PageRequest,
  search: RankedSearch<From>,
): Promise<Page<Row & { isAlike: boolean }>> {
  const after = cursorValues(request, Object.values(order))
  if (after && Number(after[0]) < 0) throw new UnknownCursor()
  const limit = request.limit + 1
  // After a cursor, the whole is counted first.
  const first = after ? { offset: 0, limit: 0 } : { offset: (request.page - 1) * request.limit, limit }
  const list = search.make(putting(search.from))
  const read = async (alike: readonly Rank[], part: Part) =>
    (await reading<Row>(list, alike, part).execute(db)).rows
  let rows = await (firstPageOf<Row, From>(request, search)?.(db, search.from) ?? read([], first))
  let count = await countOf(db, restOf(list), rows[0])
  const alike = count.total < handful ? await search.alike(db) : []
  if (alike.length > 0) {
    rows = await read(alike, first)
    count = boundedCount(rows[0]?.counted ?? 0)
  }
  if (after) rows = await read(alike, { offset: 0, limit, after })
  const rest = list.ranks.length
  const shown = rows.flatMap((row) => (row.rank === null ? [] : [{ ...row, isAlike: row.rank > rest }]))
  return pageOfRows<Row & { isAlike: boolean }>(shown, request, count)
}

/** The statement of a first page, which most users never leave. It is built once for all searches with the same text. */
function firstPageOf<Row, From>({ cursor, page, limit }: PageRequest, { name, make }: RankedSearch<From>) {
  if (name === null || cursor || page > 1) return undefined
  return namedStatement<RankedRow<Row>, From>(`search ${name}, first ${limit}`, (put) =>
    reading(make(put), [], { offset: 0, limit: limit + 1 }),
  )
}

/** Reads a page. After a cursor, it reads nothing that comes before, and counts nothing. */
function reading<Row>(
  { ranks, rest, isAsked }: RankedList,
  alike: readonly Rank[],
  { offset, limit, after }: Part,
): RawBuilder<RankedRow<Row>> {
  const [from, row] = [tableOf(rest), sql.raw(`"${rest.alias}"`)]
  const most = sql.lit(after ? limit : Math.max(countAtMost + 1, offset + limit))
  const { own, shared } = ownAndShared(ranks)
  const last = ranks.length
  const begin = Number(after?.[0] ?? 0)
  const followsIn = (at: number, sorting: Sorting) =>
    after && at === begin ? afterOf(sorting, sorting.valuesOf(after)) : sql``
  const part = (at: number, sorting: Sorting, where: RawBuilder<unknown>, source = from) =>
    at < begin
      ? []
      : [
          sql`(select ${row}.id, ${sql.lit(at)} as rank, ${sorting.columns} from ${source}
            where ${where} ${followsIn(at, sorting)} order by ${orderOf(sorting)} limit ${most})`,
        ]
  const ofRank = (rank: Rank, at: number, before: readonly Expression<unknown>[]) =>
    part(at, byNames(rest, rank), sql`${isAsked} and ${rank.where} ${not(before)}`)

  const others = restOf({ ranks, rest })
  const restSorting = byNumber(rest)
  const parts = [
    ...own.flatMap((rank, at) => ofRank(rank, at, wheresOf(own.slice(0, at)))),
    ...(shared
      ? [
          ...part(own.length, byNames(rest, shared), sql`is_shared and not ${isMany}`, sql`few ${row}`),
          ...ofRank({ ...shared, where: sql`${isMany} and ${shared.where}` }, own.length, wheresOf(own)),
        ]
      : []),
    ...part(last, restSorting, sql`not ${isMany} and not is_shared`, sql`few ${row}`),
    ...part(last, restSorting, sql`true`, sql`many ${row}`),
    ...alike.flatMap((rank, at) =>
      ofRank(rank, last + 1 + at, [...wheresOf([...ranks, ...alike.slice(0, at)]), rest.where]),
    ),
  ]
  if (parts.length === 0) return sql<RankedRow<Row>>`select where false`
  const also = shared
    ? sql`, (${shared.where}) is true as is_shared ${sql.raw(shared.by.map((column) => `, ${columnOf(rest.alias, column)}`).join(''))}`
    : sql`, false as is_shared`
  const many = manyOf(others, {
    after: followsIn(last, restSorting),
    needed: offset + limit,
    isAsked: isMany,
    except: shared?.where,
  })
  const elsewhere = sql`select count(*) from found where rank < ${sql.lit(own.length)} or rank > ${sql.lit(last)}`
  // Only if the ranks are not enough is the rest looked for.
  const isFull = after ? sql`true` : sql`(select count(*) from found) = ${most}`
  return sql<RankedRow<Row>>`
    ${rest.keepsPlan ? sql`` : plannedWithValues}
    with ${fewOf(others, also)}, ${many},
    found as materialized (select * from (${sql.join(parts, sql` union all `)}) parts limit ${most}),
    page as materialized (
      select * from found place order by ${orderOf(place)} limit ${sql.lit(limit)} offset ${sql.lit(offset)}
    )
    select case when ${isFull} then ${most} else (${elsewhere}) + ${counted} end::int as counted,
      case when ${isFull} then false else ${isDense} end as "isDense", rank, ${rest.shown}, ${sortValues}
    from (select) one left join (page place join ${from} on ${row}.id = place.id) on true
    order by ${orderOf(place)}`
}

/** How a part is sorted, and its columns and values of `order`. */
interface Sorting extends Pick<SearchedList, 'alias' | 'order' | 'direction'> {
  columns: RawBuilder<unknown>
  valuesOf: (cursor: readonly (string | number)[]) => readonly (string | number)[]
}

function byNames({ alias }: SearchedList, { by: [a, b] }: Rank): Sorting {
  return {
    alias,
    order: { [a]: 'text', [b]: 'text', id: 'id' },
    direction: 'asc',
    columns: sql.raw(`0 as n, ${columnOf(alias, a)} as a, ${columnOf(alias, b)} as b`),
    valuesOf: (cursor) => cursor.slice(2),
  }
}

function byNumber({ alias, order, direction }: SearchedList): Sorting {
  const [number = ''] = Object.keys(order)
  return {
    alias,
    order,
    direction,
    columns: sql.raw(`-${columnOf(alias, number)} as n, '' as a, '' as b`),
    // No integer is the opposite of the least one.
    valuesOf: ([, n]) => [Math.min(-Number(n), 2 ** 31 - 1)],
  }
}

const wheresOf = (ranks: readonly Rank[]) => ranks.map(({ where }) => where)
const not = (conditions: readonly Expression<unknown>[]) =>
  conditions.length > 0
    ? sql`and ${sql.join(
        conditions.map((where) => sql`(${where}) is not true`),
        sql` and `,
      )}`
    : sql``

/** The last rank may be a part of the rest. */
function ownAndShared(ranks: readonly Rank[]) {
  const shared = ranks.at(-1)?.isOfRest ? ranks.at(-1) : undefined
  return { own: shared ? ranks.slice(0, -1) : ranks, shared }
}

/** The rest without the rows of other ranks, but with those of the rank that is a part of it. */
function restOf({ rest, ranks }: Pick<RankedList, 'ranks' | 'rest'>): SearchedList {
  const others = not(wheresOf(ownAndShared(ranks).own))
  return {
    ...rest,
    where: sql<SqlBool>`${rest.where} ${others}`,
    whereProbed: sql<SqlBool>`${rest.whereProbed} ${others}`,
  }
}

/** The whole list with the columns of its order: for what is written out from end to end. */
export async function rankedRows<From>(db: Database, search: RankedSearch<From>) {
  const list = search.make(putting(search.from))
  const { ranks, rest, isAsked } = list
  const { rows: found } = await reading(list, [], { offset: 0, limit: 0 }).execute(db)
  const { total } = await countOf(db, restOf(list), found[0])
  const alike = total < handful ? await search.alike(db) : []
  const ways = [
    ...ranks.map((rank) => ({ where: rank.where, ...byNames(rest, rank) })),
    { where: rest.where, ...byNumber(rest) },
    ...alike.map((rank) => ({ where: rank.where, ...byNames(rest, rank) })),
  ]
  const cases = ways.map(
    ({ where, columns }, at) => sql`select ${sql.lit(at)} as rank, ${columns} where ${where}`,
  )
  const rows = sql`
    select "${sql.raw(rest.alias)}".*, rank, n, a, b from ${tableOf(rest)}
    cross join lateral (${sql.join(cases, sql` union all `)} limit 1) ranked where ${isAsked}`
  return { rows, order, direction: 'asc', where: sql<SqlBool>`true` } as const
}
