import pg from 'pg'

interface SetAside {
  /** Statements that make again what was dropped. */
  indexes: string[]
  foreignKeys: string[]
}

/**
 * Drops what is cheaper to make once over all rows than to keep up with each: plain indexes and foreign keys. Unique
 * constraints stay, because others refer to them.
 */
export async function setAside(client: pg.Client, tables: readonly string[]): Promise<SetAside> {
  const foreignKeys = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any ($1::regclass[]) order by conname`,
    [tables],
  )
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index
     where indrelid = any ($1::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
     order by 1`,
    [tables],
  )
  const remadeKeys = await dropConstraints(client, foreignKeys.rows)
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`)
  return {
    indexes: indexes.rows.map(({ definition }) => definition),
    foreignKeys: remadeKeys,
  }
}

/**
 * Drops the checks that old rows need not meet, because they came after them. Answers the statements that make them again
 * as they were.
 */
export async function setAsideUnproved(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'c' and not convalidated and conrelid = any ($1::regclass[]) order by conname`,
    [tables],
  )
  return await dropConstraints(client, rows)
}

/** Answers the statements that make them again. */
async function dropConstraints(
  client: pg.Client,
  constraints: { table: string; name: string; definition: string }[],
): Promise<string[]> {
  for (const { table, name } of constraints) {
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
  }
  return constraints.map(
    ({ table, name, definition }) =>
      `alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`,
  )
}
