import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Patient } from '../../../contract/people/patients.ts'
import type { Database } from '../../ground/db/connect.ts'
import {
  boundedCount,
  countAtMost,
  countRows,
  cursorValues,
  inOrder,
  type Order,
  type PageRequest,
  pageOfRows,
  type Sorted,
  UnknownCursor,
} from '../../ground/db/paging.ts'
import { namedStatement, type Put, plannedWithValues, putting } from '../../ground/db/prepared.ts'
import { all, isSought, type PutText, passes, type Rank, type Sought, type Way } from './patient-search.ts'

export interface RankedSearch {
  shown: RawBuilder<unknown>
  sought: Sought
  /** Ranks after all others: names that are like those that were typed. */
  alike?: readonly Rank[]
  /** The filters beside the typed text. */
  isAsked: RawBuilder<SqlBool>
  /** Tells the filters apart, for a statement that is kept; undefined if it can't be. */
  name: string | undefined
}

/** The condition of the indexes. */
export const isListed = sql<SqlBool>`patient.retired_at is null`

/** The newest patients are a sample: if a tenth of them match, the index of letters is no help. */
const sampled = 80
/** The number of newest patients that are searched first if there are more matches than are counted. */
const mostTried = 10_000

/** A place in the whole list, which a cursor carries: in a rank by `a` and `b`, in the rest by `n`. */
const order = { rank: 'number', n: 'number', a: 'text', b: 'text', id: 'id' } as const satisfies Order
const place = { alias: 'place', order, direction: 'asc' } as const

function sortedBy(a: RawBuilder<unknown>, b: RawBuilder<unknown>) {
  const keys = sql`${a}, ${b}, patient.id`
  const after = (cursor: readonly unknown[]) => sql`and (${keys}) > (${sql.join(cursor.slice(2))})`
  return { keys, after, columns: sql`0 as n, ${a} as a, ${b} as b` }
}

const newestFirst = {
  keys: sql`patient.mrn_number desc`,
  after: ([, n]: readonly unknown[]) => sql`and patient.mrn_number < -(${n}::bigint)`,
  columns: sql`-patient.mrn_number as n, '' as a, '' as b`,
}

const [family, given] = [sql`patient.last_name_key`, sql`patient.first_name_key`]
const byFamily = sortedBy(family, given)
const byGiven = sortedBy(given, family)
const byMrn = sortedBy(sql`patient.mrn`, family)
/** The order of a rank by its first test, if it isn't that of family names. */
const orders: { [way in Way]?: typeof byMrn } = { given: byGiven, givenBegins: byGiven, mrnBegins: byMrn }

/** The ranks before those that are found by an index of letters are found in the order of their index. */
const isByLetters = ([test]: Rank) => test?.[0] === 'word'

/** The ranks, the rest, which any part finds, and what is alike: each without what comes before it. */
function partsOf({ sought, alike = [] }: RankedSearch, put?: PutText) {
  const ofRank = (rank: Rank) => {
    const order = (rank[0] && orders[rank[0][0]]) ?? byFamily
    return { ...order, isByLetters: isByLetters(rank), passes: passes(rank, put) }
  }
  const parts = [
    ...sought.ranks.map(ofRank),
    { ...newestFirst, isByLetters: true, passes: isSought(sought, put) },
    ...alike.map(ofRank),
  ]
  return parts.map((part, rank) => {
    const before = parts.slice(0, rank).map((other) => sql<SqlBool>`${other.passes} is not true`)
    const columns = sql`${sql.lit(rank)} as rank, ${part.columns}`
    return { ...part, rank, columns, where: all([part.passes, ...before]) }
  })
}

type RankedRow = Patient & Sorted & { rank: number | null; counted: number | null }
/** `few`: everything, if that is no more than is counted. `many`: one page, if it is more. */
type Group = 'few' | 'many'

/**
 * One page of the list. One statement is enough for most: it finds by the indexes of names and numbers in their order, and
 * all that is found by letters, if it is as little as is counted. If not, another one looks for a page of it.
 */
export async function rankedPage(db: Database, request: PageRequest, search: RankedSearch) {
  const { sought, alike = [], isAsked, name } = search
  // In the order in which they are put into a statement.
  const texts = [...sought.ranks, ...sought.any].flat().flatMap(([, ...ofTest]) => ofTest)
  async function read(group: Group) {
    const make = (put?: Put<string[]>) => statementFor(search, request, group, put)
    if (alike.length > 0) return (await make().execute(db)).rows
    if (name === undefined || request.cursor || request.page > 1)
      return (await make(group === 'few' ? putting(texts) : undefined).execute(db)).rows
    const ways = [sought.ranks, sought.any].map((ranks) => ranks.map((rank) => rank.map(([way]) => way)))
    const kept = `patients ${name} ${JSON.stringify(ways)}, ${group}, first ${request.limit}`
    return namedStatement(kept, make)(db, texts)
  }

  let rows = await read('few')
  const counted = rows[0]?.counted ?? null
  const where = all([isListed, isAsked, isSought(sought)])
  const count = counted === null ? await countRows(db, sql`patient`, where) : boundedCount(counted)
  // Ranks by letters are in order only if all their patients were found; the ranks before them always are.
  const inOrder = sought.ranks.filter((rank) => !isByLetters(rank)).length
  const isFilled = rows.length > request.limit && Number(rows.at(-1)?.rank) < inOrder
  if (!isFilled && alike.length === 0 && (counted === null || count.isAtLeast)) rows = await read('many')
  const rest = sought.ranks.length
  const shown = rows.flatMap((row) => (row.rank === null ? [] : [{ ...row, isAlike: row.rank > rest }]))
  return pageOfRows(shown, request, count)
}

function statementFor(search: RankedSearch, request: PageRequest, group: Group, put?: Put<string[]>) {
  const { by, after, window, offset, limit, sortValues } = inOrder(place, request)
  const cursor = cursorValues(request, Object.values(order))
  if (cursor && Number(cursor[0]) < 0) throw new UnknownCursor()
  const [end, rest] = [offset + limit, search.sought.ranks.length]
  const begin = Math.min(Number(cursor?.[0] ?? 0), rest)
  const most = sql.lit(group === 'few' ? Math.max(countAtMost + 1, end) : end)
  let at = 0
  // Worked out once, and unknown to the planner: one plan is good for whatever is looked for.
  const worked = (place: number) => sql`(select ${put?.((texts) => texts[place])}::text)`
  const parts = partsOf(search, put && (() => worked(at++)))

  const newest = (amount: number, following = sql``) => sql`(
    select * from patient where ${isListed} ${following} order by mrn_number desc limit ${sql.lit(amount)}) patient`
  const isFull = sql`(select count(*) from tried) = ${most}`
  let tried = sql`select`
  const queries = parts.flatMap(({ rank, isByLetters, keys, columns, ...part }) => {
    const asked = sql`${search.isAsked} and ${part.where}`
    const found = sql`patient where ${isListed} and ${asked}`
    if (rank > rest && isByLetters) return sql`(select patient.id, ${columns} from ${found} limit ${most})`
    const first = (from: RawBuilder<unknown>) =>
      sql`(select patient.id, ${columns} from ${from} order by ${keys} limit ${most})`
    if (group === 'few' && rank <= rest && (isByLetters || search.alike))
      return first(sql`few patient where found_in = ${sql.lit(rank)}`)
    if (rank < begin) return []
    const following = cursor && rank === begin ? part.after(cursor) : sql``
    if (!isByLetters) return first(sql`${found} ${following}`)
    // Behind `offset 0`, because for a short page PostgreSQL would rather read everybody in the order of names.
    const byLetters = (condition = sql``) =>
      first(sql`(select * from ${found} ${following} ${condition} offset 0) patient`)
    if (rank < rest) return byLetters()
    if (end > mostTried) return first(sql`${found} ${following}`)
    tried = sql`select id, mrn_number from ${newest(mostTried, following)}
      where ${asked} order by ${keys} limit ${most}`
    return [first(sql`tried patient where ${isFull}`), byLetters(sql`and not ${isFull}`)]
  })

  const isDense = sql`(select is_dense from sample)`
  const isFound = sql`${search.isAsked} and ${parts[rest]?.passes}`
  const cases = parts.slice(0, rest).map(({ passes, rank }) => sql`when ${passes} then ${sql.lit(rank)}`)
  const counted = sql`case when (select count(*) from found) = ${most} then ${most} when not ${isDense}
    then ((select count(*) from few) + (select count(*) from found where rank > ${sql.lit(rest)}))::int end`
  return sql<RankedRow>`
    ${put ? sql`` : plannedWithValues} with sample as materialized (
      select count(*) > ${sql.lit(sampled / 10)} as is_dense from ${newest(sampled)} where ${isFound}
    ),
    few as materialized (
      select id, mrn_number, last_name_key, first_name_key,
        case ${sql.join(cases, sql` `)} when true then ${sql.lit(rest)} end as found_in
      from patient where not ${isDense} and ${isListed} and ${isFound} limit ${sql.lit(countAtMost + 1)}
    ),
    tried as materialized (${tried}),
    found as materialized (select * from (${sql.join(queries, sql` union all `)}) parts limit ${most}),
    page as materialized (select * from found place where true ${after} ${window})
    select ${group === 'few' ? counted : sql`null`} as counted, rank, ${search.shown}, ${sortValues}
    from (select) one left join (page place join patient on patient.id = place.id) on true
    order by ${by}`
}

/** The whole list with the columns of its order: for what is written out from end to end. */
export function rankedRows(search: RankedSearch) {
  const places = partsOf(search).map(({ where, columns }) => sql`select ${columns} where ${where}`)
  const rows = sql`
    select patient.*, rank, n, a, b from patient
    cross join lateral (${sql.join(places, sql` union all `)} limit 1) ranked where ${isListed} and ${search.isAsked}`
  return { rows, order, direction: 'asc', where: sql<SqlBool>`true` } as const
}
