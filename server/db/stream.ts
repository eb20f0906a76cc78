import type { Kysely, RawBuilder } from 'kysely'
import type { DB } from './types.ts'

/** Rows read at a time: memory holds these, however many there are. */
const chunk = 500

/** The query's rows one by one, through a cursor. */
export async function* streamRows<Row>(db: Kysely<DB>, query: RawBuilder<Row>): AsyncGenerator<Row> {
  for await (const { rows } of db.getExecutor().stream(query.compile(db), chunk)) yield* rows
}
