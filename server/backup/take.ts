import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { errorCode } from '../start/start-refusal.ts'
import { type Entry, writeArchive } from './archive.ts'
import { format, type Manifest, manifestName, pieceName, type Sums, sumsName } from './manifest.ts'
import { summing } from './sum.ts'
import { readAlike, readTables, rowsOf, type Table } from './tables.ts'

export interface TakeOptions {
  file: string
  passphrase: string | null
  /** The public half of the key that seals the audit log, as far as it is known. */
  auditKey: string | null
}

/** PostgreSQL's code where a table is not there. */
const undefinedTable = '42P01'
const pieceLength = 2 ** 20

/**
 * Writes everything that the database at `ownerUrl` holds into one file, as it was at one moment, while others go on
 * writing.
 */
export async function takeBackup(
  ownerUrl: string,
  { file, passphrase, auditKey }: TakeOptions,
): Promise<{ manifest: Manifest; sums: Sums }> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
  // What breaks the connection is met where it is waited for.
  client.on('error', () => {})
  await client.connect()
  try {
    const tables = await beginMoment(client)
    await client.query(readAlike)
    const manifest = { ...(await describe(client, tables)), auditKey }
    const sums: Sums = { tables: {}, sequences: {} }
    await writeArchive(file, passphrase, async (put) => {
      await put({ name: manifestName, data: json(manifest) })
      for (const table of tables) sums.tables[table.name] = await putRows(client, table, put)
      // After the moment of the rows, so that no number of theirs is given out again.
      sums.sequences = await readSequences(client)
      await put({ name: sumsName, data: json(sums) })
    })
    return { manifest, sums }
  } finally {
    await client.end()
  }
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
    // What it left: another table or column, of which what was read first knows nothing.
    if (isLocked && isDeepStrictEqual(await readTables(client), tables)) return tables
    await client.query('rollback')
  }
}

function refuseUnlessGone(error: unknown): false {
  if (errorCode(error) !== undefinedTable) throw error
  return false
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
