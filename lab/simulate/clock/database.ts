import pg from 'pg'
import { migrate } from '../../../server/ground/db/migrate.ts'

/**
 * The database's clock. Lantern asks it for the time only with `now()` and `clock_timestamp()`. Here these names mean
 * functions of the schema, which are ahead of PostgreSQL's own by the value of a sequence. A sequence changes at once
 * for everybody, even within transactions, as time does. PostgreSQL's own clock stays as it is, and so do the limits of
 * statements.
 *
 * The functions must be there before the migrations, because a default keeps the function that its name meant.
 */
const clock = `
  create sequence simulated_ahead minvalue 0;
  -- PostgreSQL calls it volatile; said to be stable it can stand in a condition of an index, as now() can.
  create function simulated_ahead_of(regclass) returns bigint
    language internal stable strict parallel safe as 'pg_sequence_last_value';
  create function public.now() returns timestamptz language sql stable parallel safe
    return pg_catalog.now() + simulated_ahead_of('simulated_ahead') * interval '1 millisecond';
  create function public.clock_timestamp() returns timestamptz language sql volatile parallel safe
    return pg_catalog.clock_timestamp() + simulated_ahead_of('simulated_ahead') * interval '1 millisecond';
  grant select on sequence simulated_ahead to public`

/**
 * Functions that set a search path of their own, for security, find the simulated clock first, too. The migrations
 * revoked the clock itself from the server's account, as every volatile function that they don't know.
 */
const functions = `
  grant execute on function public.clock_timestamp() to public;
  do $$ declare one regprocedure; begin
    for one in
      select oid::regprocedure from pg_proc, unnest(proconfig) setting
      where pronamespace = 'public'::regnamespace and setting like 'search_path=%'
    loop
      execute format('alter function %s set search_path = public, pg_catalog, pg_temp', one);
    end loop;
  end $$`

export interface SimulatedDatabase {
  ownerUrl: string
  appUrl: string
  /** Where PostgreSQL's log of writes stood when the hospital began. */
  logBegan: string
  /** Sets the clock this many milliseconds ahead of the machine's. */
  goAhead(millis: number): Promise<void>
  query<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>
  /** Runs `act` in a transaction that is rolled back at the end. */
  trying<Result>(act: (query: Query) => Promise<Result>): Promise<Result>
  end(): Promise<void>
}

export type Query = <Row extends pg.QueryResultRow>(statement: string, values?: unknown[]) => Promise<Row[]>

/** Makes Lantern's schema in an empty database, on a clock that can be set. `ownerUrl` is a superuser's. */
export async function openDatabase(ownerUrl: string, ahead: number): Promise<SimulatedDatabase> {
  const name = decodeURIComponent(new URL(ownerUrl).pathname.slice(1))
  const first = new pg.Client({ connectionString: ownerUrl })
  await first.connect()
  await first.query(`alter database ${pg.escapeIdentifier(name)} set search_path = public, pg_catalog`)
  await first.query(clock)
  await first.query(`select setval('simulated_ahead', $1)`, [ahead])
  await first.end()
  const { appUrl } = await migrate(ownerUrl)
  const owner = new pg.Client({ connectionString: ownerUrl, options: '-c TimeZone=UTC' })
  // The next statement reports a lost connection.
  owner.on('error', () => {})
  await owner.connect()
  await owner.query(functions)
  await owner.query('select make_audit_months()')
  const query: Query = async <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
    (await owner.query<Row>(statement, values)).rows
  const [log] = await query<{ at: string }>('select pg_current_wal_lsn()::text as at')
  return {
    ownerUrl,
    appUrl,
    logBegan: log?.at ?? '0/0',
    query,
    async goAhead(millis) {
      await owner.query({
        name: 'ahead',
        text: `select setval('simulated_ahead', $1)`,
        values: [Math.round(millis)],
      })
    },
    async trying(act) {
      await owner.query('begin')
      try {
        return await act(query)
      } finally {
        await owner.query('rollback')
      }
    },
    end: () => owner.end(),
  }
}
