import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Page } from '../../../contract/api/page.ts'
import type { Database } from '../connect.ts'
import {
  boundedCount,
  type Count,
  columnOf,
  countAtMost,
  countRows,
  inOrder,
  type List,
  orderOf,
  type PageRequest,
  pageOfRows,
  type Sorted,
  tableOf,
} from '../paging.ts'
import { plannedWithValues } from '../prepared.ts'

/** Up to this many matches are found by their letters and sorted. */
const sortedAtMost = 2 * countAtMost
/** If a quarter of this many first entries of the list match, the trigram index is no help. */
const sampled = 80
/** Entries that are looked through for a page of many matches: a millisecond, where the sorted index holds all that is asked. */
const probed = 4000

/** A list that is searched. Its table has an `id`. */
export interface SearchedList extends List {
  /** Whether one plan is good for whatever is looked for: then it is kept. */
  keepsPlan: boolean
  /** What the sorted index is restricted to; `where` says it too. */
  isCurrent: RawBuilder<unknown>
  /** `where` of a row of the sorted index, in terms of what that index holds. */
  whereProbed: Expression<SqlBool>
  /** How many entries of the sorted index are looked through for a page: `probed`, unless there is a reason. */
  probes?: number
  /** Where rows that match at their beginning stand together in the list's order: those, and all others that match. */
  beginnings?: { first: Expression<SqlBool>; others: Expression<SqlBool> } | undefined
}

/**
 * One page of what a search found, with how much it is: exact up to `countAtMost`. A second statement finds the page if
 * many match: planning both as one takes longer than finding a few.
 */
export async function pageOfMatches<Row>(
  db: Database,
  request: PageRequest,
  list: SearchedList,
): Promise<Page<Row>> {
  const { after, by, window, offset, limit, sortValues } = inOrder(list, request)
  const alias = sql.raw(`"${list.alias}"`)
  const read = async (matches: RawBuilder<unknown>, match: RawBuilder<unknown>, figures = sql``) => {
    const { rows } = await sql<Row & Sorted & Counted & { isMany: boolean; isShown: boolean }>`
      ${list.keepsPlan ? sql`` : plannedWithValues}
      with ${matches}, page as materialized (select id as found_id from ${match} ${window})
      select ${figures} found_id is not null as "isShown", ${list.shown}, ${sortValues}
      from (select) one left join (page join ${tableOf(list)} on ${alias}.id = found_id ${list.joins ?? sql``}) on true
      order by ${by}`.execute(db)
    return rows
  }
  const few = await read(
    fewOf(list),
    sql`few ${alias} where not ${isMany} ${after}`,
    sql`${counted} as counted, ${isDense} as "isDense", ${isMany} as "isMany",`,
  )
  const rows = few[0]?.isMany
    ? await read(manyOf(list, { after, needed: offset + limit }), sql`many ${alias}`)
    : few
  const shown = rows.filter(({ isShown }) => isShown)
  return pageOfRows<Row>(shown, request, await countOf(db, list, few[0]))
}

interface Many {
  after: RawBuilder<unknown>
  /** This many rows are read in the list's order. */
  needed: number
  /** Whether to look at all. */
  isAsked?: RawBuilder<unknown>
  /** Matches to leave out. */
  except?: RawBuilder<SqlBool> | undefined
}

/**
 * The queries that find a few matches, for a `with`:
 *
 * - `few`: what the index of letters finds, up to one more than is sorted, unless a sample of the list says that this index
 *   would find nearly everything (`is_dense`).
 * - `amount`: whether there are more (`is_many`).
 */
export function fewOf(list: SearchedList, also: RawBuilder<unknown> = sql``): RawBuilder<unknown> {
  const most = sql.lit(sortedAtMost + 1)
  return sql`
    sample as materialized (
      select count(*) > ${sql.lit(sampled / 4)} as is_dense
      from (${beginningOf(list, sampled)}) ${sql.raw(`"${list.alias}"`)} where ${list.whereProbed}
    ),
    few as materialized (
      select ${keysOf(list)} ${also} from ${tableOf(list)}
      where not (select is_dense from sample) and ${list.where} limit ${most}
    ),
    amount as materialized (
      select is_dense or (select count(*) from few) = ${most} as is_many from sample
    )`
}

/** In a query that has `fewOf` a list: whether there are more. */
export const isMany = sql<boolean>`(select is_many from amount)`

/**
 * The queries that find the first of many matches, for a `with`. The second is read only if it is needed:
 *
 * - `near`: the first matches among the first entries of the sorted list.
 * - `far`: if those are not enough, all matches.
 * - `many`: the near or the far.
 */
export function manyOf(
  list: SearchedList,
  { after, needed, isAsked = sql`true`, except = sql`false` }: Many,
): RawBuilder<unknown> {
  const { where, whereProbed, beginnings, probes = probed } = list
  const [from, keys, limit] = [tableOf(list), keysOf(list), sql.lit(needed)]
  // Literals, not values: a plan for any number of rows would seem too expensive to be kept.
  const isNear = sql`(select count(*) from near) >= ${limit}`
  const farIn = (condition: Expression<SqlBool>) => sql`
    select ${keys} from ${from} where ${isAsked} and not ${isNear} and ${condition} and (${except}) is not true ${after}`
  return sql`
    near as materialized (
      select ${keys} from (${beginningOf(list, probes, after)}) ${sql.raw(`"${list.alias}"`)}
      where ${isAsked} and ${whereProbed} and (${except}) is not true limit ${limit}
    ),
    far as materialized (
      ${
        beginnings
          ? sql`(${farIn(beginnings.first)} order by ${orderOf(list)} limit ${limit}) union all ${farIn(beginnings.others)}`
          : farIn(where)
      }
    ),
    many as materialized (select * from near where ${isNear} union all select * from far)`
}

/** In a query that has `fewOf` a list: how many match, unless `isDense`: then they were not counted. */
export const counted = sql<number>`(select least(count(*), ${sql.lit(countAtMost + 1)}) from few)::int`
export const isDense = sql<boolean>`(select is_dense from sample)`

export interface Counted {
  counted: number
  isDense: boolean
}

/** How many match. If the sample was dense, the first entries of the list mostly hold more than are counted. */
export async function countOf(db: Database, list: SearchedList, row?: Counted): Promise<Count> {
  if (!row?.isDense) return boundedCount(row?.counted ?? 0)
  const first = sql`(${beginningOf(list, list.probes ?? probed)}) ${sql.raw(`"${list.alias}"`)}`
  const count = await countRows(db, first, list.whereProbed)
  const all = count.isAtLeast ? count : await countRows(db, tableOf(list), list.where)
  return all.isAtLeast ? all : boundedCount(row.counted + all.total)
}

function beginningOf(list: SearchedList, entries: number, after: RawBuilder<unknown> = sql``) {
  return sql`
    select * from ${tableOf(list)} where ${list.isCurrent} ${after} order by ${orderOf(list)} limit ${sql.lit(entries)}`
}

/** The id, and what the order needs. */
function keysOf({ alias, order }: SearchedList): RawBuilder<unknown> {
  return sql.raw([...new Set(['id', ...Object.keys(order)])].map((name) => columnOf(alias, name)).join(', '))
}
