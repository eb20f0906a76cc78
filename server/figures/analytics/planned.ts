import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../ground/db/connect.ts'
import { plannedWithValues } from '../../ground/db/prepared.ts'

/** A statement whose best plan depends on how long the period is: a day's rows are not gathered like a year's. */
export function planned<Row, Values extends readonly unknown[]>(
  make: (...values: Values) => RawBuilder<Row>,
) {
  return async (db: Database, ...values: Values): Promise<Row[]> => {
    const { rows } = await sql<Row>`${plannedWithValues} ${make(...values)}`.execute(db)
    return rows
  }
}
