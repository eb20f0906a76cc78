import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { setAside, setAsideUnproved } from '../db/bulk/set-aside.ts'
import type { Entry } from './archive.ts'
import { type Sums, tableOfPiece } from './manifest.ts'
import { summingRows } from './row-checksum.ts'
import type { Table } from './tables.ts'

/**
 * Puts the rows of the entries into their tables, and nothing else: no trigger adds to them. Answers, by table, what
 * `summingRows` says of them.
 */
export async function loadRows(
  client: pg.Client,
  tables: Table[],
  entries: AsyncGenerator<Entry>,
): Promise<Map<string, string>> {
  // The backup has its own version of the rows that migrations made.
  await client.query(`set constraints all immediate; truncate ${tables.map(({ name }) => name).join(', ')}`)
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  const whole = await wholeTables(client)
  const aside = await setAside(client, whole)
  const unproved = await setAsideUnproved(client, whole)
  const loaded = await copyAll(client, new Map(tables.map((table) => [table.name, table])), entries)
  for (const statement of [...unproved, ...aside.indexes, ...aside.foreignKeys]) await client.query(statement)
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
  return loaded
}

async function copyAll(
  client: pg.Client,
  tables: Map<string, Table>,
  entries: AsyncGenerator<Entry>,
): Promise<Map<string, string>> {
  const loaded = new Map([...tables.keys()].map((name) => [name, summingRows().sum()]))
  let { value: entry } = await entries.next()
  /** The pieces of one table follow one another. */
  async function* piecesOf(table: Table): AsyncGenerator<Buffer> {
    const summed = summingRows()
    while (entry && tableOfPiece(entry.name) === table.name) {
      summed.add(entry.data)
      yield entry.data
      entry = (await entries.next()).value
    }
    loaded.set(table.name, summed.sum())
  }
  while (entry) {
    const table = tables.get(tableOfPiece(entry.name) ?? '')
    if (table) {
      const into = client.query(copyFrom(`copy ${table.name} (${table.columns.join(', ')}) from stdin`))
      await pipeline(piecesOf(table), into)
    } else {
      entry = (await entries.next()).value
    }
  }
  return loaded
}

/** Tables without partitions, because an index can't be dropped from one partition alone. */
async function wholeTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition`,
  )
  return rows.map(({ name }) => name)
}

/** Numbers that were given out once are not given out again. */
export async function setSequences(client: pg.Client, sequences: Sums['sequences']): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    if (last !== null) await client.query('select setval(to_regclass($1), $2::bigint)', [name, last])
  }
}
