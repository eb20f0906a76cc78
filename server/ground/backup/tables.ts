import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Manifest } from './manifest.ts'

export type Table = Manifest['tables'][number]

/**
 * The tables whose rows are Lantern's own, with the columns that are written. Those of pg-boss are left out: what it
 * keeps is made again by the next start. Parts of a table are read and written through it.
 */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select quote_ident(relname) as name,
       array_agg(quote_ident(attname) order by attnum) filter (where attgenerated = '') as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
     group by relname order by relname`,
  )
  return rows
}

/** Settings that make rows read the same everywhere, in the order in which they are stored. */
export const readAlike = `
  set local synchronize_seqscans = off;
  set local max_parallel_workers_per_gather = 0;
  set local timezone = 'UTC';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local extra_float_digits = 1;
  set local bytea_output = 'hex'`

export function rowsOf(client: pg.Client, { name, columns }: Table): AsyncIterable<Buffer> {
  // COPY reads a partitioned table only through a query.
  return client.query(copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout`))
}
