import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Page } from '../../contract/api/page.ts'
import type { Database } from './connect.ts'
import {
  afterOf,
  boundedCount,
  columnOf,
  countAtMost,
  cursorValues,
  inOrder,
  type List,
  orderOf,
  type PageRequest,
  pageOfRows,
  type Sorted,
  tableOf,
} from './paging.ts'
import { plannedWithValues } from './prepared.ts'

/**
 * The search terms, all of which must match. A phone number is matched by its digits, however it was written: without the
 * leading zeros that a country code replaces, and by the nine digits that are the same with and without one. A comma is
 * only a separator: screens write names as 'RAO, Asha'.
 */
export function searchTerms(search = ''): string[] {
  const isPhone = /^[\d\s()+\-./]*\d[\d\s()+\-./]*$/.test(search)
  if (!isPhone) return search.split(/[\s,]+/).filter(Boolean)
  const digits = search.replace(/\D/g, '')
  return [(digits.replace(/^0+/, '') || digits).slice(-9)]
}

/**
 * Condition that `text`, already folded, contains a term. With fewer than three letters in a row the trigram index does not
 * help, and would be read from end to end: such terms are written so that PostgreSQL can't use it. If the statement keeps
 * its plan (`isKept`), the pattern is computed once rather than for each row, and no plan is made for one value.
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

/** Whether a term has three letters or digits in a row, so that the trigram index can find it. */
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
/**
 * Of so few names, those who bear them are found sooner by name than at the beginning of the sorted index: of each that
 * the order does not begin with, a page is read.
 */
const fewNames = 400

/** Up to this many matches are found once and sorted; beyond it, the page is found separately. */
const sortedAtMost = 2 * countAtMost

/** A list that is searched. Its table has an `id`. What begins so comes first where it has a `place`. */
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
  names?: Names | undefined
}

/** Where many bear the same names: those that are looked for. */
export interface Names {
  /**
   * A query of each `name`, with `begins`, whether what is looked for begins it, and how many bear it, by the columns below.
   * Who comes first by `place` bears one that begins so; no other does.
   */
  holding: RawBuilder<unknown>
  /** The columns that such a name can be in, each with an index in this order, and what says how many bear it there. */
  columns: Readonly<Record<string, string>>
  /** Whether all who bear one of them match, so that they are counted by the names. */
  tellAll: boolean
  /** What finds all who are found by none of them, where they are all that hold what is looked for. */
  others: Expression<SqlBool> | undefined
}

/**
 * One page of what a search found, with how much it is: exact up to `countAtMost`. Mostly all of it is found, sorted and
 * shown in one statement. Of more, another one finds the page: among those who come first, and if they do not fill it, a
 * third one among the others too.
 */
export async function pageOfMatches<Row>(
  db: Database,
  request: PageRequest,
  asked: SearchedList,
): Promise<Page<Row>> {
  const list = request.cursor ? { ...asked, beginnings: undefined } : asked
  const { rows } = await pageOfFew<Row>(list, request).execute(db)
  const [{ counted, isAll, isBegun } = { counted: 0, isAll: true, isBegun: false }] = rows
  const count = boundedCount(counted)
  const shown = rows.filter(({ isShown }) => isShown)
  if (isAll) return pageOfRows<Row>(shown, request, count)
  const parts = partsOf(list, request, isBegun)
  const begun =
    parts.length > 1 ? await pageOfMany<Row>(list, request, parts.slice(0, 1)).execute(db) : undefined
  // One more than the page holds: it ends within the first part.
  const found =
    begun && begun.rows.length > request.limit
      ? begun
      : await pageOfMany<Row>(list, request, parts).execute(db)
  return pageOfRows<Row>(found.rows, request, count)
}

/**
 * How much matches, and the page where that is all that was found (`isAll`); a row that shows nothing otherwise. Where
 * more than is counted bear the names that are looked for, nobody is counted. What is in nearly all records is counted
 * where it is seen, at the beginning of the sorted index. What is not needed is not begun, so that one plan serves the rare
 * and the common.
 */
function pageOfFew<Row>(list: SearchedList, request: PageRequest) {
  const { shown, joins = sql``, isCurrent, where, whereProbed, names } = list
  const { after, by, window, sortValues } = inOrder(list, request)
  const index = inOrderOfIndex(list)
  const from = tableOf(list)
  const alias = sql.raw(`"${list.alias}"`)
  const [most, beyond] = [sql.lit(countAtMost), sql.lit(countAtMost + 1)]
  const isPlenty = names?.tellAll ? sql`(select is_so from plenty)` : sql`false`
  const isBegun = names?.tellAll ? sql`(select is_begun from plenty)` : sql`true`
  return sql<Row & Sorted & { counted: number; isAll: boolean; isBegun: boolean; isShown: boolean }>`
    ${list.keepsPlan ? sql`` : plannedWithValues}
    with ${names?.tellAll ? sql`${namedBy(list, names)},` : sql``} sight as materialized (
      select count(*) > ${sql.lit(sighted / 4)} as is_full from (
        select * from ${index.from} where ${isCurrent} and not ${isPlenty} order by ${index.by} limit ${sql.lit(sighted)}
      ) ${alias} where ${whereProbed}
    ),
    near as materialized (
      select from (
        select * from ${index.from} where ${isCurrent} and (select is_full from sight) order by ${index.by} limit ${sql.lit(probed)}
      ) ${alias} where ${whereProbed} limit ${beyond}
    ),
    hit as materialized (
      select ${keysOf(list)} from ${from} where (select count(*) <= ${most} from near) and not ${isPlenty} and ${where}
      limit ${sql.lit(sortedAtMost + 1)}
    ),
    counted as materialized (
      select greatest(near.n, hit.n, case when ${isPlenty} then ${beyond} else 0 end)::int as counted,
        near.n <= ${most} and not ${isPlenty} and hit.n <= ${sql.lit(sortedAtMost)} as is_all
      from (select count(*) as n from near) near, (select count(*) as n from hit) hit
    ),
    page as materialized (
      select id as found_id from hit ${alias} where (select is_all from counted) ${after} ${window}
    )
    select counted, is_all as "isAll", ${isBegun} as "isBegun", found_id is not null as "isShown", ${shown}, ${sortValues}
    from counted left join (page join ${from} on ${alias}.id = found_id ${joins}) on true order by ${by}`
}

/**
 * The page of more than is counted. It fills soon when the sorted index is looked through; otherwise everything is found,
 * to be sorted: matches lie far from the beginning (all of one name, say), and where many bear the names that are
 * looked for, the first of each name are enough. Left alone, the planner looks through the sorted index however far it
 * goes. What is not needed is not begun, so that one plan serves all.
 */
function pageOfMany<Row>(list: SearchedList, request: PageRequest, parts: readonly Part[]) {
  const { shown, joins = sql``, names } = list
  const { by, window, offset, limit, sortValues } = inOrder(list, request)
  const alias = sql.raw(`"${list.alias}"`)
  // Said, and not a value: a plan for any number of rows would seem too dear to be kept.
  const needed = sql.lit(offset + limit)
  const found = parts.map(({ called }) => sql`select * from ${sql.raw(called)}`)
  return sql<Row & Sorted>`
    ${list.keepsPlan ? sql`` : plannedWithValues}
    with ${names ? sql`${namedBy(list, names)},` : sql``}
    ${sql.join(parts.map((part) => matchesOf(list, part, needed)))},
    page as materialized (
      select id as found_id from (${sql.join(found, sql` union all `)}) ${alias} ${window}
    )
    select ${shown}, ${sortValues} from page join ${tableOf(list)} on ${alias}.id = found_id ${joins} order by ${by}`
}

/** Nobody has two last names: of each kind, none is counted twice. */
function namedBy(list: SearchedList, { holding, tellAll, columns }: Names): RawBuilder<unknown> {
  const counts = Object.values(columns).map((count) => sql`sum(${sql.raw(count)})`)
  const bearers = tellAll ? sql`coalesce(greatest(${sql.join(counts)}), 0)` : sql`0`
  const [leading] = Object.keys(inOrderOfIndex(list).order)
  const read = Object.entries(columns).flatMap(([column, count]) =>
    column === leading ? [] : [`${count} > 0`],
  )
  const isRead = sql.raw(read.join(' or '))
  return sql`
    named as materialized (${holding}),
    plenty as materialized (
      select ${bearers} > ${sql.lit(countAtMost)} as is_so,
        count(*) filter (where ${isRead}) <= ${sql.lit(fewNames)} as are_few,
        count(*) filter (where begins and (${isRead})) <= ${sql.lit(fewNames)} as beginning_are_few,
        bool_or(begins) is true as is_begun
      from named
    )`
}

/** The sorted index: it holds nothing of what is looked for. */
function inOrderOfIndex({ table, alias, order, direction }: SearchedList) {
  const { place: _, ...sorted } = order
  const index = { alias, order: sorted, direction }
  return {
    order: sorted,
    from: tableOf({ table, alias }),
    by: orderOf(index),
    after: (values: readonly (string | number)[]) => afterOf(index, values),
  }
}

/** What the order needs of each, of whom the place is known or worked out. */
function keysOf({ alias, order }: SearchedList, place?: 0 | 1): RawBuilder<unknown> {
  const columns = [...new Set(['id', ...Object.keys(order)])].map((name) =>
    name === 'place' && place !== undefined ? `${place} as place` : columnOf(alias, name),
  )
  return sql.raw(columns.join(', '))
}

/** What stands together in the order: all that matches, or those who come first, or those after them. */
interface Part {
  called: string
  place?: 0 | 1
  /** `and …`: what is of this part. */
  isOfIt: RawBuilder<unknown>
  /** `and …`: what comes after the cursor. */
  after: RawBuilder<unknown>
  /** Whether it is found by names sooner than at the beginning of the sorted index. */
  isSoonerByName: RawBuilder<unknown>
  /** Those of the names who bear it; and who else is of it, where `names` are not all. */
  byName?: { which: RawBuilder<unknown>; others?: Expression<SqlBool> } | undefined
}

/** What the page can be of. `isBegun`: whether any of the names begins so, as far as is known. */
function partsOf(list: SearchedList, request: PageRequest, isBegun: boolean): Part[] {
  const { place, names, order } = list
  const { after } = inOrderOfIndex(list)
  const values = cursorValues(request, Object.values(order))
  const nothing = sql``
  const byWhole = names?.others && {
    isSoonerByName: sql`(select is_so and are_few from plenty)`,
    byName: { which: sql`true`, others: names.others },
  }
  const whole = {
    called: 'whole',
    isOfIt: nothing,
    after: values ? after(values) : nothing,
    isSoonerByName: sql`false`,
    ...byWhole,
  }
  if (!place || !names) return [whole]
  const [last, ...rest] = values ?? []
  const first: Part = {
    called: 'beginning',
    place: 0,
    isOfIt: sql`and ${place} = 0`,
    after: last === 0 ? after(rest) : nothing,
    isSoonerByName: sql`(select beginning_are_few from plenty)`,
    byName: { which: sql`begins` },
  }
  const later: Part = {
    ...whole,
    called: 'later',
    place: 1,
    isOfIt: sql`and ${place} = 1`,
    after: last === 1 ? after(rest) : nothing,
    ...(whole.byName && { byName: { ...whole.byName, which: sql`not begins` } }),
  }
  return isBegun && last !== 1 ? [first, later] : [later]
}

/** As many of a part as a page can need: those that are seen at the beginning of the sorted index, or all of it. */
function matchesOf(list: SearchedList, part: Part, needed: RawBuilder<number>): RawBuilder<unknown> {
  const { called, isOfIt, after, isSoonerByName, place } = part
  const { from, by } = inOrderOfIndex(list)
  const [name, probe, filled] = [called, `probe_of_${called}`, `filled_of_${called}`].map((one) =>
    sql.raw(one),
  )
  const isFar = sql`(select n < ${needed} from ${filled})`
  return sql`
    ${probe} as materialized (
      select ${keysOf(list, place)} from (
        select * from ${from} where ${list.isCurrent} ${after} order by ${by} limit ${sql.lit(probed)}
      ) ${sql.raw(`"${list.alias}"`)}
      where not ${isSoonerByName} and ${list.whereProbed} ${isOfIt} limit ${needed}
    ),
    ${filled} as materialized (select count(*)::int as n from ${probe}),
    ${name} as materialized (
      select * from ${probe} where (select n >= ${needed} from ${filled})
      union all
      (${allOf(list, part, isFar, needed)})
    )`
}

/** All of a part; of those that stand together in an order that is known, no more than a page needs. */
function allOf(
  list: SearchedList,
  { place, isOfIt, after, byName }: Part,
  isFar: RawBuilder<unknown>,
  needed: RawBuilder<number>,
): RawBuilder<unknown> {
  const { isCurrent, where, whereProbed, names, beginnings } = list
  const { from, by, order } = inOrderOfIndex(list)
  const keys = keysOf(list, place)
  if (beginnings) {
    return sql`
      (select ${keys} from ${from} where ${isFar} and ${beginnings.first} order by ${by} limit ${needed})
      union all
      select ${keys} from ${from} where ${isFar} and ${beginnings.others}`
  }
  if (!names || !byName)
    return sql`select ${keys} from ${from} where ${isFar} and ${where} ${isOfIt} ${after}`
  const [leading] = Object.keys(order)
  const found = Object.entries(names.columns).map(([column, count]) => {
    const ofAll = sql`
        select found.* from (select name from named where ${isFar} and ${byName.which} and ${sql.raw(count)} > 0) named
        cross join lateral (
          select ${keys} from ${from}
          where ${isCurrent} and ${sql.raw(columnOf(list.alias, column))} = named.name and ${whereProbed} ${isOfIt} ${after}
          order by ${by} limit ${needed}
        ) found`
    if (column !== leading) return ofAll
    // By a column that the order begins with, all of one name stand before all of the next.
    const inTurn = orderOf({ alias: 'found', order, direction: list.direction })
    return sql`(${ofAll} order by named.name ${sql.raw(list.direction)}, ${inTurn} limit ${needed})`
  })
  if (byName.others) {
    found.push(sql`
        select ${keys} from ${from} where ${isFar} and ${isCurrent} and ${byName.others} ${isOfIt} ${after}`)
  }
  return sql.join(found, sql` union`)
}
