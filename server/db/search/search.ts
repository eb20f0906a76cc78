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
import { plannedWithValues, putting } from '../prepared.ts'

/**
 * The search terms, all of which must match. A phone number is matched by its digits, however it was written: without the
 * leading zeros that a country code replaces, and by the nine digits that are the same with and without one. Of fewer
 * than five digits, which are the last of some number, no zero is left out. A comma is only a separator: screens write
 * names as 'RAO, Asha'.
 */
export function searchTerms(search = ''): string[] {
  const digits = phoneDigits(search)
  if (digits === undefined) return search.split(/[\s,]+/).filter(Boolean)
  return [digits.length < 5 ? digits : phoneKey(digits)]
}

/** The digits of what is typed as numbers are. */
export function phoneDigits(search = ''): string | undefined {
  return /^[\d\s()+\-./]*\d[\d\s()+\-./]*$/.test(search) ? search.replace(/\D/g, '') : undefined
}

/** What a phone number ends with, whether its country code was typed or not. */
export function phoneKey(digits: string): string {
  return (digits.replace(/^0+/, '') || digits).slice(-9)
}

/**
 * Condition that `text`, already folded, contains a term. With fewer than three letters in a row the trigram index does not
 * help, and would be read from end to end: such terms are written so that PostgreSQL can't use it. If the statement keeps
 * its plan (`isKept`), the pattern is computed once rather than for each row, and no plan is made for one value.
 */
export function holdsTerm(
  text: RawBuilder<unknown>,
  term: string,
  isKept = false,
  put = putting(term),
): RawBuilder<SqlBool> {
  const holds = showsTerm(text, term, isKept, put)
  if (!hasTrigram(term)) return holds
  const found = sql<SqlBool>`${text} like ${worked(sql`anywhere(${put(tellingPart)})`, isKept)}`
  return tellingPart(term) === term ? found : sql`(${found} and ${holds})`
}

/** The same, of rows that are looked through one by one. */
export function showsTerm(
  text: RawBuilder<unknown>,
  term: string,
  isKept = false,
  put = putting(term),
): RawBuilder<SqlBool> {
  return sql`strpos(${text}, ${worked(sql`fold(${put((one) => one)})`, isKept)}) > 0`
}

/** Worked out once, and unknown to the planner: one plan is good for whatever is looked for. */
export const worked = (value: RawBuilder<unknown>, once = true) => (once ? sql`(select ${value})` : value)

/** Whether a term has three letters or digits in a row, so that the trigram index can find it. */
export function hasTrigram(term: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(term)
}

/**
 * What of a term the index is asked for. All that many records share (a mail provider, 'MRN', the beginning of a phone
 * number) costs it more than it tells: the whole is looked for in the few rows that the rest finds.
 */
export function tellingPart(term: string): string {
  const digits = /^(?:mrn)?(\d{3,})$/i.exec(term)?.[1]
  if (digits) return digits.slice(-6)
  const [name = ''] = term.split('@')
  return hasTrigram(name) ? name : term
}

/**
 * Entries of the sorted index that are looked through for a page of what much matches: a millisecond, where the index
 * holds all that is asked.
 */
const probed = 4000
/** Where a quarter of so many entries match, what is looked for is in so many records that the trigram index is no help. */
const sighted = 80

/** Up to this many matches are found once and sorted; beyond it, the page is found separately. */
export const sortedAtMost = 2 * countAtMost

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
  /**
   * Of an order in which those that match at its beginning stand together: which they are, and which of the others
   * match, so that of many the first are enough.
   */
  beginnings?: { first: Expression<SqlBool>; others: Expression<SqlBool> } | undefined
}

/**
 * One page of what a search found, with how much it is: exact up to `countAtMost`. Mostly all of it is found, sorted and
 * shown in one statement; of more, another one finds the page.
 */
export async function pageOfMatches<Row>(
  db: Database,
  request: PageRequest,
  list: SearchedList,
): Promise<Page<Row>> {
  const { rows } = await pageOfFew<Row>(list, request).execute(db)
  const [{ counted, isDense } = { counted: 0, isDense: false }] = rows
  const count = isDense ? await countOfDense(db, list) : boundedCount(counted)
  if (!isDense && counted <= sortedAtMost) {
    const shown = rows.filter(({ isShown }) => isShown)
    return pageOfRows<Row>(shown, request, count)
  }
  const { after, offset, limit, sortValues } = inOrder(list, request)
  return pageOfRows<Row>(
    await rowsOfMany<Row>(db, list, { after, offset, limit, sortValues }),
    request,
    count,
  )
}

/** How much matches, and the page where that is all that was found; a row that shows nothing otherwise. */
function pageOfFew<Row>(list: SearchedList, request: PageRequest) {
  const { shown, joins = sql``, where } = list
  const { after, by, window, sortValues } = inOrder(list, request)
  const alias = sql.raw(`"${list.alias}"`)
  return sql<Row & Sorted & { counted: number; isDense: boolean; isShown: boolean }>`
    ${list.keepsPlan ? sql`` : plannedWithValues}
    with sight as materialized (${sightOf(list)}),
    hit as materialized (
      select ${keysOf(list)} from ${tableOf(list)} where not (select is_dense from sight) and ${where}
      limit ${sql.lit(sortedAtMost + 1)}
    ),
    told as materialized (select count(*)::int as counted from hit),
    page as materialized (
      select id as found_id from hit ${alias} where (select counted <= ${sql.lit(sortedAtMost)} from told) ${after} ${window}
    )
    select counted, (select is_dense from sight) as "isDense", found_id is not null as "isShown", ${shown}, ${sortValues}
    from told left join (page join ${tableOf(list)} on ${alias}.id = found_id ${joins}) on true order by ${by}`
}

/** Whether so much matches at the beginning of the sorted index that the trigram index is not worth asking. */
export function sightOf(list: SearchedList): RawBuilder<unknown> {
  return sql`
    select count(*) > ${sql.lit(sighted / 4)} as is_dense from (${beginningOf(list, sighted)}) ${sql.raw(`"${list.alias}"`)}
    where ${list.whereProbed}`
}

function beginningOf(list: SearchedList, entries: number, after: RawBuilder<unknown> = sql``) {
  return sql`
    select * from ${tableOf(list)} where ${list.isCurrent} ${after} order by ${orderOf(list)} limit ${sql.lit(entries)}`
}

/** Mostly more than are counted match at the beginning of the sorted index. */
async function countOfDense(db: Database, list: SearchedList): Promise<Count> {
  const count = await countRows(db, nearOf(list), list.whereProbed)
  return count.isAtLeast ? count : countRows(db, tableOf(list), list.where)
}

const nearOf = (list: SearchedList) =>
  sql`(${beginningOf(list, list.probes ?? probed)}) ${sql.raw(`"${list.alias}"`)}`

/** Whether more match than are sorted, where it is likely. */
export async function areMany(db: Database, list: SearchedList): Promise<boolean> {
  const isOver = async (from: RawBuilder<unknown>, where: Expression<SqlBool>) => {
    const { rows } = await sql<{ n: number }>`
      ${list.keepsPlan ? sql`` : plannedWithValues}
      select count(*)::int as n from (select from ${from} where ${where} limit ${sql.lit(sortedAtMost + 1)}) counted
    `.execute(db)
    return (rows[0]?.n ?? 0) > sortedAtMost
  }
  return (await isOver(nearOf(list), list.whereProbed)) || isOver(tableOf(list), list.where)
}

/**
 * Rows of more than are sorted. They are found soon when the sorted index is looked through; otherwise all that match are
 * found, to be sorted. Left alone, the planner looks through the sorted index however far it goes.
 */
export async function rowsOfMany<Row>(
  db: Database,
  list: SearchedList,
  {
    after,
    offset,
    limit,
    sortValues,
  }: { after: RawBuilder<unknown>; offset: number; limit: number; sortValues: RawBuilder<unknown> },
): Promise<(Row & Sorted)[]> {
  const { shown, joins = sql``, where, whereProbed, beginnings } = list
  const [by, keys, from] = [orderOf(list), keysOf(list), tableOf(list)]
  const alias = sql.raw(`"${list.alias}"`)
  // Said, and not a value: a plan for any number of rows would seem too dear to be kept.
  const needed = sql.lit(offset + limit)
  const isFar = sql`(select count(*) < ${needed} from near)`
  const all = beginnings
    ? sql`(select ${keys} from ${from} where ${isFar} and ${beginnings.first} ${after} order by ${by} limit ${needed})
        union all select ${keys} from ${from} where ${isFar} and ${beginnings.others} ${after}`
    : sql`select ${keys} from ${from} where ${isFar} and ${where} ${after}`
  const { rows } = await sql<Row & Sorted>`
    ${list.keepsPlan ? sql`` : plannedWithValues}
    with near as materialized (
      select ${keys} from (${beginningOf(list, list.probes ?? probed, after)}) ${alias} where ${whereProbed} limit ${needed}
    ),
    page as materialized (
      select id as found_id from (select * from near where not ${isFar} union all (${all})) ${alias}
      order by ${by} limit ${sql.lit(limit)} offset ${sql.lit(offset)}
    )
    select ${shown}, ${sortValues} from page join ${from} on ${alias}.id = found_id ${joins} order by ${by}
  `.execute(db)
  return rows
}

/** What the order needs of each. */
function keysOf({ alias, order }: SearchedList): RawBuilder<unknown> {
  return sql.raw([...new Set(['id', ...Object.keys(order)])].map((name) => columnOf(alias, name)).join(', '))
}
