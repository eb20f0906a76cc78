import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { gapMark, spoolOf } from '../../db/embedded/wal-spool.ts'
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from '../../db/embedded.ts'
import { PlainRefusal } from '../../start/plain-refusal.ts'
import { basesIn, isBefore, lineOf, makePlace, type Place } from './archive-contents.ts'
import { takeBase } from './base.ts'
import { isCarried, moveToArchive, removeWal, walIn } from './move-to-archive.ts'
import { type Writer, writerOf } from './sole-writer.ts'

export interface ArchiveSettings {
  directory: string
  /** How far back the archive leads. */
  days: number
}

interface ArchivingOptions {
  postgres: EmbeddedPostgres
  archive: ArchiveSettings
  onTrouble(sentence: string): void
}

interface Archiving {
  /** Ends what is under way, or leaves it where the archive does not answer. */
  end(): Promise<void>
  /** When PostgreSQL has stopped, the rest of its log is in the spool. */
  carryRest(): Promise<void>
}

/** Lantern's own PostgreSQL, with all that it writes in the archive too. */
export async function startArchived(
  directory: string,
  options: EmbeddedOptions,
  archive: ArchiveSettings,
): Promise<EmbeddedPostgres> {
  const onTrouble = options.onProgress ?? (() => {})
  const postgres = await startEmbedded(directory, { ...options, spool: 'on' })
  let archiving: Archiving
  try {
    archiving = await startArchiving({ postgres, archive, onTrouble })
  } catch (error) {
    await postgres.stop()
    throw error
  }
  return {
    ...postgres,
    async stop() {
      await archiving.end()
      await postgres.stop()
      await archiving.carryRest()
    },
  }
}

const day = 86_400_000
const pause = 2000
const sameTrouble = 60_000
/** How long a stop waits for an archive that does not answer: PostgreSQL is to be stopped in order after it. */
const longestEnd = 5000
/** How long a start waits for the archive: a hospital's patients don't wait for a disk of another machine. */
const longestBegin = 3000

/** Carries the log to the archive as it is written, and a base each day. Errors are reported, and it tries again. */
async function startArchiving({ postgres, archive, onTrouble }: ArchivingOptions): Promise<Archiving> {
  const { ownerUrl, cluster } = postgres
  const { systemId, timeline } = await identify(ownerUrl)
  const stopping = new AbortController()
  const { signal } = stopping
  let toldAt = 0
  let opening: Promise<{ place: Place; writer: Writer }> | null = null
  let carrying: Promise<void> = Promise.resolve()
  let carriedLast: string | undefined

  /** The place in the archive, as soon as that is there. */
  function open() {
    opening ??= makePlace(archive.directory, systemId).then((place) => ({
      place,
      writer: writerOf(place, timeline),
    }))
    return opening
  }

  /** One at a time: two would carry the same piece. */
  function carryLog(place: Place): Promise<void> {
    carrying = carrying
      .catch(() => {})
      .then(async () => {
        carriedLast = (await moveToArchive(spoolOf(cluster.path), place, signal)) ?? carriedLast
      })
    return carrying
  }

  async function base(place: Place, writer: Writer): Promise<void> {
    const isTaken = new AbortController()
    const meanwhile = keepOn(place, writer, AbortSignal.any([signal, isTaken.signal]))
    try {
      await takeBase(ownerUrl, { cluster, place, carryLog: () => carryLog(place), signal })
    } finally {
      isTaken.abort()
      await meanwhile
    }
    rmSync(gapMark(cluster.path), { force: true })
    await prune(place, archive.days, new Date())
  }

  /** A base can take hours, in which nobody else may take this for silence, and no minute may be lost. */
  async function keepOn(place: Place, writer: Writer, until: AbortSignal): Promise<void> {
    while (!until.aborted) {
      await sleep(pause, undefined, { signal: until }).catch(() => {})
      // An error here occurs again, and is reported, once the base is there.
      await writer
        .keep()
        .then(() => carryLog(place))
        .catch(() => {})
    }
  }

  async function isBaseDue(place: Place): Promise<boolean> {
    if (existsSync(gapMark(cluster.path))) return true
    // Another disk was mounted over the one that it was carried to: from there on, the log has a gap.
    if (carriedLast && !(await isCarried(carriedLast, place))) {
      // In the data directory, so that it is not forgotten before a base is there.
      writeFileSync(gapMark(cluster.path), '')
      carriedLast = undefined
      return true
    }
    const newest = (await basesIn(place)).findLast(({ firstWal }) => lineOf(firstWal) === timeline)
    return !newest || Date.now() - newest.at.getTime() >= day
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        const { place, writer } = await open()
        await writer.keep()
        await carryLog(place)
        if (await isBaseDue(place)) await base(place, writer)
      } catch (error) {
        // Where another disk is there by now, the place is made anew.
        opening = null
        if (Date.now() - toldAt > sameTrouble && !signal.aborted) {
          toldAt = Date.now()
          onTrouble(
            `The archive in ${archive.directory} can't be kept at the moment (${error instanceof Error ? error.message : error}); it is tried again, and nothing is lost as long as the data directory has room.`,
          )
        }
      }
      await sleep(pause, undefined, { signal }).catch(() => {})
    }
  }

  // A mistake that waiting can't mend is reported before anybody works.
  await Promise.race([open(), sleep(longestBegin, undefined, { ref: false })]).catch((error) => {
    if (error instanceof PlainRefusal) throw error
  })
  const running = run()
  return {
    async end() {
      stopping.abort()
      await Promise.race([running, sleep(longestEnd, undefined, { ref: false })])
    },
    async carryRest() {
      await running
      try {
        const { place, writer } = await open()
        try {
          await writer.keep()
          await moveToArchive(spoolOf(cluster.path), place)
        } finally {
          await writer.release()
        }
      } catch (error) {
        onTrouble(
          `What was written last is not in the archive in ${archive.directory} (${error instanceof Error ? error.message : error}). It stays in the data directory, and is carried after the next start.`,
        )
      }
    },
  }
}

/** Takes away what leads to moments only that are kept no longer: all before the last base from before them. */
export async function prune(place: Place, days: number, now: Date): Promise<void> {
  const bases = await basesIn(place)
  const since = now.getTime() - days * day
  const first = bases.findLast(({ at }) => at.getTime() <= since)
  if (!first) return
  for (const { at, file } of bases) if (at < first.at) await rm(file)
  // A line that a restore began counts on from an earlier place than the one before it had come to.
  const lowest = bases
    .filter(({ at }) => at >= first.at)
    .map(({ firstWal }) => firstWal)
    .reduce((one, other) => (isBefore(other, one) ? other : one))
  for (const name of await walIn(place)) {
    if (!name.endsWith('.history') && isBefore(name, lowest)) await removeWal(name, place)
  }
}

async function identify(ownerUrl: string): Promise<{ systemId: string; timeline: string }> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ systemId: string; timeline: string }>(
      `select (select system_identifier from pg_control_system())::text as "systemId",
         left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`,
    )
    return { systemId: rows[0]?.systemId ?? '', timeline: rows[0]?.timeline ?? '' }
  } finally {
    await client.end()
  }
}
