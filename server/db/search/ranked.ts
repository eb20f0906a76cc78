import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Page } from '../../../contract/api/page.ts'
import type { Database } from '../connect.ts'
import {
  afterOf,
  boundedCount,
  type Count,
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
import { type Put, plannedWithValues, putting, statementOf } from '../prepared.ts'
import { areMany, rowsOfMany, type SearchedList, sightOf, sortedAtMost } from './search.ts'

/** What is found in one way, in the order of two columns and the id: mostly that of an index. */
export interface Rank {
  where: RawBuilder<SqlBool>
  by: readonly [string, string]
  /** Whether the rest contains every row of this rank, in the same order. Then one query finds both. */
  isOfRest?: boolean
}

/**
 * A list of what a search finds, in ranks: who is of several is of the first. `rest` is all that is found by any part, in
 * the order of its list.
 */
export interface RankedList {
  rest: SearchedList
  /** The order of the rest where it is more than is sorted: one that tells nothing of who matches, so that a page fills soon. */
  ofMany: Pick<SearchedList, 'order' | 'direction' | 'probes'>
  /** What holds of all. */
  isAsked: RawBuilder<SqlBool>
  /** Before the rest. */
  ranks: readonly Rank[]
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
/** A place in a list of ranks; a cursor carries it. */
const order = { rank: 'number', a: 'text', b: 'text', id: 'id' } as const satisfies Order
const place = { alias: 'place', order, direction: 'asc' } as const
const sortValues = sortColumns([sql`rank`, sql`a`, sql`b`, sql`place.id`])

interface Told {
  /** How many were found, and how many of them before the rest. */
  found: number
  before: number
  /** How much of the rest was found, where it is too much to be sorted. */
  rest: number
  /** Of the rest there is so much that it was not looked for. */
  isDense: boolean
}
type RankedRow<Row> = Row & Sorted & Told & { rank: number | null }

/**
 * One page of the list. Reads rank after rank until it has as many rows as it counts or needs, and then stops. Ranks
 * that are part of the rest are found with it in one query. If more records match than are sorted, `rowsOfMany` reads
 * them.
 */
export async function rankedPage<Row, From>(
  db: Database,
  request: PageRequest,
  search: RankedSearch<From>,
): Promise<Page<Row & { isAlike: boolean }>> {
  const kept = firstLookOf<Row, From>(request, search)
  const seen = kept && toldBy(await kept.rows(db, search.from))
  if (seen && isAll(seen)) {
    const alike = seen.told.found < handful ? await search.alike(db) : []
    if (alike.length === 0) return pageShown(seen.rows, kept.ranks, request, boundedCount(seen.told.found))
    return pageAfter(db, request, { search, seen, alike })
  }
  return pageAfter(db, request, { search, seen })
}

/** Whether the first look has everything that a first page needs. It does not if the rest is too large to be sorted. */
const isAll = ({ told }: Seen<unknown>) => !told.isDense && told.rest <= sortedAtMost

const firstLooks = new Map<
  string,
  { rows: (db: Database, from: never) => Promise<unknown[]>; ranks: number }
>()
const mostKept = 200

/**
 * The statement of a first page, which most users never leave. It is built once for all searches with the same text.
 */
function firstLookOf<Row, From>(request: PageRequest, { name, make }: RankedSearch<From>) {
  if (name === null || request.cursor || request.page > 1) return undefined
  type FirstLook = { rows: (db: Database, from: From) => Promise<RankedRow<Row>[]>; ranks: number }
  const key = `${name}, first ${request.limit}`
  // The caller that names a list determines the type of its rows.
  const known = firstLooks.get(key) as FirstLook | undefined
  if (known) return known
  const part: Part = { offset: 0, limit: request.limit + 1, rest: 'unless dense' }
  let ranks = 0
  const rows = statementOf<RankedRow<Row>, From>((put) => {
    const list = withRestOf(make(put))
    ranks = list.ranks.length
    return reading<Row>(list, waysOf(list), part)
  })
  const look: FirstLook = {
    rows,
    get ranks() {
      return ranks
    },
  }
  if (firstLooks.size >= mostKept) firstLooks.clear()
  firstLooks.set(key, look)
  return look
}

/** Reads a page. Uses what is already known from an earlier look. */
async function pageAfter<Row, From>(
  db: Database,
  request: PageRequest,
  {
    search,
    seen,
    alike = [],
  }: { search: RankedSearch<From>; seen?: Seen<Row> | undefined; alike?: readonly Rank[] },
): Promise<Page<Row & { isAlike: boolean }>> {
  const asked = withRestOf(search.make(putting(search.from)))
  const after = cursorValues(request, Object.values(order))
  if (after && Number(after[0]) < 0) throw new UnknownCursor()
  const offset = (request.page - 1) * request.limit
  const limit = request.limit + 1
  const first = after ? { offset: 0, limit: 0 } : { offset, limit }
  let ways = [...waysOf(asked), ...alike]
  let look = await readFirst<Row>(db, asked, ways, first, alike.length > 0 ? undefined : seen)
  if (alike.length === 0 && !look.isMany && look.told.found < handful) {
    const others = await search.alike(db)
    if (others.length > 0) {
      ways = [...ways, ...others]
      look = await readFirst<Row>(db, asked, ways, first)
    }
  }
  const { told, isMany } = look
  const count = boundedCount(isMany ? countAtMost + 1 : told.found)
  const rows = after
    ? await read<Row>(db, asked, ways, { offset: 0, limit, after, rest: isMany ? 'never' : 'always' })
    : look.rows
  const shown = rows.filter(({ rank }) => rank !== null)
  const isOver = shown.length < limit && (isMany || after?.[0] === ways.indexOf('rest, of many'))
  if (!isOver) return pageShown(shown, asked.ranks.length, request, count)
  const more = await readMany<Row>(db, asked, {
    offset: after ? 0 : Math.max(0, offset - toldBy(rows).told.before),
    limit: limit - shown.length,
    after,
  })
  return pageShown([...shown, ...more], asked.ranks.length, request, count)
}

/**
 * Rows that are only similar to what was typed come last, after the rest, even if the rest is too large to be sorted.
 */
function pageShown<Row>(
  rows: readonly (Row & Sorted & { rank: number | null })[],
  ranks: number,
  request: PageRequest,
  count: Count,
): Page<Row & { isAlike: boolean }> {
  const shown = rows.flatMap((row) => (row.rank === null ? [] : [{ ...row, isAlike: row.rank > ranks + 1 }]))
  return pageOfRows<Row & { isAlike: boolean }>(shown, request, count)
}

/** As far as the count needs it, and whether of the rest there is more than is sorted. */
async function readFirst<Row>(
  db: Database,
  list: AskedList,
  ways: readonly Way[],
  part: Part,
  known?: Seen<Row>,
) {
  const look = async (rest: Part['rest']) => toldBy(await read<Row>(db, list, ways, { ...part, rest }))
  const seen = known ?? (await look('unless dense'))
  if (isAll(seen)) return { ...seen, isMany: false }
  const isMany = !seen.told.isDense || (await areMany(db, { ...list.rest, ...list.ofMany }))
  if (!isMany) return { ...(await look('always')), isMany }
  return { ...(hasRanksOfRest(list) ? await look('never') : seen), isMany }
}

interface AskedList extends RankedList {
  /** The rest together with the ranks that are part of it. */
  restAndRanks: SearchedList
}

/** Excludes from the rest the rows of earlier ranks, and gives it again with those that are found in the same query. */
function withRestOf(list: RankedList): AskedList {
  const { rest, ranks } = list
  return {
    ...list,
    rest: without(rest, ranks),
    restAndRanks: without(
      rest,
      ranks.filter(({ isOfRest }) => !isOfRest),
    ),
  }
}

function without(rest: SearchedList, ranks: readonly Rank[]): SearchedList {
  const others = ranks.map(({ where }) => sql`and (${where}) is not true`)
  return {
    ...rest,
    where: sql<SqlBool>`${rest.where} ${joined(others)}`,
    whereProbed: sql<SqlBool>`${rest.whereProbed} ${joined(others)}`,
  }
}

const hasRanksOfRest = ({ ranks }: RankedList) => ranks.some(({ isOfRest }) => isOfRest)

/** All ways in turn; each is known by its place. */
type Way = Rank | 'rest' | 'rest, of many'
const waysOf = ({ ranks }: Pick<RankedList, 'ranks'>): Way[] => [...ranks, 'rest', 'rest, of many']
const isRank = (way: Way): way is Rank => typeof way === 'object'

interface Seen<Row> {
  rows: RankedRow<Row>[]
  told: Told
}

function toldBy<Row>(rows: RankedRow<Row>[]): Seen<Row> {
  return { rows, told: rows[0] ?? { found: 0, before: 0, rest: 0, isDense: false } }
}

interface Part {
  offset: number
  limit: number
  after?: readonly (string | number)[] | null
  rest?: 'unless dense' | 'always' | 'never'
}

/** The rest, where it is more than is sorted, in an order of its own; after a cursor of fewer, in theirs. */
async function readMany<Row>(
  db: Database,
  { rest, ofMany, ranks }: RankedList,
  { offset, limit, after }: Part,
): Promise<(Row & Sorted & { rank: number })[]> {
  const [few, many] = [ranks.length, ranks.length + 1]
  const isOfFew = after?.[0] === few
  const rank = isOfFew ? few : many
  const list = {
    ...rest,
    ...(isOfFew ? {} : ofMany),
    shown: sql`${rest.shown}, ${sql.lit(rank)}::int as rank`,
  }
  const [first, second] = columnsOf(list)
  const keys = isOfFew ? [sql`${first}`, sql`${second}`] : [sql`${first}::text`, sql`''`]
  return rowsOfMany<Row & { rank: number }>(db, list, {
    after: after?.[0] === rank ? afterOf(list, after.slice(1, isOfFew ? 4 : 2)) : sql``,
    offset,
    limit,
    sortValues: sortColumns([sql.lit(rank), ...keys, idOf(list)]),
  })
}

const columnsOf = ({ alias, order }: SearchedList) =>
  Object.keys(order).map((name) => sql.raw(columnOf(alias, name)))
const idOf = ({ alias }: SearchedList) => sql.raw(columnOf(alias, 'id'))

/** As far as a page and the count need it; of a page after a cursor, without what comes before it. */
async function read<Row>(db: Database, list: AskedList, ways: readonly Way[], part: Part) {
  const { rows } = await reading<Row>(list, ways, part).execute(db)
  return rows
}

function reading<Row>(
  { rest, restAndRanks, isAsked }: AskedList,
  ways: readonly Way[],
  { offset, limit, after, rest: wanted }: Part,
): RawBuilder<RankedRow<Row>> {
  // After a cursor, each rank is read from where the page before it ended.
  const isOneLook = !after && wanted !== 'never'
  const most = sql.lit(after ? limit : Math.max(countAtMost + 1, offset + limit))
  const begin = Number(after?.[0] ?? 0)
  const whereOf = (way: Way) => (isRank(way) ? way.where : rest.where)
  const parts = ways.flatMap((way, at) => {
    if (at < begin || way === 'rest, of many' || (way === 'rest' && wanted === 'never')) return []
    if (isOneLook && isRank(way) && way.isOfRest) return []
    if (isOneLook && way === 'rest')
      return [restPart(restAndRanks, rankOfRest(ways), restAndRanks.where, most)]
    const before = ways.slice(0, at).map((one) => sql`and (${whereOf(one)}) is not true`)
    const where = isRank(way) ? sql`${isAsked} and ${way.where} ${joined(before)}` : rest.where
    const list = isRank(way)
      ? { ...rest, order: { [way.by[0]]: 'text', [way.by[1]]: 'text', id: 'id' } as const }
      : rest
    const follows = after && at === begin ? afterOf(list, after.slice(1)) : sql``
    const found = sql`${where} ${follows}`
    return [way === 'rest' ? restPart(list, sql.lit(at), found, most) : partOf(list, at, found, most)]
  })
  // No parts: the cursor is in a rest that is too large to be sorted, which is read separately.
  if (parts.length === 0) return sql<RankedRow<Row>>`select where false`
  const alias = sql.raw(`"${rest.alias}"`)
  return sql<RankedRow<Row>>`
    ${rest.keepsPlan ? sql`` : plannedWithValues}
    with sight as materialized (${wanted === 'unless dense' ? sightOf(restAndRanks) : sql`select false as is_dense`}),
    found as materialized (select * from (${sql.join(parts, sql` union all `)}) parts limit ${most}),
    told as materialized (
      select count(id)::int as found, (count(id) filter (where rank < ${sql.lit(ways.indexOf('rest'))}))::int as before,
        coalesce(max(n), 0)::int as rest, coalesce(bool_or(id is null and n = 0), false) as is_dense
      from found
    ),
    page as materialized (
      select * from found place where id is not null
      order by ${orderOf(place)} limit ${sql.lit(limit)} offset ${sql.lit(offset)}
    )
    select found, before, rest, is_dense as "isDense", rank, ${rest.shown}, ${sortValues}
    from told left join (page place join ${tableOf(rest)} on ${alias}.id = place.id) on true
    order by ${orderOf(place)}`
}

const joined = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql.join(conditions, sql` `) : sql``

/** The rank of a row that was found in one query: the rest, or a rank that is part of it. */
function rankOfRest(ways: readonly Way[]): RawBuilder<number> {
  const cases = ways.flatMap((way, at) =>
    isRank(way) && way.isOfRest ? [sql`when ${way.where} then ${sql.lit(at)}`] : [],
  )
  const rest = sql.lit(ways.indexOf('rest'))
  return cases.length > 0 ? sql`case ${joined(cases)} else ${rest} end` : rest
}

/** Selects the columns of a place for each row that is found. */
function placesOf(list: SearchedList, rank: RawBuilder<unknown>): RawBuilder<unknown> {
  const [a, b, id] = columnsOf(list)
  return sql`select ${id} as id, ${rank}::int as rank, ${a} as a, ${b} as b`
}

function partOf(
  list: SearchedList,
  at: number,
  where: RawBuilder<unknown>,
  most: RawBuilder<number>,
): RawBuilder<unknown> {
  const places = placesOf(list, sql.lit(at))
  return sql`(${places}, 0 as n from ${tableOf(list)} where ${where} order by ${orderOf(list)} limit ${most})`
}

/** Selects the rest. If it was not searched, or is too large to be sorted, selects one row without an id instead. */
function restPart(
  list: SearchedList,
  rank: RawBuilder<unknown>,
  where: Expression<unknown>,
  most: RawBuilder<number>,
): RawBuilder<unknown> {
  const few = sql`(
      ${placesOf(list, rank)} from ${tableOf(list)} where not (select is_dense from sight) and ${where}
      limit ${sql.lit(sortedAtMost + 1)}
    )`
  return sql`(
      with few as materialized ${few}
      select *, 0 as n from few where (select count(*) from few) <= ${sql.lit(sortedAtMost)}
      union all
      select null, 0, null, null, (select count(*) from few)::int
      where (select is_dense from sight) or (select count(*) from few) > ${sql.lit(sortedAtMost)}
      order by rank, a, b, id limit ${most}
    )`
}

/** The whole list with the columns of its order: for what is written out from end to end. */
export async function rankedRows<From>(db: Database, search: RankedSearch<From>) {
  const asked = withRestOf(search.make(putting(search.from)))
  const { told, isMany } = await readFirst(db, asked, waysOf(asked), { offset: 0, limit: 0 })
  const alike = !isMany && told.found < handful ? await search.alike(db) : []
  const { rest, ranks, isAsked } = search.make(putting(search.from))
  const ways: Way[] = [...waysOf({ ranks }), ...alike]
  const byWay = (columns: (way: Way, at: number) => RawBuilder<unknown>) => {
    const all = ways.map(
      (way, at) => sql`when ${isRank(way) ? way.where : rest.where} then ${columns(way, at)}`,
    )
    return sql`case ${sql.join(all, sql` `)} end`
  }
  const names = Object.keys(rest.order)
  const [first, second] = [0, 1].map((nth) =>
    byWay((way) => sql.raw((isRank(way) ? way.by[nth] : names[nth]) ?? 'id')),
  )
  const rows = sql`
    select *, ${byWay((_, at) => sql.lit(at))} as rank, ${first} as a, ${second} as b from ${tableOf(rest)} where ${isAsked}`
  return { rows, order, where: sql<SqlBool>`rank is not null` }
}
