import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

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
 * read from end to end when it is used all the same: such terms are put so that it can't be.
 */
export function holdsTerm(text: RawBuilder<unknown>, term: string): RawBuilder<SqlBool> {
  return /[\p{L}\p{N}]{3}/u.test(term)
    ? sql`${text} like anywhere(${term})`
    : sql`strpos(${text}, fold(${term})) > 0`
}

/** Rows of the sorted index that are looked through for a page of a list with many matches. */
const walkAtMost = 2000

interface Matches {
  table: RawBuilder<unknown>
  /** What `keys`, `where`, `after` and `order` call a row of it. */
  alias: RawBuilder<unknown>
  /** The id, first, and every column that `order` names. */
  keys: RawBuilder<unknown>
  /** What the sorted index is restricted to; `where` says it too. */
  isCurrent: RawBuilder<unknown>
  where: Expression<SqlBool>
  /** The same, as it is soonest told of a row that is there already. */
  whereWalked: Expression<SqlBool>
  /** `and …` for what comes after a cursor, or nothing. */
  after: RawBuilder<unknown>
  order: RawBuilder<unknown>
  offset: number
  limit: number
  /** Up to so many matches are gathered and sorted: a number, or a query for one. */
  few: RawBuilder<unknown>
}

/**
 * The tables of a `with` for one page of what a search found: `page (found_id)`, in no order, and `counted (n)`, exact
 * up to `few`. Few matches are found by the trigram index and sorted. Of many, the first of the order are found soonest
 * by walking the sorted index; where they lie far from its beginning (all of one name, say), all are sorted after all.
 * Left alone, the planner walks however far: fences (limit, offset 0) and counts decide instead.
 */
export function pageOfMatches(matches: Matches): RawBuilder<unknown> {
  const { table, alias, keys, isCurrent, where, whereWalked, after, order, offset, limit, few } = matches
  const needed = offset + limit
  return sql`
    few as materialized (select ${few} as most),
    hit as materialized (select ${keys} from ${table} where ${where} limit (select most + 1 from few)),
    counted as materialized (select count(*)::int as n, count(*) > (select most from few) as many from hit),
    walked as materialized (
      select ${keys} from (
        select * from ${table} where ${isCurrent} ${after} order by ${order} limit ${walkAtMost}
      ) ${alias}
      where (select many from counted) and ${whereWalked} limit ${needed}
    ),
    walk as materialized (select count(*) = ${needed} as suffices from walked),
    found as (
      select * from (select * from hit where not (select many from counted)) ${alias} where true ${after}
      union all
      select * from walked where (select suffices from walk)
      union all
      select * from (select ${keys} from ${table} where ${where} offset 0) ${alias}
      where (select many from counted) and not (select suffices from walk) ${after}
    ),
    page as materialized (
      select id as found_id from found ${alias} order by ${order} limit ${limit} offset ${offset}
    )`
}
