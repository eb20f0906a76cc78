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
}

/** One page of what a search found, with how much it is: exact up to `countAtMost`. */
export async function pageOfMatches<Row>(
  db: Database,
  request: PageRequest,
  list: SearchedList,
): Promise<Page<Row>> {
  const { after, by, window, offset, limit, sortValues } = inOrder(list, request)
  const alias = sql.raw(`"${list.alias}"`)
  const { rows } = await sql<Row & Sorted & Counted & { isShown: boolean }>`
    ${list.keepsPlan ? sql`` : plannedWithValues}
    with ${matchesOf(list, { after, needed: offset + limit })},
    page as materialized (select id as found_id from match ${alias} ${window})
    select ${counted} as counted, ${isDense} as "isDense", found_id is not null as "isShown", ${list.shown}, ${sortValues}
    from (select) one left join (page join ${tableOf(list)} on ${alias}.id = found_id ${list.joins ?? sql``}) on true
    order by ${by}`.execute(db)
  const shown = rows.filter(({ isShown }) => isShown)
  return pageOfRows<Row>(shown, request, await countOf(db, list, rows[0]))
}

interface Matches {
  after: RawBuilder<unknown>
  /** At most so many of them are read in the list's order, if there are many. */
  needed: number
  /** Matches that `few` has, but not `match`. */
  shared?: RawBuilder<SqlBool> | undefined
  /** More columns of `few`. */
  also?: RawBuilder<unknown> | undefined
}

/**
 * The queries that find what matches, for a `with`. Each is read only if it is needed:
 *
 * - `few`: what the index of letters finds, up to one more than is sorted, unless a sample of the list says that this index
 *   would find nearly everything (`is_dense`).
 * - `near`: if these are too many, the first matches among the first entries of the sorted list.
 * - `far`: if those are not enough, all matches.
 * - `match`: the few, the near or the far.
 */
export function matchesOf(
  list: SearchedList,
  { after, needed, shared = sql`false`, also = sql`` }: Matches,
): RawBuilder<unknown> {
  const { where, whereProbed, probes = probed } = list
  const [from, alias, most] = [tableOf(list), sql.raw(`"${list.alias}"`), sql.lit(sortedAtMost + 1)]
  const keys = keysOf(list)
  const isMany = sql`(select is_many from amount)`
  // Literals, not values: a plan for any number of rows would seem too expensive to be kept.
  const isNear = sql`(select count(*) from near) >= ${sql.lit(needed)}`
  return sql`
    sample as materialized (
      select count(*) > ${sql.lit(sampled / 4)} as is_dense from (${beginningOf(list, sampled)}) ${alias} where ${whereProbed}
    ),
    few as materialized (
      select ${keys}, (${shared}) is true as is_shared ${also} from ${from}
      where not (select is_dense from sample) and ${where} limit ${most}
    ),
    amount as materialized (
      select is_dense or (select count(*) from few) = ${most} as is_many from sample
    ),
    near as materialized (
      select ${keys} from (${beginningOf(list, probes, after)}) ${alias}
      where ${isMany} and ${whereProbed} and (${shared}) is not true limit ${sql.lit(needed)}
    ),
    far as materialized (
      select ${keys} from ${from} where ${isMany} and not ${isNear} and ${where} and (${shared}) is not true ${after}
    ),
    match as materialized (
      select ${keys} from few ${alias} where not ${isMany} and not is_shared ${after}
      union all select * from near where ${isNear}
      union all select * from far
    )`
}

/** In a query that has `matchesOf` a list: how many match, unless `isDense`: then that was not counted. */
export const counted = sql<number>`(select least(count(*), ${sql.lit(countAtMost + 1)}) from few)::int`
export const isDense = sql<boolean>`(select is_dense from sample)`

export interface Counted {
  counted: number
  isDense: boolean
}

/** How many match. In a list of which the sample was dense, mostly more than are counted are near. */
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
