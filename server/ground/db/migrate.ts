import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import pgBoss from 'pg-boss/package.json' with { type: 'json' }
import { findGranted, grantsTo } from './grants.ts'
import { bringUpToDate, MigrationRefusal } from './schema/bring-up-to-date.ts'
import { inShortLocks, TableInUse } from './schema/short-locks.ts'
import { readSources } from './schema/sources.ts'

/**
 * Migrates the database at `ownerUrl` to this version's schema, and creates the account that the server connects as.
 * That account can read and write rows, but can't change the schema or write what the schema's own functions maintain.
 * Safe to run from several processes at once: an advisory lock makes them take turns.
 */
export async function migrate(ownerUrl: string): Promise<{ appUrl: string }> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await takeTurn(client)
    const isChanged = await bringUpToDate(client, await readSources(), {
      within: (step) => inShortLocks(client, step).catch(toRefusal),
      isRestore: false,
    })
    await makeAuditMonths(client)
    const jobsChanged = await migrateJobs(client)
    const appUrl = await prepareAppAccount(client, ownerUrl, isChanged || jobsChanged)
    return { appUrl }
  } finally {
    await client.end()
  }
}

/** Milliseconds between two tries for the lock. */
const betweenTries = 100

/**
 * Waits until no other process changes the schema, and keeps the lock until the transaction or the connection ends. It tries
 * again and again, because an index that is made concurrently would wait for a statement that waits for the lock.
 */
export async function takeTurn(
  client: pg.ClientBase,
  lock: 'pg_try_advisory_lock' | 'pg_try_advisory_xact_lock' = 'pg_try_advisory_lock',
): Promise<void> {
  async function isTaken() {
    const { rows } = await client.query<{ is_taken: boolean }>(
      `select ${lock}(hashtext('lantern migrations')) as is_taken`,
    )
    return rows[0]?.is_taken
  }
  while (!(await isTaken())) await sleep(betweenTries)
}

/** Migrates pg-boss's own schema to the installed version; returns whether anything changed. */
async function migrateJobs(owner: pg.Client): Promise<boolean> {
  const current = pgBoss.pgboss.schema
  const { rows } = await owner.query<{ is_there: boolean }>(
    `select to_regclass('pgboss.version') is not null as is_there`,
  )
  const known = rows[0]?.is_there
    ? await owner.query<{ version: number }>('select version from pgboss.version')
    : null
  const version = known?.rows[0]?.version
  if (version === current) return false
  if (version !== undefined && version > current) throw newerJobs(version)
  // Imported only now, because loading it takes 50 ms that most starts don't need to spend.
  const { getConstructionPlans, getMigrationPlans } = await import('pg-boss')
  const plan = version === undefined ? getConstructionPlans() : getMigrationPlans('pgboss', version)
  // A migration is sent as one message, so indexes can't be built concurrently in it; these tables are small.
  await owner.query(plan.replaceAll(' INDEX CONCURRENTLY ', ' INDEX '))
  return true
}

/** The job that creates them did not run while no server did. If a lock blocks this, the job will do it later. */
async function makeAuditMonths(owner: pg.Client): Promise<void> {
  await owner.query('select make_audit_months()').catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError && error.code === '55P03')) throw error
  })
}

function toRefusal(error: unknown): never {
  if (!(error instanceof TableInUse)) throw error
  throw new MigrationRefusal(
    'The database can’t be brought up to date, because others keep its tables in use: a backup that is being made, a long export, or something else that reads it. Start again when it has ended.',
  )
}

function newerJobs(version: number): MigrationRefusal {
  return new MigrationRefusal(
    `This database was made by a newer Lantern (jobs ${version}). Start that version.`,
  )
}

/** Names the account after its database, because PostgreSQL's accounts belong to the whole cluster. */
async function prepareAppAccount(owner: pg.Client, ownerUrl: string, schemaChanged: boolean) {
  const database = await owner.query<{ name: string }>('select current_database() as name')
  const account = `lantern_app_${database.rows[0]?.name ?? ''}`.slice(0, 63)
  const url = new URL(ownerUrl)
  // Derived from the installation's secret, so that every server process derives the same one.
  const secret = await owner.query<{ value: string }>('select value from server_secret')
  const password = createHmac('sha256', secret.rows[0]?.value ?? '')
    .update(account)
    .digest('base64url')
  url.username = encodeURIComponent(account)
  url.password = password
  const name = pg.escapeIdentifier(account)
  const existing = await owner.query('select from pg_roles where rolname = $1', [account])
  try {
    if (existing.rowCount === 0) {
      await owner.query(`create role ${name} login password ${pg.escapeLiteral(password)}`)
    } else if (!(await canSignIn(url.href))) {
      await owner.query(`alter role ${name} login password ${pg.escapeLiteral(password)}`)
    }
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42501') {
      throw new MigrationRefusal(
        `The account in DATABASE_URL can't create accounts. Run: alter role ${pg.escapeIdentifier(decodeURIComponent(new URL(ownerUrl).username))} createrole`,
      )
    }
    throw error
  }
  const mayRead = await owner.query<{ may: boolean }>(
    `select has_table_privilege($1, 'migration', 'select') as may`,
    [account],
  )
  if (schemaChanged || !mayRead.rows[0]?.may) {
    await owner.query(grantsTo(name, await findGranted(owner)))
  }
  return url.href
}

async function canSignIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}
