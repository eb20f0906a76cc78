import pg from 'pg'
import { migrate, takeTurn } from '../db/migrate.ts'
import {
  bringUpToDate,
  migrationTable,
  type Runner,
  runBaseline,
  runMigration,
  type Unfit,
  wayFromOlder,
  whyUnfit,
  withAddedValues,
} from '../db/schema/bring-up-to-date.ts'
import { readSources, type SchemaSources } from '../db/schema/sources.ts'
import { PlainRefusal } from '../start/plain-refusal.ts'
import { endWhatIsOver } from './after-restore.ts'
import { BrokenBackup, readArchive } from './archive.ts'
import { makeRoom } from './clear-database.ts'
import { loadRows, setSequences } from './load-rows.ts'
import { format, type Manifest } from './manifest.ts'
import { summingRows } from './row-checksum.ts'
import { readAlike, readTables, rowsOf, type Table } from './tables.ts'
import { readMonths } from './take.ts'
import { type Verified, verifyBackup } from './verify.ts'

export interface RestoreOptions {
  file: string
  passphrase: string | null
  /** The name of the hospital that may be overwritten. */
  overwrite?: string | undefined
  onProgress?(sentence: string): void
}

/**
 * Makes the database at `ownerUrl` what the backup says, in one transaction: what was there stays until every row was
 * read back and is as the backup has it, and until the schema is this version's.
 */
export async function restoreBackup(
  ownerUrl: string,
  { file, passphrase, overwrite, onProgress = () => {} }: RestoreOptions,
): Promise<Verified> {
  const verified = await verifyBackup(file, passphrase)
  const { manifest, sums } = verified
  const sources = await readSources()
  refuseUnfitVersion(manifest, sources, file)
  onProgress(`${file} is whole; it is restored …`)
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await takeTurn(client, 'pg_try_advisory_xact_lock')
    await client.query(
      `${readAlike}; set local lock_timeout = '10s'; set local maintenance_work_mem = '256MB'`,
    )
    await makeRoom(client, overwrite)
    await makeSchema(client, { manifest, sources, file })
    const tables = await chooseTables(client, { manifest, file, onProgress })
    const loaded = await loadRows(client, tables, readArchive(file, passphrase)).catch(refuseUnfit(file))
    await setSequences(client, sums.sequences).catch(refuseUnfit(file))
    onProgress('… and read back …')
    for (const table of tables) await compare(client, table, loaded.get(table.name), file)
    await bringUpToDate(client, sources, inOneTransaction)
    await endWhatIsOver(client, { backupOf: manifest.takenAt })
    await client.query('commit')
  } finally {
    // Closing the connection undoes everything that is not committed.
    await client.end()
  }
  await migrate(ownerUrl)
  return verified
}

/**
 * The file is as it was written, but a table doesn't accept what it holds. The error names what was refused and nothing
 * from a row, because PostgreSQL's message may contain a patient's name.
 */
const refuseUnfit = (file: string) => (error: unknown) => {
  if (!(error instanceof pg.DatabaseError) || !/^2[23]/.test(error.code ?? '')) throw error
  const { table, constraint, code } = error
  const refused = [table ?? tableOfCopy(error), constraint, code].filter(Boolean).join(', ')
  throw new BrokenBackup(file, `the database refuses what it holds: ${refused}`)
}

/** If a row can't be read, only the position in the COPY names its table. */
function tableOfCopy({ where }: pg.DatabaseError): string | undefined {
  return /^COPY (\w+)/.exec(where ?? '')?.[1]
}

const inOneTransaction: Runner = { within: (step) => step(), isRestore: true }

function refuseUnfitVersion(manifest: Manifest, sources: SchemaSources, file: string): void {
  const unfit: Unfit | null =
    manifest.format > format
      ? { madeBy: 'newer', reason: 'was made by a newer Lantern' }
      : whyUnfit(manifest.migrations, sources)
  if (!unfit) return
  const way =
    unfit.madeBy === 'newer'
      ? 'Restore it with that version.'
      : `Restore it with ${wayFromOlder}, and take a backup with that one.`
  throw new PlainRefusal(`${file} ${unfit.reason}. ${way}`)
}

/** The tables as they were when the backup was taken, with the same months and none besides. */
async function makeSchema(
  client: pg.Client,
  { manifest, sources, file }: { manifest: Manifest; sources: SchemaSources; file: string },
): Promise<void> {
  const { migrations, months } = manifest
  await client.query(migrationTable)
  const done = sources.migrations.filter(({ name }) => migrations.includes(name))
  await runBaseline(client, withAddedValues(sources.baseline, done))
  for (const migration of done) await runMigration(client, migration, inOneTransaction)
  const made = await readMonths(client)
  for (const month of made.filter((one) => !months.includes(one))) {
    const part = month.slice(0, 7).replace('-', '_')
    await client.query(
      `do $$ declare kind text; begin
         foreach kind in array audit_tables() loop
           execute format('drop table audit_month.%s_${part}', kind);
         end loop;
       end $$`,
    )
  }
  for (const month of months.filter((one) => !made.includes(one))) {
    await client.query('select make_audit_month($1)', [month]).catch(refuseUnfit(file))
  }
}

/** The backup's tables that Lantern knows, in the columns that it knows; a hospital may have had tables beside them. */
async function chooseTables(
  client: pg.Client,
  { manifest, file, onProgress }: { manifest: Manifest; file: string; onProgress(sentence: string): void },
): Promise<Table[]> {
  const known = new Map((await readTables(client)).map(({ name, columns }) => [name, new Set(columns)]))
  const others = manifest.tables.filter(({ name }) => !known.has(name))
  if (others.length > 0) {
    const names = others.map(({ name }) => name).join(', ')
    onProgress(`What is not Lantern’s own is not restored: ${names}. Its rows are in the file, below rows/.`)
  }
  const own = manifest.tables.filter(({ name }) => known.has(name))
  // They become part of a statement: what Lantern has not made is no name, whatever it says.
  for (const { name, columns } of own) {
    const unknown = columns.find((column) => !known.get(name)?.has(column))
    if (unknown !== undefined) {
      throw new BrokenBackup(file, `${name} has no column ${JSON.stringify(unknown.slice(0, 60))}`)
    }
  }
  return own
}

/** Reads back the restored rows and compares them with the backup, byte by byte. */
async function compare(client: pg.Client, table: Table, loaded: string | undefined, file: string) {
  const summed = summingRows()
  for await (const rows of rowsOf(client, table)) summed.add(rows)
  if (summed.sum() === loaded) return
  throw new PlainRefusal(
    `The database did not keep ${table.name} as ${file} has it; nothing was changed. Look at the database's log.`,
  )
}
