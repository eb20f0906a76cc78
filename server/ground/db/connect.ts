import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { preparing } from './prepared.ts'
import { EndingCursor } from './queries/ending-cursor.ts'
import { LimitedPool, somebodyWaits, type TimeLimits } from './time-limits.ts'
import type { DB } from './types.ts'
import { withDates } from './values.ts'

export type Database = Kysely<DB>

export interface Connected {
  db: Database
  pool: pg.Pool
}

/**
 * Opens a pool of at most `connections` to the database at `url`. It connects on first use, and reconnects after the
 * database was unavailable. More connections than twice the number of cores make PostgreSQL slower, not faster.
 */
export function connect(
  url: string,
  options: { connections?: number; limits?: TimeLimits; log?: ((event: LogEvent) => void) | undefined } = {},
): Connected {
  const pool = new LimitedPool(
    {
      connectionString: url,
      max: options.connections ?? 10,
      // Closing idle connections takes a timer for every query.
      idleTimeoutMillis: 0,
      types: withDates,
    },
    options.limits ?? somebodyWaits,
  )
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: preparing(pool), cursor: EndingCursor }),
    ...(options.log && { log: options.log }),
  })
  return { db, pool }
}
