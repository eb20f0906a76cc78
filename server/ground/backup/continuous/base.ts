import { readdirSync, readFileSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Cluster } from '../../db/embedded/cluster.ts'
import { spoolOf } from '../../db/embedded/wal-spool.ts'
import { keepNames } from '../../start/fsync-directory.ts'
import { errorCode } from '../../start/plain-refusal.ts'
import { type Entry, writeArchive } from '../archive.ts'
import { type Base, baseName, type Place } from './archive-contents.ts'

/** The folder of PostgreSQL's files within a base. */
export const filesBelow = 'files/'
export const directoriesName = 'directories.json'
export const passwordName = 'owner-password'

const pieceLength = 2 ** 20
/** Files that PostgreSQL makes anew when it starts on the copy (its manual, 25.3.4). */
const leftOut =
  /^(postmaster\.(pid|opts)|\.s\.PGSQL\..*|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.*|(.*\/)?pgsql_tmp.*|(.*\/)?pg_internal\.init.*|backup_label|tablespace_map|recovery\.signal|standby\.signal)$/

export interface BaseOptions {
  cluster: Pick<Cluster, 'path' | 'passwordFile'>
  place: Place
  carryLog(): Promise<unknown>
  signal: AbortSignal
}

/**
 * Copies the data directory of the running PostgreSQL at `ownerUrl` into the archive. It is there when all of the log that
 * makes it a database is there too; `carryLog` carries it.
 */
export async function takeBase(
  ownerUrl: string,
  { cluster, place, carryLog, signal }: BaseOptions,
): Promise<Base> {
  // Remains of a base that was interrupted.
  for (const name of (await readdir(place.bases)).filter((one) => one.startsWith('unfinished')))
    await rm(join(place.bases, name))
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  // PostgreSQL waits without end for a log that can't be put anywhere.
  const leave = () => client.end().catch(() => {})
  signal.addEventListener('abort', leave)
  try {
    signal.throwIfAborted()
    const { rows } = await client.query<{ wal: string }>(
      `select pg_walfile_name(pg_backup_start('lantern', fast => true)) as wal`,
    )
    const firstWal = rows[0]?.wal ?? ''
    const draft = join(place.bases, 'unfinished')
    let at = new Date()
    const write = async (put: (entry: Entry) => Promise<void>) => {
      const directories: string[] = []
      for (const path of filesIn(cluster.path, directories)) {
        signal.throwIfAborted()
        await putFile(cluster.path, path, put)
      }
      await put({ name: directoriesName, data: Buffer.from(JSON.stringify(directories)) })
      await put({ name: passwordName, data: readFileSync(cluster.passwordFile) })
      // Waits until PostgreSQL has put the log into the spool.
      const stopped = await client.query<{ label: string; at: Date }>(
        'select labelfile as label, clock_timestamp() as at from pg_backup_stop(wait_for_archive => true)',
      )
      const label = stopped.rows[0]?.label ?? ''
      at = stopped.rows[0]?.at ?? at
      await put({ name: `${filesBelow}backup_label/000001`, data: Buffer.from(label) })
      await carryLog()
    }
    await writeArchive(draft, null, write, { setting: 'ARCHIVE_DIRECTORY' })
    const file = join(place.bases, baseName({ at, firstWal }))
    await rename(draft, file)
    await keepNames(place.bases)
    return { file, at, firstWal }
  } finally {
    signal.removeEventListener('abort', leave)
    await client.end()
  }
}

/** The files below a directory, with slashes. The directories are returned separately, because some are empty. */
function* filesIn(directory: string, directories: string[], below = ''): Generator<string> {
  for (const entry of readdirSync(join(directory, below), { withFileTypes: true })) {
    const path = below + entry.name
    if (join(directory, path) === spoolOf(directory) || leftOut.test(path)) continue
    if (entry.isDirectory()) {
      directories.push(path)
      yield* filesIn(directory, directories, `${path}/`)
    } else if (entry.isFile()) yield path
    else if (entry.isSymbolicLink())
      throw new Error(`${path} leads out of the data directory; such a database can't be archived.`)
  }
}

/** To its end, wherever that is by then: what PostgreSQL writes meanwhile, the log writes again. */
async function putFile(directory: string, path: string, put: (entry: Entry) => Promise<void>): Promise<void> {
  let handle: Awaited<ReturnType<typeof open>>
  try {
    handle = await open(join(directory, path), 'r')
  } catch (error) {
    // Its table was dropped.
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  try {
    let number = 0
    let at = 0
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(pieceLength), 0, pieceLength, at)
      if (bytesRead === 0 && number > 0) break
      at += bytesRead
      const name = `${filesBelow}${path}/${String(++number).padStart(6, '0')}`
      await put({ name, data: buffer.subarray(0, bytesRead) })
      if (bytesRead < pieceLength) break
    }
  } finally {
    await handle.close()
  }
}
