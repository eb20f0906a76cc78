import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { giveTo } from '../../db/embedded/account.ts'
import { claimDirectory, keepPrivate } from '../../db/embedded/claim.ts'
import type { Cluster } from '../../db/embedded/cluster.ts'
import { chooseAddress, startPostmaster } from '../../db/embedded/postmaster.ts'
import { prepareSpool, spoolSettings } from '../../db/embedded/wal-spool.ts'
import { describeCluster } from '../../db/embedded.ts'
import { StartRefusal } from '../../start/start-refusal.ts'
import { BrokenBackup, readArchive } from '../archive.ts'
import { directoriesName, filesBelow, passwordName } from './base.ts'
import { unpack, walIn } from './carry.ts'
import { type Base, basesIn, isBefore, type Place, placeOf } from './place.ts'

export interface RecoverOptions {
  archive: string
  /** The data directory of a Lantern, which has no database yet. */
  directory: string
  /** The moment as of which it shall be. */
  to: Date
  /** Of PostgreSQL, such as `fsync: 'off'` in tests. */
  settings?: Record<string, string>
  onProgress?(sentence: string): void
}

/** Where the recovering PostgreSQL finds the log, within its data directory. */
const walBelow = 'lantern_wal_restored'

/** Makes a data directory as the database was at a moment, whole or not at all. Answers with the base that it began from. */
export async function recover(options: RecoverOptions): Promise<Base> {
  const { archive, directory, to, settings = {}, onProgress = () => {} } = options
  const { place, base } = chooseBase(archive, to)
  const claim = claimDirectory(directory)
  try {
    const cluster = describeCluster(claim.directory)
    if (existsSync(cluster.path)) {
      throw new StartRefusal(
        `There is a hospital in ${claim.directory} already; restore into an empty directory, named with LANTERN_DATA.`,
      )
    }
    const draft = { ...cluster, path: mkdtempSync(join(claim.directory, 'postgresql.draft-')) }
    try {
      onProgress(`Laying out the base of ${base.at.toISOString()} …`)
      await layOut(base, draft)
      onProgress('… and what was written after it …')
      await layOutLog(place, base, draft)
      giveAll(draft)
      await replay(draft, to, { logFile: join(claim.directory, 'postgresql.log'), settings, onProgress })
      rmSync(join(draft.path, walBelow), { recursive: true })
      renameSync(draft.path, cluster.path)
    } catch (error) {
      rmSync(draft.path, { recursive: true, force: true, maxRetries: 3 })
      rmSync(cluster.passwordFile, { force: true })
      throw error
    }
    return base
  } finally {
    claim.release()
  }
}

/** The last base from before the moment, of whichever database the archive holds. */
function chooseBase(archive: string, to: Date): { place: Place; base: Base } {
  if (!existsSync(archive)) throw new StartRefusal(`There is no archive in ${archive}.`)
  const all = readdirSync(archive)
    .map((systemId) => placeOf(archive, systemId))
    .filter(({ bases }) => existsSync(bases))
    .flatMap((place) => basesIn(place).map((base) => ({ place, base })))
    .toSorted((one, other) => one.base.at.getTime() - other.base.at.getTime())
  const chosen = all.findLast(({ base }) => base.at <= to)
  if (chosen) return chosen
  const [first] = all
  throw new StartRefusal(
    first
      ? `The archive in ${archive} begins at ${first.base.at.toISOString()}; choose a later moment.`
      : `There is no base in ${archive}, from which a database could be made.`,
  )
}

async function layOut(base: Base, { path, passwordFile, account }: Cluster): Promise<void> {
  for await (const { name, data } of readArchive(base.file, null)) {
    if (name === directoriesName) {
      for (const below of JSON.parse(data.toString()) as string[])
        mkdirSync(within(path, below, base), { recursive: true, mode: 0o700 })
    } else if (name === passwordName) {
      writeFileSync(passwordFile, data, { mode: 0o600 })
      keepPrivate(passwordFile)
      giveTo(account, passwordFile)
    } else if (name.startsWith(filesBelow)) {
      const file = within(path, dirname(name.slice(filesBelow.length)), base)
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      await appendFile(file, data, { mode: 0o600 })
    }
  }
}

function within(path: string, below: string, { file }: Base): string {
  const target = normalize(join(path, below))
  if (!target.startsWith(path)) throw new BrokenBackup(file, `${below} leads out of it`)
  return target
}

async function layOutLog(place: Place, { firstWal }: Base, { path }: Cluster): Promise<void> {
  const directory = join(path, walBelow)
  mkdirSync(directory, { mode: 0o700 })
  for (const name of walIn(place)) {
    if (name.endsWith('.history') || !isBefore(name, firstWal)) await unpack(name, place, directory)
  }
}

function giveAll(cluster: Cluster): void {
  prepareSpool(cluster, 'on')
  giveTo(cluster.account, cluster.path)
  if (!cluster.account) return
  for (const below of readdirSync(cluster.path, { recursive: true }))
    giveTo(cluster.account, join(cluster.path, below.toString()))
}

/** Has PostgreSQL repeat the log up to the moment, and go on from there on a line of its own. */
async function replay(
  cluster: Cluster,
  to: Date,
  given: { logFile: string; settings: Record<string, string>; onProgress(sentence: string): void },
): Promise<void> {
  writeFileSync(join(cluster.path, 'recovery.signal'), '', { mode: 0o600 })
  giveTo(cluster.account, join(cluster.path, 'recovery.signal'))
  const settings = {
    ...given.settings,
    // The history of the new line is kept as well.
    ...spoolSettings,
    restore_command: process.platform === 'win32' ? `copy "${walBelow}\\%f" "%p"` : `cp ${walBelow}/%f %p`,
    // Zones have no names yet when it is read.
    recovery_target_time: to.toISOString().replace('Z', '+00'),
    recovery_target_action: 'promote',
    // Ready is who has repeated all of it.
    hot_standby: 'off',
  }
  try {
    const postmaster = await startPostmaster(cluster, await chooseAddress(cluster), { ...given, settings })
    await postmaster.stop()
  } catch (error) {
    if (error instanceof StartRefusal && /recovery ended before configured/.test(error.message)) {
      throw new StartRefusal(
        `The archive does not reach ${to.toISOString()}: nothing in it was written at that moment or after. Choose an earlier one.`,
      )
    }
    throw error
  }
}
