import { existsSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { gapMark, spoolOf } from '../../db/embedded/wal-spool.ts'
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from '../../db/embedded.ts'
import { takeBase } from './base.ts'
import { carry, removeWal, walIn } from './carry.ts'
import { basesIn, isBefore, makePlace, type Place } from './place.ts'

export interface ArchiveSettings {
  directory: string
  /** How far back the archive leads. */
  days: number
}

export interface ArchivingOptions {
  postgres: EmbeddedPostgres
  archive: ArchiveSettings
  onTrouble(sentence: string): void
}

export interface Archiving {
  place: Place
  /** Takes a base now, beside those of each day. */
  takeBase(): Promise<void>
  /** Ends what is under way. When PostgreSQL has stopped after it, the rest of its log is in the spool. */
  end(): Promise<void>
  carryLog(): Promise<unknown>
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
      await archiving.carryLog()
    },
  }
}

const day = 86_400_000
const pause = 2000
const sameTrouble = 60_000

/** Carries the log to the archive as it is written, and a base each day. What goes wrong is told and tried again. */
export async function startArchiving(options: ArchivingOptions): Promise<Archiving> {
  const { postgres, archive, onTrouble } = options
  const { ownerUrl, cluster } = postgres
  const { systemId, timeline } = await identify(ownerUrl)
  const place = makePlace(archive.directory, systemId)
  const stopping = new AbortController()
  let toldAt = 0
  let carrying: Promise<unknown> = Promise.resolve()

  /** One at a time. */
  function carryLog(): Promise<unknown> {
    const next = carrying.catch(() => {}).then(() => carry(spoolOf(cluster.path), place))
    carrying = next
    return next
  }

  async function base(): Promise<void> {
    await takeBase(ownerUrl, { cluster, place, carryLog, signal: stopping.signal })
    rmSync(gapMark(cluster.path), { force: true })
    prune(place, archive.days, new Date())
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await carryLog()
        const newest = basesIn(place).at(-1)
        const leadsHere = newest?.firstWal.slice(0, 8) === timeline && !existsSync(gapMark(cluster.path))
        if (!newest || !leadsHere || Date.now() - newest.at.getTime() >= day) await base()
      } catch (error) {
        if (Date.now() - toldAt > sameTrouble && !stopping.signal.aborted) {
          toldAt = Date.now()
          onTrouble(
            `The archive in ${archive.directory} can't be kept at the moment (${error instanceof Error ? error.message : error}); it is tried again, and nothing is lost as long as the data directory has room.`,
          )
        }
      }
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const running = run()
  return {
    place,
    takeBase: base,
    async end() {
      stopping.abort()
      await running
    },
    carryLog,
  }
}

/** Takes away what leads to moments only that are kept no longer: all before the last base from before them. */
export function prune(place: Place, days: number, now: Date): void {
  const bases = basesIn(place)
  const kept = now.getTime() - days * day
  const first = bases.findLast(({ at }) => at.getTime() <= kept)
  if (!first) return
  for (const { at, file } of bases) if (at < first.at) rmSync(file)
  for (const name of walIn(place)) {
    if (!name.endsWith('.history') && isBefore(name, first.firstWal)) removeWal(name, place)
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
