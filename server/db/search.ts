import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Page } from '../../contract/api/page.ts'
import type { Database } from './connect.ts'
import {
  boundedCount,
  columnOf,
  countAtMost,
  countRows,
  inOrder,
  type List,
  type PageRequest,
  pageOfRows,
  type Sorted,
  tableOf,
} from './paging.ts'
import { plannedWithValues } from './prepared.ts'

/**
 * The parts of what was typed that must all be found. A phone number is looked for by its digits, however it was
 * written: without the zeros that a country's code takes the place of, and by the nine digits that stay the same with
 * and without one. A comma only separates: screens write names as 'RAO, Asha'.
 */
export function searchTerms(search = ''): string[] {
  const isPhone = /^[\d\s()+\-./]*\d[\d\s()+\-./]*$/.test(search)
  if (!isPhone) return search.split(/[\s,]+/).filter(Boolean)
  const digits = search.replace(/\D/g, '')
  return [(digits.replace(/^0+/, '') || digits).slice(-9)]
}

/**
 * That `text`, folded already, holds a term. The trigram index is no help with fewer than three letters in a row, and
 * read from end to end when it is used all the same: such terms are put so that it can't be. Where the statement keeps
 * its plan (`isKept`), what is looked for is worked out once and not for every row, and no plan is made for it alone.
 */
export function holdsTerm(text: RawBuilder<unknown>, term: string, isKept = false): RawBuilder<SqlBool> {
  const holds = showsTerm(text, term, isKept)
  if (!hasTrigram(term)) return holds
  const part = tellingPart(term)
  const found = sql<SqlBool>`${text} like ${worked(sql`anywhere(${part})`, isKept)}`
  return part === term ? found : sql`(${found} and ${holds})`
}

/** The same, of rows that are looked through one by one. */
export function showsTerm(text: RawBuilder<unknown>, term: string, isKept = false): RawBuilder<SqlBool> {
  return sql`strpos(${text}, ${worked(sql`fold(${term})`, isKept)}) > 0`
}

const worked = (value: RawBuilder<unknown>, once: boolean) => (once ? sql`(select ${value})` : value)

/** Whether a term has three letters or digits in a row, for the trigram index to find. */
export function hasTrigram(term: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(term)
}

/**
 * What of a term the index is asked for. All that many records share (a mail provider, 'MRN', the beginning of a phone
 * number) costs it more than it tells: the whole is looked for in the few rows that the rest finds.
 */
function tellingPart(term: string): string {
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
const sighted = 200
/** Of so few names, those who bear them are found sooner by name than at the beginning of the sorted index. */
const fewNames = 400

/** A list that is searched. Its table has an `id`. */
export interface SearchedList extends List {
  /** Whether one plan is good for whatever is looked for: then it is kept. */
  keepsPlan: boolean
  /** What the sorted index is restricted to; `where` says it too. */
  isCurrent: RawBuilder<unknown>
  /** `where` of a row of the sorted index, in terms of what that index holds. */
  whereProbed: Expression<SqlBool>
  /**
   * Of an order in which those that match at its beginning stand together: which they are, and which of the others
   * match, so that of many the first are enough.
   */
  beginnings?: { first: Expression<SqlBool>; others: Expression<SqlBool> } | undefined
  /**
   * Where many bear the same names: the names that hold what is looked for, with how many bear each as first and as last
   * name (a query of `name`, `as_first` and `as_last`), the columns that such a name can be in, each with an index in this
   * order, and what finds all who are not found by name.
   */
  names?:
    | { holding: RawBuilder<unknown>; columns: readonly string[]; others: Expression<SqlBool> }
    | undefined
}

/**
 * One page of what a search found, in one statement, with how much it is: exact up to `countAtMost`. Where more than that
 * bear the names that are looked for, the first of each name are enough. What is in nearly all
 * records is counted where it is seen, at the beginning of the sorted index. Otherwise what is counted is found, and sorted
 * if it is all there is. Where more matches, the page fills soon when the sorted index is looked
 * through; otherwise everything is found, to be sorted: matches lie far from the beginning (all of one name, say). Left
 * alone, the planner looks through the sorted index however far it goes. What is not needed is not begun, so that one
 * plan serves the rare and the common.
 */
export async function pageOfMatches<Row>(
  db: Database,
  request: PageRequest,
  list: SearchedList,
): Promise<Page<Row>> {
  const { shown, joins = sql``, isCurrent, where, whereProbed, order, names: borne } = list
  const { after, by, window, offset, limit, sortValues } = inOrder(list, request)
  const from = tableOf(list)
  const alias = sql.raw(`"${list.alias}"`)
  const names = new Set(['id', ...Object.keys(order)])
  const keys = sql.raw([...names].map((name) => columnOf(list.alias, name)).join(', '))
  // Said, and not a value: a plan for any number of rows would seem too dear to be kept.
  const needed = sql.lit(offset + limit)
  const most = sql.lit(countAtMost)
  const isMuch = sql`(select n > ${most} from counted)`
  // Nobody has two last names: of each kind, none is counted twice.
  const plenty = borne
    ? sql`
    named as materialized (${borne.holding}),
    plenty as materialized (
      select coalesce(greatest(sum(as_first), sum(as_last)), 0) > ${most} as is_so, count(*) <= ${sql.lit(fewNames)} as are_few
      from named
    ),`
    : sql``
  const isPlenty = borne ? sql`(select is_so from plenty)` : sql`false`
  const areFew = borne ? sql`(select is_so and are_few from plenty)` : sql`false`
  const isFar = sql`${isMuch} and (select n < ${needed} from filled)`
  const parts = { from, alias, keys, by, after, isFar, needed }
  const all = allMatches(request.cursor ? { ...list, beginnings: undefined } : list, parts)
  const { rows } = await sql<Row & Sorted & { counted: number }>`
    ${list.keepsPlan ? sql`` : plannedWithValues}
    with ${plenty} sight as materialized (
      select count(*) > ${sql.lit(sighted / 4)} as is_full from (
        select * from ${from} where ${isCurrent} and not ${isPlenty} order by ${by} limit ${sql.lit(sighted)}
      ) ${alias} where ${whereProbed}
    ),
    near as materialized (
      select from (
        select * from ${from} where ${isCurrent} and (select is_full from sight) order by ${by} limit ${sql.lit(probed)}
      ) ${alias} where ${whereProbed} limit ${sql.lit(countAtMost + 1)}
    ),
    hit as materialized (
      select ${keys} from ${from} where (select count(*) <= ${most} from near) and not ${isPlenty} and ${where}
      limit ${sql.lit(countAtMost + 1)}
    ),
    counted as materialized (
      select greatest(
        (select count(*) from near), (select count(*) from hit), case when ${isPlenty} then ${sql.lit(countAtMost + 1)} else 0 end
      )::int as n
    ),
    probe as materialized (
      select ${keys} from (
        select * from ${from} where ${isCurrent} ${after} order by ${by} limit ${sql.lit(probed)}
      ) ${alias}
      where ${isMuch} and not ${areFew} and ${whereProbed} limit ${needed}
    ),
    filled as materialized (select count(*)::int as n from probe),
    far as materialized (${all}),
    found as (
      select * from hit ${alias} where not ${isMuch} ${after}
      union all
      select * from probe where (select n >= ${needed} from filled)
      union all
      select * from far
    ),
    page as materialized (select id as found_id from found ${alias} ${window})
    select (select n from counted) as counted, ${shown}, ${sortValues}
    from page join ${from} on ${alias}.id = found_id ${joins} order by ${by}
  `.execute(db)
  // A page beyond the last has no row to carry the count.
  const count = rows[0] ? boundedCount(rows[0].counted) : await countRows(db, from, where)
  return pageOfRows<Row>(rows, request, count)
}

interface Parts {
  from: RawBuilder<unknown>
  alias: RawBuilder<unknown>
  keys: RawBuilder<unknown>
  by: RawBuilder<unknown>
  after: RawBuilder<unknown>
  /** Nothing is begun where this is not so. */
  isFar: RawBuilder<unknown>
  needed: RawBuilder<number>
}

/** All that match; of those that stand together in an order that is known, no more than a page needs. */
function allMatches(
  { alias: called, isCurrent, where, beginnings, names }: SearchedList,
  { from, alias, keys, by, after, isFar, needed }: Parts,
): RawBuilder<unknown> {
  if (beginnings) {
    return sql`
      (select ${keys} from ${from} where ${isFar} and ${beginnings.first} order by ${by} limit ${needed})
      union all
      select ${keys} from ${from} where ${isFar} and ${beginnings.others}`
  }
  if (!names) return sql`select ${keys} from ${from} where ${isFar} and ${where} ${after}`
  const ofOneName = names.columns.map((column) => {
    const isNamed = sql`${sql.raw(columnOf(called, column))} = named.name`
    return sql`
        (select ${keys} from ${from} where ${isCurrent} and ${isNamed} ${after} order by ${by} limit ${needed})`
  })
  return sql`
      select ${keys} from (select name from named where ${isFar}) named
      cross join lateral (${sql.join(ofOneName, sql` union all`)}) ${alias}
      union
      select ${keys} from ${from} where ${isFar} and ${isCurrent} and ${names.others} ${after}`
}
