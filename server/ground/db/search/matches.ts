import { sql } from 'kysely'
import type { Page } from '../../../../contract/api/page.ts'
import type { Database } from '../connect.ts'
import { countAtMost, type List, type PageRequest, readPage, tableOf } from '../paging.ts'

/**
 * One page of what a search found, in the order of the list. The first rows that match, one more than are counted, are found
 * in any order: PostgreSQL finds few by an index of letters, and many soon in any case. Asked for a page in some order
 * instead, it would look for a rare name in that order, through everybody. More than are counted are found so.
 */
export async function pageOfMatches<Row>(db: Database, request: PageRequest, list: List): Promise<Page<Row>> {
  const most = sql.lit(countAtMost + 1)
  const few = await readPage<Row>(db, request, {
    ...list,
    first: sql`with few as materialized (
      select ${sql.raw(`"${list.alias}".*`)} from ${tableOf(list)} where ${list.where} limit ${most})`,
    rows: sql`select * from few`,
    where: sql`true`,
  })
  return few.totalIsAtLeast ? readPage<Row>(db, request, list) : few
}
