import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Page } from '../../../../contract/api/page.ts'
import type { Database } from '../connect.ts'
import {
  afterOf,
  boundedCount,
  columnOf,
  countAtMost,
  countRows,
  cursorValues,
  type List,
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
import { firstMatches } from './matches.ts'

/** A rank: rows that match in one way, in the order of two columns and the id. */
export interface Rank {
  where: RawBuilder<SqlBool>
  by: readonly [string, string]
  /** Found by an index of letters. The ranks before it are found in the order of their index. */
  isByLetters?: boolean
}

/** A list of what a search finds, in ranks: a row of several ranks is of the first. */
export interface RankedList {
  ranks: readonly Rank[]
  /** The order of what is found by any part alone: by one number. */
  rest: Omit<List, 'where'>
  /** Found by any part: the rows of the ranks too. */
  isFound: RawBuilder<SqlBool>
  /** The condition of the indexes: all rows that a list can show. */
  isListed: RawBuilder<SqlBool>
  /** The filters beside the typed text. */
  isAsked: RawBuilder<SqlBool>
}

/** A search of such a list for what was typed. */
export interface RankedSearch<From> {
  from: From
  /** The name shared by all searches with the same statement text; null if there is none. */
  name: string | null
  /** `isKept`: for a statement whose plan has to suit whatever is typed. */
  make: (put: Put<From>, isKept: boolean) => RankedList
  /** Ranks to add after the rest if fewer than a handful are found. */
  alike: (db: Database) => Promise<readonly Rank[]>
}

const handful = 5
/** The first entries of the list are a sample: if a tenth of them match, the index of letters is no help. */
const sampled = 80
/** If more match than are counted, a page is looked for among so many entries first, and then by the index of letters. */
const tried = 10_000
/** A place in the whole list, which a cursor carries: in a rank by `a` and `b`, in the rest by `n`. */
const order = { rank: 'number', n: 'number', a: 'text', b: 'text', id: 'id' } as const satisfies Order
const place = { alias: 'place', order, direction: 'asc' } as const
const sortValues = sortColumns([sql`rank`, sql`n`, sql`a`, sql`b`, sql`place.id`])

/**
 * - `few`: all ranks and the rest; what is found by letters is sorted, if it is as little as is counted.
 * - `many`: the same, where that is more; a page of the rest is looked for in the order of the list.
 * - `alike`: what only resembles what was typed.
 */
type Group = 'few' | 'many' | 'alike'

/** `counted`: how many there are in all; null if they were not counted. */
type RankedRow<Row> = Row & Sorted & { rank: number | null; counted: number | null }

interface Window {
  offset: number
  limit: number
  after: readonly (string | number)[] | null
}

/** One page of the list. The statement of a first page, which most users never leave, keeps its plan. */
export async function rankedPage<Row, From>(
  db: Database,
  request: PageRequest,
  search: RankedSearch<From>,
): Promise<Page<Row & { isAlike: boolean }>> {
  const after = cursorValues(request, Object.values(order))
  if (after && Number(after[0]) < 0) throw new UnknownCursor()
  const [limit, offset] = [request.limit + 1, after ? 0 : (request.page - 1) * request.limit]
  const window = { offset, limit, after }
  const list = search.make(putting(search.from), false)
  const read = async (group: Group, within = window, alike: readonly Rank[] = []) =>
    (await reading<Row>(list, group, within, { alike }).execute(db)).rows
  const readGroup = (group: 'few' | 'many') =>
    firstPageOf<Row, From>(search, group, window)?.(db, search.from) ?? read(group)

  let rows = await readGroup('few')
  const counted = rows[0]?.counted ?? null
  let count =
    counted === null ? await countRows(db, tableOf(list.rest), whereOf(list)) : boundedCount(counted)
  // Ranks by letters are sorted only if all their rows were found; the ranks before them always are.
  const ordered = list.ranks.filter(({ isByLetters }) => !isByLetters).length
  const isInOrder = rows.length === limit && Number(rows.at(-1)?.rank) < ordered
  if (!isInOrder && (counted === null || count.isAtLeast)) rows = await readGroup('many')
  const alike = count.total < handful ? await search.alike(db) : []
  if (alike.length > 0) {
    const more = await read('alike', { ...window, offset: Math.max(0, offset - count.total) }, alike)
    count = boundedCount(count.total + (more[0]?.counted ?? 0))
    rows = [...rows, ...more]
  }
  const rest = list.ranks.length
  const shown = rows.flatMap((row) => (row.rank === null ? [] : [{ ...row, isAlike: row.rank > rest }]))
  return pageOfRows<Row & { isAlike: boolean }>(shown, request, count)
}

function firstPageOf<Row, From>({ name, make }: RankedSearch<From>, group: Group, window: Window) {
  if (name === null || window.after || window.offset > 0) return undefined
  return namedStatement<RankedRow<Row>, From>(`search ${name}, ${group}, first ${window.limit}`, (put) =>
    reading(make(put, true), group, window, { isKept: true }),
  )
}

function reading<Row>(
  list: RankedList,
  group: Group,
  { offset, limit, after }: Window,
  { alike = [], isKept = false }: { alike?: readonly Rank[]; isKept?: boolean } = {},
): RawBuilder<RankedRow<Row>> {
  const { rest } = list
  const [from, row] = [tableOf(rest), sql.raw(`"${rest.alias}"`)]
  const isAlike = group === 'alike'
  const most = sql.lit(group === 'many' ? offset + limit : Math.max(countAtMost + 1, offset + limit))
  const parts = partsOf(list, alike).filter(({ rank }) => rank > list.ranks.length === isAlike)
  let newest = sql``
  const queries = parts.flatMap((part) => {
    const { rank, columns, sorting } = part
    const isFew = group === 'few' && part.isByLetters
    const [source, where] = isFew
      ? [sql`few ${row}`, sql`${row}.found_in = ${sql.lit(rank)}`]
      : [from, part.where]
    if (isAlike) return sql`(select ${row}.id, ${columns} from ${from} where ${where} limit ${most})`
    const begin = Number(after?.[0] ?? 0)
    if (rank < begin) return []
    const following = after && rank === begin ? afterOf(sorting, sorting.valuesOf(after)) : sql``
    const inOrder = (rows: RawBuilder<unknown>) =>
      sql`(select ${row}.id, ${columns} from ${rows} order by ${orderOf(sorting)} limit ${most})`
    const found = sql`${source} where ${where} ${following}`
    if (group === 'few' || !part.isByLetters) return inOrder(found)
    // Behind `offset 0`, because for a short page PostgreSQL would rather read everybody in the order of names.
    const byLetters = (condition = sql``) =>
      inOrder(sql`(select * from ${found} ${condition} offset 0) ${row}`)
    if (rank < list.ranks.length) return byLetters()
    if (offset + limit > tried) return inOrder(found)
    newest = sql`tried as materialized (
      select ${columnsOf(rest, ['id', ...Object.keys(sorting.order)])} from (
        select * from ${from} where ${list.isListed} ${following} order by ${orderOf(sorting)} limit ${sql.lit(tried)}
      ) ${row} where ${list.isAsked} and ${part.isFound} order by ${orderOf(sorting)} limit ${most}
    ),`
    const isFull = sql`(select count(*) from tried) = ${most}`
    return [inOrder(sql`tried ${row} where ${isFull}`), byLetters(sql`and not ${isFull}`)]
  })
  if (queries.length === 0) return sql<RankedRow<Row>>`select where false`
  const counted = {
    few: sql`case when (select count(*) from found) = ${most} then ${most}
      when not (select is_dense from sample) then (select count(*)::int from few) end`,
    many: sql`null`,
    alike: sql`(select count(*)::int from found)`,
  }
  return sql<RankedRow<Row>>`
    ${group === 'few' || isKept ? sql`` : plannedWithValues}
    with ${group === 'few' ? fewInRanks(list) : newest}
    found as materialized (select * from (${sql.join(queries, sql` union all `)}) parts limit ${most}),
    page as materialized (
      select * from found place where true ${after && isAlike ? afterOf(place, after) : sql``}
      order by ${orderOf(place)} limit ${sql.lit(limit)} offset ${sql.lit(offset)}
    )
    select ${counted[group]} as counted, rank, ${rest.shown}, ${sortValues}
    from (select) one left join (page place join ${from} on ${row}.id = place.id) on true
    order by ${orderOf(place)}`
}

/** The first that are found by letters, with the rank that each is of, unless nearly everybody would be. */
function fewInRanks(list: RankedList): RawBuilder<unknown> {
  const { ranks, rest, isFound, isListed, isAsked } = list
  const cases = ranks.map(({ where }, rank) => sql`when ${where} then ${sql.lit(rank)}`)
  const last = sql.lit(ranks.length)
  const rank = cases.length > 0 ? sql`case ${sql.join(cases, sql` `)} else ${last} end` : last
  const where = sql<SqlBool>`not (select is_dense from sample) and ${whereOf(list)}`
  return sql`
    sample as materialized (
      select count(*) > ${sql.lit(sampled / 10)} as is_dense
      from (select * from ${tableOf(rest)} where ${isListed} order by ${orderOf(rest)} limit ${sql.lit(sampled)}) ${sql.raw(`"${rest.alias}"`)}
      where ${isAsked} and ${isFound}
    ),
    few as materialized (${firstMatches({ ...rest, where }, sql`${keysOf(list)}, ${rank} as found_in`)}),`
}

/** The columns by which those that are found by letters are sorted: an index alone can answer them. */
function keysOf({ ranks, rest }: RankedList): RawBuilder<unknown> {
  const byLetters = ranks.flatMap(({ isByLetters, by }) => (isByLetters ? by : []))
  return columnsOf(rest, [...new Set(['id', ...Object.keys(rest.order), ...byLetters])])
}

const columnsOf = ({ alias }: Pick<List, 'alias'>, names: readonly string[]) =>
  sql.raw(names.map((name) => columnOf(alias, name)).join(', '))

const whereOf = ({ isListed, isAsked, isFound }: RankedList) =>
  sql<SqlBool>`${isListed} and ${isAsked} and ${isFound}`

interface Part {
  rank: number
  /** Without what comes before it. */
  isFound: RawBuilder<SqlBool>
  /** Also listed and asked for. */
  where: RawBuilder<SqlBool>
  sorting: Sorting
  /** The columns of `order`, but for the id. */
  columns: RawBuilder<unknown>
  isByLetters?: boolean | undefined
}

/** The ranks, the rest and what is alike. */
function partsOf(
  { ranks, rest, isFound: isInRest, isListed, isAsked }: RankedList,
  alike: readonly Rank[],
): Part[] {
  const ofRank = (rank: Rank) => ({ ...rank, sorting: byNames(rest, rank) })
  const ways = [
    ...ranks.map(ofRank),
    { where: isInRest, sorting: byNumber(rest), isByLetters: true },
    ...alike.map(ofRank),
  ]
  return ways.map((way, rank) => {
    const before = ways.slice(0, rank).map(({ where }) => sql` and (${where}) is not true`)
    const isFound = sql<SqlBool>`${way.where} ${before.length > 0 ? sql.join(before, sql``) : sql``}`
    return {
      ...way,
      rank,
      isFound,
      where: sql<SqlBool>`${isListed} and ${isAsked} and ${isFound}`,
      columns: sql`${sql.lit(rank)} as rank, ${way.sorting.columns}`,
    }
  })
}

/** How a part is sorted, and its columns and values of `order`. */
interface Sorting extends Pick<List, 'alias' | 'order' | 'direction'> {
  columns: RawBuilder<unknown>
  valuesOf: (cursor: readonly (string | number)[]) => readonly (string | number)[]
}

function byNames({ alias }: RankedList['rest'], { by: [a, b] }: Rank): Sorting {
  return {
    alias,
    order: { [a]: 'text', [b]: 'text', id: 'id' },
    direction: 'asc',
    columns: sql.raw(`0 as n, ${columnOf(alias, a)} as a, ${columnOf(alias, b)} as b`),
    valuesOf: (cursor) => cursor.slice(2),
  }
}

function byNumber({ alias, order, direction }: RankedList['rest']): Sorting {
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

/** The whole list with the columns of its order: for what is written out from end to end. */
export async function rankedRows<From>(db: Database, search: RankedSearch<From>) {
  const list = search.make(putting(search.from), false)
  const { rest, isListed, isAsked } = list
  const { total } = await countRows(db, tableOf(rest), whereOf(list))
  const alike = total < handful ? await search.alike(db) : []
  const cases = partsOf(list, alike).map(({ where, columns }) => sql`select ${columns} where ${where}`)
  const rows = sql`
    select "${sql.raw(rest.alias)}".*, rank, n, a, b from ${tableOf(rest)}
    cross join lateral (${sql.join(cases, sql` union all `)} limit 1) ranked where ${isListed} and ${isAsked}`
  return { rows, order, direction: 'asc', where: sql<SqlBool>`true` } as const
}
