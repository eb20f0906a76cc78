import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { errorCode } from '../start/plain-refusal.ts'
import { type Entry, writeArchive } from './archive.ts'
import { format, type Manifest, manifestName, pieceName, type Sums, sumsName } from './manifest.ts'
import { summing } from './row-checksum.ts'
import { readAlike, readTables, rowsOf, type Table } from './tables.ts'

export interface TakeOptions {
  file: string
  passphrase: string | null
  /** The public half of the key that seals the audit log, as far as it is known. */
  auditKey: string | null
  /** Told from time to time which part of all is written. */
  onProgress?(share: number): void
  /** Refuses what was written, before it has its name. */
  check?(draft: string): Promise<unknown>
}

/** PostgreSQL's code where a table is not there. */
const undefinedTable = '42P01'
const pieceLength = 2 ** 20
const longestGoodbye = 5000

/**
 * Writes everything that the database at `ownerUrl` holds into one file, as it was at one moment, while others go on
 * writing.
 */
export async function takeBackup(
  ownerUrl: string,
  { file, passphrase, auditKey, onProgress = () => {}, check }: TakeOptions,
): Promise<{ manifest: Manifest; sums: Sums }> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
  // Errors of the connection are handled where its queries are awaited.
  client.on('error', () => {})
  await client.connect()
  try {
    const tables = await beginMoment(client)
    await client.query(readAlike)
    const manifest = { ...(await describe(client, tables)), auditKey }
    const sums: Sums = { tables: {}, sequences: {} }
    const progress = progressOver(await readSizes(client), onProgress)
    const write = async (put: (entry: Entry) => Promise<void>) => {
      await put({ name: manifestName, data: json(manifest) })
      for (const table of tables) {
        const taken = await putRows(client, table, async (entry) => {
          await put(entry)
          progress.add(table.name, entry.data.length)
        })
        sums.tables[table.name] = taken
        progress.end(table.name)
      }
      // After the moment of the rows, so that no number of theirs is given out again.
      sums.sequences = await readSequences(client)
      await put({ name: sumsName, data: json(sums) })
      // Before the file is read again: migrations wait for these locks, and dead rows for this moment.
      await leave(client)
    }
    await writeArchive(file, passphrase, write, { check })
    return { manifest, sums }
  } finally {
    await leave(client)
  }
}

/** Whether PostgreSQL answers the goodbye changes nothing about what was read. */
async function leave(client: pg.Client): Promise<void> {
  const goodbye = setTimeout(() => client.connection.stream.destroy(), longestGoodbye)
  await client.end()
  clearTimeout(goodbye)
}

/** Begins the moment that is read, with the tables as they are in it: while it lasts, no migration changes them. */
async function beginMoment(client: pg.Client): Promise<Table[]> {
  for (;;) {
    const tables = await readTables(client)
    await client.query('begin isolation level repeatable read read only')
    // Before the moment: a migration that is under way ends first.
    const isLocked = await client
      .query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`)
      .then(() => true, refuseUnlessGone)
    // A migration may have left another table or column since the first reading.
    if (isLocked && isDeepStrictEqual(await readTables(client), tables)) return tables
    await client.query('rollback')
  }
}

function refuseUnlessGone(error: unknown): false {
  if (errorCode(error) !== undefinedTable) throw error
  return false
}

/** The size of each table on disk without its indexes, which is in proportion to the rows to read. */
async function readSizes(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ name: string; size: number }>(
    `select quote_ident(relname) as name, coalesce(
       (select sum(pg_table_size(relid)) from pg_partition_tree(pg_class.oid)), pg_table_size(pg_class.oid))::float8 as size
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  return new Map(rows.map(({ name, size }) => [name, size]))
}

/** Which part of all is done, by the tables' sizes: within one by what was read of it, which is about as much. */
function progressOver(sizes: ReadonlyMap<string, number>, onProgress: (share: number) => void) {
  const all = Math.max(
    1,
    [...sizes.values()].reduce((sum, size) => sum + size, 0),
  )
  let done = 0
  let within = 0
  return {
    add(table: string, bytes: number) {
      within = Math.min(within + bytes, sizes.get(table) ?? 0)
      onProgress(Math.min(1, (done + within) / all))
    },
    end(table: string) {
      done += sizes.get(table) ?? 0
      within = 0
    },
  }
}

async function putRows(client: pg.Client, table: Table, put: (entry: Entry) => Promise<void>) {
  const summed = summing()
  let number = 0
  let pieces: Buffer[] = []
  let length = 0
  const flush = async () => {
    const data = Buffer.concat(pieces)
    pieces = []
    length = 0
    await put({ name: pieceName(table.name, ++number), data })
  }
  for await (const rows of rowsOf(client, table)) {
    summed.add(rows)
    pieces.push(rows)
    length += rows.length
    if (length >= pieceLength) await flush()
  }
  if (length > 0) await flush()
  return summed.sum()
}

async function describe(client: pg.Client, tables: Table[]): Promise<Omit<Manifest, 'auditKey'>> {
  const { rows } = await client.query<{ takenAt: Date; hospital: string; postgres: string }>(
    `select clock_timestamp() as "takenAt", name as hospital, current_setting('server_version') as postgres from hospital`,
  )
  const { takenAt = new Date(), hospital = '', postgres = '' } = rows[0] ?? {}
  const migrations = await client.query<{ name: string }>('select name from migration order by name')
  return {
    format,
    takenAt: takenAt.toISOString(),
    hospital,
    postgres,
    migrations: migrations.rows.map(({ name }) => name),
    months: await readMonths(client),
    tables,
  }
}

/** The months into which the trail is cut; none before there were any. */
export async function readMonths(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ month: string }>(
    `select to_char(to_date(right(relname, 7), 'YYYY_MM'), 'YYYY-MM-DD') as month from pg_class
     where relnamespace = to_regnamespace('audit_month') and relname ~ '^entry_[0-9]{4}_[0-9]{2}$' and relkind = 'r'
     order by 1`,
  )
  return rows.map(({ month }) => month)
}

async function readSequences(client: pg.Client): Promise<Sums['sequences']> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `select quote_ident(sequencename) as name, last_value::text as last from pg_sequences
     where schemaname = 'public' order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value, null, 2))
}
