import type { TestApp } from './app.ts'

const statements = new WeakMap<TestApp, Promise<string>>()

/**
 * What every table of the database holds, as one figure a table: the number of its rows and the sum of their hashes.
 * Two that are equal say that nothing was done in between; that it was tried may be on record.
 */
export async function fingerprint(app: TestApp): Promise<Record<string, string>> {
  // Entries about what was read before are written a moment later.
  await app.flushAudit()
  const statement = statements.get(app) ?? statementFor(app)
  statements.set(app, statement)
  const held = await app.asOwner<{ name: string; held: string }>(await statement)
  return Object.fromEntries(held.map((table) => [table.name, table.held]))
}

/** One statement for all tables that the catalogue knows, so that all of them are read at one moment. */
async function statementFor(app: TestApp): Promise<string> {
  const tables = await app.asOwner<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind in ('r', 'p') and not relispartition
       and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
     order by 1`,
  )
  return tables
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(record::text, 0)), 0) as held
         from ${name} as record ${name === 'audit_entry' ? `where outcome = 'done'` : ''}`,
    )
    .join(' union all ')
}
