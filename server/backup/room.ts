import type pg from 'pg'
import { StartRefusal } from '../start/start-refusal.ts'

/** What belongs in the schema of the tables; of what else is there, nobody knows whether it can be made again. */
const ownExtensions = ['pg_trgm', 'btree_gist']

/**
 * Takes away an empty hospital, or the one that was named, within the caller's transaction. Refuses where somebody's
 * data would be lost, or where Lantern is at work.
 */
export async function makeRoom(client: pg.Client, overwrite: string | undefined): Promise<void> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `select to_regclass('public.migration') is not null and to_regclass('public.hospital') is not null as is_there`,
  )
  if (!rows[0]?.is_there) return
  await refuseAtWork(client)
  await refuseToOverwrite(client, overwrite)
  await refuseForeign(client)
  await client.query(`
    drop schema if exists public, audit_month, pgboss cascade;
    create schema public;
    grant usage on schema public to public`)
}

async function refuseAtWork(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and usename like 'lantern\\_app\\_%' limit 1`,
  )
  if (rowCount) {
    throw new StartRefusal('Lantern is running on this database; stop it first, on every machine.')
  }
}

async function refuseToOverwrite(client: pg.Client, overwrite: string | undefined): Promise<void> {
  const { rows } = await client.query<{ name: string; patients: string; accounts: string }>(
    `select name, (select count(*) from patient) as patients, (select count(*) from staff) as accounts from hospital`,
  )
  const { name = '', patients = '0', accounts = '0' } = rows[0] ?? {}
  if ((patients === '0' && accounts === '0') || overwrite === name) return
  throw new StartRefusal(
    `There is a hospital already: ${name}, with ${patients} patients and ${accounts} accounts. Restore into an empty database, or take a backup of it and say --overwrite ${JSON.stringify(name)}.`,
  )
}

async function refuseForeign(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select extname as name from pg_extension
     where extnamespace = 'public'::regnamespace and extname <> all ($1)`,
    [ownExtensions],
  )
  if (rows.length > 0) {
    throw new StartRefusal(
      `The schema public of this database holds more than Lantern’s own (${rows.map(({ name }) => name).join(', ')}); restore into a new database.`,
    )
  }
}
