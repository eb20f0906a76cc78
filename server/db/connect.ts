import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import pg from 'pg'
import { EndingCursor } from './cursor.ts'
import { preparing } from './prepared.ts'
import { LimitedPool, somebodyWaits, type TimeLimits } from './time-limits.ts'
import type { DB } from './types.ts'

export type Database = Kysely<DB>

// Days and times are strings end to end: made into a Date, a birth date moves with the server's time zone.
const asText = (value: string) => value
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.DATE, asText)
types.setTypeParser(pg.types.builtins.TIME, (value) => value.slice(0, 5))
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.NUMERIC, Number)

export interface Connected {
  db: Database
  pool: pg.Pool
}

/**
 * Opens a pool of at most `connections` to the database at `url`; it connects when first used and again after the
 * database was away. More connections than twice the cores make PostgreSQL slower, not faster.
 */
export function connect(
  url: string,
  options: { connections?: number; limits?: TimeLimits; log?: (event: LogEvent) => void } = {},
): Connected {
  const pool = new LimitedPool(
    {
      connectionString: url,
      max: options.connections ?? 10,
      idleTimeoutMillis: 30_000,
      options: '-c TimeZone=UTC -c plan_cache_mode=force_custom_plan',
      types,
    },
    options.limits ?? somebodyWaits,
  )
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: preparing(pool), cursor: EndingCursor }),
    ...(options.log && { log: options.log }),
  })
  return { db, pool }
}
