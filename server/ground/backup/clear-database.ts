import type pg from 'pg'
import { migrationTable } from '../db/schema/bring-up-to-date.ts'
import { readSources } from '../db/schema/sources.ts'
import { PlainRefusal } from '../start/plain-refusal.ts'

/** Lantern's own extensions. Others in the schema may be impossible to create again. */
const ownExtensions = ['pg_trgm', 'btree_gist', 'fuzzystrmatch']
const ownSchemas = ['public', 'audit_month', 'pgboss']

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
    drop schema if exists ${ownSchemas.join(', ')} cascade;
    create schema public;
    grant usage on schema public to public`)
}

async function refuseAtWork(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and usename like 'lantern\\_app\\_%' limit 1`,
  )
  if (rowCount) {
    throw new PlainRefusal('Lantern is running on this database; stop it first, on every machine.')
  }
}

async function refuseToOverwrite(client: pg.Client, overwrite: string | undefined): Promise<void> {
  const { rows } = await client.query<{ name: string; patients: string; accounts: string }>(
    `select name, (select count(*) from patient) as patients, (select count(*) from staff) as accounts from hospital`,
  )
  const { name = '', patients = '0', accounts = '0' } = rows[0] ?? {}
  if ((patients === '0' && accounts === '0') || overwrite === name) return
  throw new PlainRefusal(
    `There is a hospital already: ${name}, with ${patients} patients and ${accounts} accounts. Restore into an empty database, or take a backup of it and say --overwrite ${JSON.stringify(name)}.`,
  )
}

/** Refuses to delete objects that aren't Lantern's and could not be restored. */
async function refuseForeign(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select extname as name from pg_extension
     where extnamespace = 'public'::regnamespace and extname <> all ($1)
     union all
     select relname from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'f', 'v', 'm', 'S') and relname <> all ($2)
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid
         and deptype in ('e', 'a', 'i'))
     union all
     select distinct view.oid::regclass::text from pg_depend
       join pg_class as own on refclassid = 'pg_class'::regclass and refobjid = own.oid
       join pg_rewrite on classid = 'pg_rewrite'::regclass and objid = pg_rewrite.oid
       join pg_class as view on view.oid = ev_class
     where own.relnamespace = any ($3::regnamespace[]) and view.relnamespace <> all ($3::regnamespace[])
     order by 1`,
    [ownExtensions, await ownTables(), await schemasThere(client)],
  )
  if (rows.length > 0) {
    throw new PlainRefusal(
      `This database holds more than Lantern’s own (${rows.map(({ name }) => name).join(', ')}), which would be lost; restore into a new database.`,
    )
  }
}

/** All that migrations ever made, whichever of them the database has had. */
async function ownTables(): Promise<string[]> {
  const names = new Set<string>()
  const { baseline, migrations } = await readSources()
  for (const text of [migrationTable, baseline.text, ...migrations.map((one) => one.text)]) {
    for (const [, name = ''] of text.matchAll(
      /\b(?:(?:table|view|sequence) (?:if not exists )?|rename to )(\w+)/gi,
    ))
      names.add(name)
  }
  return [...names]
}

async function schemasThere(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select nspname as name from pg_namespace where nspname = any ($1)',
    [ownSchemas],
  )
  return rows.map(({ name }) => name)
}
