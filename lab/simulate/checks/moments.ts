import pg from 'pg'
import type { Check } from './check.ts'

interface Column {
  table: string
  name: string
}

/** Columns of planned and expiring moments, which may lie in the future. */
const ahead = /expires_at|try_at|forgotten_at/
/** Tables with times by the machine's own clock. */
const machine = ['migration']

/**
 * Checks that both clocks are the hospital's: anything that used the machine's own `now()` would leave a different
 * time.
 */
export const moments: Check = {
  name: 'moments',
  holds: 'Every moment on record lies in the days that were lived.',
  async find({ query, simulation: { start, clock } }) {
    const columns = await query<Column>(
      `select table_name as table, column_name as name from information_schema.columns
       join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'
         and table_name <> all ($1) order by 1, 2`,
      [machine],
    )
    const faults: string[] = []
    for (const { table, name } of columns.filter(({ name }) => !ahead.test(name))) {
      const column = pg.escapeIdentifier(name)
      const rows = await query<{ least: Date | null; most: Date | null; n: number }>(
        `select min(${column}) as least, max(${column}) as most, count(*)::int as n from ${pg.escapeIdentifier(table)}
         where ${column} < $1 or ${column} > $2`,
        [new Date(start - 60_000), new Date(clock.now + 3_600_000)],
      )
      const [found] = rows
      if (found && found.n > 0) {
        faults.push(`${table}.${name}: ${found.n} from ${String(found.least)} to ${String(found.most)}`)
      }
    }
    return faults
  },
}
