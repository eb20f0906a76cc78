import { type RawBuilder, type SqlBool, sql } from 'kysely'
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
  tableOf,
  UnknownCursor,
} from '../paging.ts'
import { plannedWithValues } from '../prepared.ts'
import { areMany, rowsOfMany, type SearchedList, sightOf, sortedAtMost } from './search.ts'

/** What is found in one way, in the order of two columns and the id: mostly that of an index. */
export interface Rank {
  where: RawBuilder<SqlBool>
  by: readonly [string, string]
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
  /** After it, where fewer than a handful are found. */
  alike: (db: Database) => Promise<readonly Rank[]>
}

const handful = 5
/** A place in a list of ranks; a cursor carries it. */
const order = { rank: 'number', a: 'text', b: 'text', id: 'id' } as const satisfies Order
const place = { alias: 'place', order, direction: 'asc' } as const
const sortValues = sql`json_build_array(rank, a, b, place.id)::text as "sortValues"`

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
 * One page of it. Each rank is read in its order until as much is found as is counted or needed; ranks that follow are not
 * begun. What is in more records than are sorted is read by `rowsOfMany`.
 */
export async function rankedPage<Row>(
  db: Database,
  request: PageRequest,
  list: RankedList,
): Promise<Page<Row & { rank: number }>> {
  const asked = { ...list, rest: restOf(list) }
  const after = cursorValues(request, Object.values(order))
  if (after && Number(after[0]) < 0) throw new UnknownCursor()
  const offset = (request.page - 1) * request.limit
  const limit = request.limit + 1
  const first = after ? { offset: 0, limit: 0 } : { offset, limit }
  let ways = waysOf(asked)
  let { rows, told, isMany } = await readFirst<Row>(db, asked, ways, first)
  if (!isMany && told.found < handful) {
    const alike = await asked.alike(db)
    if (alike.length > 0) {
      ways = [...ways, ...alike]
      ;({ rows, told, isMany } = await readFirst<Row>(db, asked, ways, first))
    }
  }
  const count = boundedCount(isMany ? countAtMost + 1 : told.found)
  if (after)
    rows = await read<Row>(db, asked, ways, { offset: 0, limit, after, rest: isMany ? 'never' : 'always' })
  const shown = rows.flatMap((row) => (row.rank === null ? [] : [{ ...row, rank: row.rank }]))
  const isOver = shown.length < limit && (isMany || after?.[0] === ways.indexOf('rest, of many'))
  if (!isOver) return pageOfRows<Row & { rank: number }>(shown, request, count)
  const more = await readMany<Row>(db, asked, {
    offset: after ? 0 : Math.max(0, offset - toldBy(rows).before),
    limit: limit - shown.length,
    after,
  })
  return pageOfRows<Row & { rank: number }>([...shown, ...more], request, count)
}

/** As far as the count needs it, and whether of the rest there is more than is sorted. */
async function readFirst<Row>(db: Database, list: RankedList, ways: readonly Way[], part: Part) {
  const rows = await read<Row>(db, list, ways, { ...part, rest: 'unless dense' })
  const told = toldBy(rows)
  if (!told.isDense) return { rows, told, isMany: told.rest > sortedAtMost }
  if (await areMany(db, { ...list.rest, ...list.ofMany })) return { rows, told, isMany: true }
  const all = await read<Row>(db, list, ways, { ...part, rest: 'always' })
  return { rows: all, told: toldBy(all), isMany: false }
}

/** The ranks after the rest, where fewer than a handful are found without them. */
export async function ranksAfter(db: Database, list: RankedList): Promise<readonly Rank[]> {
  const asked = { ...list, rest: restOf(list) }
  const { told, isMany } = await readFirst(db, asked, waysOf(asked), { offset: 0, limit: 0 })
  return !isMany && told.found < handful ? list.alike(db) : []
}

/** The rest without who is of a rank before it. */
function restOf({ rest, ranks }: RankedList): SearchedList {
  const others = ranks.map(({ where }) => sql`and (${where}) is not true`)
  const [where, whereProbed] = [rest.where, rest.whereProbed].map(
    (one) => sql<SqlBool>`${one} ${joined(others)}`,
  )
  return { ...rest, ...(where && whereProbed && { where, whereProbed }) }
}

/** All ways in turn; each is known by its place. */
type Way = Rank | 'rest' | 'rest, of many'
const waysOf = ({ ranks }: Pick<RankedList, 'ranks'>): Way[] => [...ranks, 'rest', 'rest, of many']
const isRank = (way: Way): way is Rank => typeof way === 'object'

function toldBy(rows: readonly Told[]): Told {
  return rows[0] ?? { found: 0, before: 0, rest: 0, isDense: false }
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
  const keys = isOfFew ? [first, second] : [sql`${first}::text`, sql`''`]
  return rowsOfMany<Row & { rank: number }>(db, list, {
    after: after?.[0] === rank ? afterOf(list, after.slice(1, isOfFew ? 4 : 2)) : sql``,
    offset,
    limit,
    sortValues: sql`json_build_array(${sql.join([sql.lit(rank), ...keys, idOf(list)])})::text as "sortValues"`,
  })
}

const columnsOf = ({ alias, order }: SearchedList) =>
  Object.keys(order).map((name) => sql.raw(columnOf(alias, name)))
const idOf = ({ alias }: SearchedList) => sql.raw(columnOf(alias, 'id'))

/** As far as a page and the count need it; of a page after a cursor, without what comes before it. */
async function read<Row>(
  db: Database,
  { rest, isAsked }: RankedList,
  ways: readonly Way[],
  { offset, limit, after, rest: wanted }: Part,
): Promise<RankedRow<Row>[]> {
  const most = sql.lit(after ? limit : Math.max(countAtMost + 1, offset + limit))
  const begin = Number(after?.[0] ?? 0)
  const whereOf = (way: Way) => (isRank(way) ? way.where : rest.where)
  const parts = ways.flatMap((way, at) => {
    if (at < begin || way === 'rest, of many' || (way === 'rest' && wanted === 'never')) return []
    const before = ways.slice(0, at).map((one) => sql`and (${whereOf(one)}) is not true`)
    const where = isRank(way) ? sql`${isAsked} and ${way.where} ${joined(before)}` : rest.where
    const list = isRank(way)
      ? { ...rest, order: { [way.by[0]]: 'text', [way.by[1]]: 'text', id: 'id' } as const }
      : rest
    const follows = after && at === begin ? afterOf(list, after.slice(1)) : sql``
    return [partOf(list, at, sql`${where} ${follows}`, { isRest: way === 'rest', most })]
  })
  if (parts.length === 0) return []
  const alias = sql.raw(`"${rest.alias}"`)
  const { rows } = await sql<RankedRow<Row>>`
    ${rest.keepsPlan ? sql`` : plannedWithValues}
    with sight as materialized (${wanted === 'unless dense' ? sightOf(rest) : sql`select false as is_dense`}),
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
    order by ${orderOf(place)}
  `.execute(db)
  return rows
}

const joined = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql.join(conditions, sql` `) : sql``

/** One rank. Of the rest, a row that is nobody where it was not looked for. */
function partOf(
  list: SearchedList,
  at: number,
  where: RawBuilder<unknown>,
  { isRest, most }: { isRest: boolean; most: RawBuilder<number> },
): RawBuilder<unknown> {
  const [a, b, id] = columnsOf(list)
  const found = sql`select ${id} as id, ${sql.lit(at)}::int as rank, ${a} as a, ${b} as b`
  const from = tableOf(list)
  if (!isRest) {
    return sql`(${found}, 0 as n from ${from} where ${where} order by ${orderOf(list)} limit ${most})`
  }
  const few = sql`(
      ${found} from ${from} where not (select is_dense from sight) and ${where} limit ${sql.lit(sortedAtMost + 1)}
    )`
  return sql`(
      with few as materialized ${few}
      select *, 0 as n from few where (select count(*) from few) <= ${sql.lit(sortedAtMost)}
      union all
      select null, ${sql.lit(at)}, null, null, (select count(*) from few)::int
      where (select is_dense from sight) or (select count(*) from few) > ${sql.lit(sortedAtMost)}
      order by a, b, id limit ${most}
    )`
}

/** The whole list with the columns of its order: for what is written out from end to end. */
export function rankedRows({ rest, ranks, isAsked }: RankedList, alike: readonly Rank[]) {
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
