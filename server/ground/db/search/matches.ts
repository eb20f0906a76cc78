import { type RawBuilder, sql } from 'kysely'
import type { Page } from '../../../../contract/api/page.ts'
import type { Database } from '../connect.ts'
import { countAtMost, type List, type PageRequest, readPage, tableOf } from '../paging.ts'

/**
 * A query of the first rows that match, in any order, one more than are counted. PostgreSQL finds few by an index of
 * letters, and many soon in any case. Asked for a page in some order instead, it would look for a rare name in the
 * order of the list, through everybody.
 */
export function firstMatches(
  list: Pick<List, 'table' | 'alias' | 'rows' | 'where'>,
  columns: RawBuilder<unknown> = sql.raw(`"${list.alias}".*`),
): RawBuilder<unknown> {
  return sql`select ${columns} from ${tableOf(list)} where ${list.where} limit ${sql.lit(countAtMost + 1)}`
}

/**
 * One page of what a search found, in the order of the list: of few, all are found once, counted and sorted; of more, a page
 * is found in that order.
 */
export async function pageOfMatches<Row>(db: Database, request: PageRequest, list: List): Promise<Page<Row>> {
  const few = await readPage<Row>(db, request, {
    ...list,
    first: sql`with few as materialized (${firstMatches(list)})`,
    rows: sql`select * from few`,
    where: sql`true`,
  })
  return few.totalIsAtLeast ? readPage<Row>(db, request, list) : few
}
