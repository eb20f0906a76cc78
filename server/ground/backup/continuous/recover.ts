import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { appendFile, readdir } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { giveTo } from '../../db/embedded/account.ts'
import { claimDirectory, keepPrivate } from '../../db/embedded/claim.ts'
import { type Cluster, makeDraft, removeDraft } from '../../db/embedded/cluster.ts'
import { chooseAddress, type Postmaster, startPostmaster } from '../../db/embedded/postmaster.ts'
import { prepareSpool, spoolSettings } from '../../db/embedded/wal-spool.ts'
import { describeCluster, ownerUrl } from '../../db/embedded.ts'
import { isThere, keepNames } from '../../start/fsync-directory.ts'
import { PlainRefusal } from '../../start/plain-refusal.ts'
import { BrokenBackup, readArchive } from '../archive.ts'
import { type Base, basesIn, type Place, placeOf } from './archive-contents.ts'
import { directoriesName, filesBelow, passwordName } from './base.ts'
import { piecesFrom, unpack, walIn } from './move-to-archive.ts'

export interface RecoverOptions {
  archive: string
  /** The data directory of a Lantern, which has no database yet. */
  directory: string
  /** The moment as of which it shall be; `latest`: the last that the archive reaches. */
  to: Date | 'latest'
  /** Which of the databases that the archive holds, by its identifier; needed where several lead to the moment. */
  system?: string | undefined
  /** Settings of PostgreSQL, such as `fsync: 'off'` in tests. */
  settings?: Record<string, string>
  onProgress?(sentence: string): void
  /** Work in the database, as its owner, before it is moved into place. */
  finish?: ((ownerUrl: string) => Promise<void>) | undefined
}

/** The folder of the log for the recovering PostgreSQL, within its data directory. */
const walBelow = 'lantern_wal_restored'

/**
 * Makes a data directory as the database was at a moment, whole or not at all, and not before `finish` was done in it.
 * Answers with the base that it began from.
 */
export async function recover(options: RecoverOptions): Promise<Base> {
  const { archive, directory, to, system, settings = {}, onProgress = () => {}, finish } = options
  const chosen = await chooseBase(archive, to, system)
  const claim = claimDirectory(directory)
  try {
    const cluster = describeCluster(claim.directory)
    refuseWhereOneIs(cluster, claim.directory)
    const path = makeDraft(cluster.path)
    // Within the draft, so that it goes with it.
    const draft = { ...cluster, path, passwordFile: join(path, passwordName) }
    const remove = () => removeDraft(path)
    process.once('exit', remove)
    try {
      onProgress(`Laying out the base of ${chosen.base.at.toISOString()} …`)
      await layOut(chosen.base, draft)
      onProgress('… and what was written after it …')
      await layOutLog(chosen, draft)
      giveAll(draft)
      const logFile = join(claim.directory, 'postgresql.log')
      await replay(draft, chosen, { to, logFile, settings, onProgress, finish })
      rmSync(join(path, walBelow), { recursive: true })
      // The password is in place before the data that it opens.
      renameSync(draft.passwordFile, cluster.passwordFile)
      renameSync(path, cluster.path)
      await keepNames(claim.directory)
    } finally {
      remove()
      process.off('exit', remove)
    }
    return chosen.base
  } finally {
    claim.release()
  }
}

function refuseWhereOneIs({ path, passwordFile }: Cluster, directory: string): void {
  if (existsSync(path)) {
    throw new PlainRefusal(
      `There is a hospital in ${directory} already; restore into an empty directory, named with LANTERN_DATA.`,
    )
  }
  if (existsSync(passwordFile)) {
    throw new PlainRefusal(
      `${passwordFile} is there, which alone opens the hospital that was moved away from beside it; move it to that one, or restore into an empty directory, named with LANTERN_DATA.`,
    )
  }
}

interface Chosen {
  place: Place
  base: Base
  /** All that the place holds, the oldest first. */
  bases: Base[]
}

/** The last base from before the moment. */
async function chooseBase(archive: string, to: Date | 'latest', system?: string): Promise<Chosen> {
  if (!(await isThere(archive))) throw new PlainRefusal(`There is no archive in ${archive}.`)
  const all: Chosen[] = []
  for (const systemId of system ? [system] : await readdir(archive)) {
    const place = placeOf(archive, systemId)
    if (!(await isThere(place.bases))) continue
    const bases = await basesIn(place)
    all.push(...bases.map((base) => ({ place, base, bases })))
  }
  all.sort((one, other) => one.base.at.getTime() - other.base.at.getTime())
  const before = all.filter(({ base }) => to === 'latest' || base.at <= to)
  const places = [...new Set(before.map(({ place }) => place.directory))]
  if (places.length > 1) {
    const named = places.map((directory) => {
      const [first, last] = [before.find, before.findLast].map((find) =>
        find.call(before, ({ place }) => place.directory === directory)?.base.at.toISOString(),
      )
      return `${basename(directory)} (bases from ${first} to ${last})`
    })
    throw new PlainRefusal(
      `The archive in ${archive} holds several databases: ${named.join(', ')}. Name the one that you mean with --system.`,
    )
  }
  const chosen = before.at(-1)
  if (chosen) return chosen
  const [first] = all
  throw new PlainRefusal(
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
  const target = join(path, below)
  if (!target.startsWith(path + sep)) throw new BrokenBackup(file, `${below} leads out of it`)
  return target
}

async function layOutLog({ place, base, bases }: Chosen, { path }: Cluster): Promise<void> {
  const directory = join(path, walBelow)
  mkdirSync(directory, { mode: 0o700 })
  for (const name of piecesFrom(base, bases, await walIn(place))) await unpack(name, place, directory)
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
  { base, bases }: Chosen,
  given: Pick<RecoverOptions, 'to' | 'finish'> & {
    logFile: string
    settings: Record<string, string>
    onProgress(sentence: string): void
  },
): Promise<void> {
  const { to, finish } = given
  writeFileSync(join(cluster.path, 'recovery.signal'), '', { mode: 0o600 })
  giveTo(cluster.account, join(cluster.path, 'recovery.signal'))
  const settings = {
    ...given.settings,
    // The history of the new line is kept as well.
    ...spoolSettings,
    restore_command: process.platform === 'win32' ? `copy "${walBelow}\\%f" "%p"` : `cp ${walBelow}/%f %p`,
    // The base's own: the latest may be of a copy that somebody restored to look something up.
    recovery_target_timeline: 'current',
    ...(to !== 'latest' && {
      // Zones have no names yet when it is read.
      recovery_target_time: to.toISOString().replace('Z', '+00'),
      recovery_target_action: 'promote',
    }),
    // Ready is who has repeated all of it.
    hot_standby: 'off',
  }
  const address = await chooseAddress(cluster)
  let postmaster: Postmaster
  try {
    postmaster = await startPostmaster(cluster, address, { ...given, settings })
  } catch (error) {
    if (
      to !== 'latest' &&
      error instanceof PlainRefusal &&
      /recovery ended before configured/.test(error.message)
    ) {
      const next = bases.find(({ at }) => at > base.at)
      throw new PlainRefusal(
        `The archive does not reach ${to.toISOString()}: nothing in it was written at that moment or after, following the base of ${base.at.toISOString()}. Choose an earlier one${next ? `, or one from ${next.at.toISOString()} on` : ', or --to latest'}.`,
      )
    }
    throw error
  }
  try {
    await finish?.(ownerUrl(address, readFileSync(cluster.passwordFile, 'utf8').trim()))
  } finally {
    await postmaster.stop()
  }
}
