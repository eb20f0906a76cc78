import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type List, orderOf, tableOf } from './paging.ts'
import type { DB } from './types.ts'

/** Rows fetched at a time: only these are held in memory, however long the list is. */
const chunk = 500

/** A whole list, row by row, in its order. */
export function streamList<Row>(db: Kysely<DB>, list: List): AsyncGenerator<Row> {
  return streamRows(db, wholeOf<Row>(list))
}

/** A whole list at once, in its order; null if it has more rows than `most`. */
export async function readList<Row>(db: Kysely<DB>, list: List, most: number): Promise<Row[] | null> {
  const rows: Row[] = []
  for await (const row of streamRows(db, sql<Row>`${wholeOf(list)} limit ${most + 1}`)) rows.push(row)
  return rows.length > most ? null : rows
}

function wholeOf<Row>(list: List): RawBuilder<Row> {
  const from = sql`${tableOf(list)} ${list.joins ?? sql``}`
  return sql<Row>`select ${list.shown} from ${from} where ${list.where} order by ${orderOf(list)}`
}

/**
 * The query's rows one by one, through a cursor. It takes as long as its reader takes, which for a million rows is
 * longer than any other statement may. That the database answers at all is known before.
 */
async function* streamRows<Row>(db: Kysely<DB>, query: RawBuilder<Row>): AsyncGenerator<Row> {
  const trx = await db.startTransaction().setAccessMode('read only').execute()
  try {
    await sql`set local statement_timeout = 0`.execute(trx)
    for await (const { rows } of trx.getExecutor().stream(query.compile(trx), chunk)) yield* rows
  } finally {
    // With a connection that broke there is nothing to end.
    await trx
      .rollback()
      .execute()
      .catch(() => {})
  }
}
