import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, type LogEvent, sql } from 'kysely'
import type pg from 'pg'
import { connect, type Database } from '../connect.ts'
import type { TimeLimits } from '../time-limits.ts'
import { troubleOf } from '../trouble.ts'
import type { DB } from '../types.ts'
import { askedTogether } from './asked-together.ts'

/** A read-only streaming replica of the database. */
export interface Replica {
  /**
   * Reads by `act` in the copy, once that holds all that was committed when this was asked. Null where it does not come to
   * hold that in a moment, or can't read: then the database itself is to be read.
   */
  read<Result>(act: (copy: Database) => Promise<Result>): Promise<{ result: Result } | null>
  /** The connections to the copy. */
  readonly pool: pg.Pool
  close(): Promise<void>
}

export interface ReplicaOptions {
  /** The database itself. */
  db: Database
  url: string
  connections: number
  log?: ((event: LogEvent) => void) | undefined
  /** Told once when the copy is given up, and once when it is read again. */
  onLost: (why: unknown) => void
  onBack: () => void
}

/** If the replica fails, a request falls back to the primary, and must still be answered in time. */
const limits: TimeLimits = { connection: 500, lock: 500, statement: 1000, work: 1500 }
/** Milliseconds that a read waits for the replica to catch up. */
const patience = 100
/** Milliseconds before a failed replica is retried: doubled each time, until it stays usable. */
const [shortest, longest] = [500, 30_000]
const stableAfter = 60_000
/** The pause after a failover: a replica may not know yet that it has lost its primary. */
const afterFailover = 60_000

/** The database's position in its write-ahead log, and its timeline. */
interface Place {
  position: string
  timeline: string
}

class Behind extends Error {}
class NoCopy extends Error {}

/**
 * Each connection is checked separately for whether it has caught up: there may be several replicas behind one address.
 * While a replica is not in use, reads go straight to the primary, and the replica is retried in the background.
 */
export function readReplica({ db, url, connections, log, onLost, onBack }: ReplicaOptions): Replica {
  const copy = connect(url, { connections, limits, log })
  const closing = new AbortController()
  let isUsed = false
  let usedSince = 0
  let pause = shortest
  let timeline: string | undefined
  let tried: Promise<void> = tryAgain(0)

  /**
   * Taken after what the database shows was committed, and on disk then unless commits do not wait for it. What is not
   * yet on disk is not yet sent to any copy.
   */
  const placeNow = askedTogether(async (): Promise<Place> => {
    const { rows } = await sql<Place>`
      select place::text as position, substr(pg_walfile_name(place), 1, 8) as timeline
      from (select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
        else pg_current_wal_flush_lsn() end as place) as now
    `.execute(db)
    const [place] = rows
    if (!place) throw new Error('the database does not say where it stands')
    return place
  })

  /** @throws Behind when it does not come so far in a moment */
  async function catchUp(connection: Kysely<DB>, { position }: Place): Promise<void> {
    const until = performance.now() + patience
    for (let wait = 1; ; wait = Math.min(wait * 2, 16)) {
      const { rows } = await sql<{ is_copy: boolean; is_there: boolean }>`
        select pg_is_in_recovery() as is_copy,
          coalesce(pg_last_wal_replay_lsn() >= ${position}::pg_lsn, false) as is_there
      `.execute(connection)
      if (!rows[0]?.is_copy) throw new NoCopy('DATABASE_READ_URL leads to a server that follows no other.')
      if (rows[0].is_there) return
      if (performance.now() + wait > until) throw new Behind('The copy lags behind the database.')
      await sleep(wait)
    }
  }

  function isFull() {
    return copy.pool.idleCount === 0 && copy.pool.totalCount >= connections
  }

  function giveUp(why: unknown, atLeast = 0) {
    if (!isUsed) return
    isUsed = false
    onLost(why)
    pause = performance.now() - usedSince > stableAfter ? shortest : Math.min(pause * 2, longest)
    tried = tryAgain(Math.max(pause, atLeast))
  }

  async function tryAgain(wait: number): Promise<void> {
    for (let isReported = wait > 0; !closing.signal.aborted; isReported = true) {
      await sleep(wait, undefined, { signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return
      try {
        const place = await placeNow()
        const isOther = timeline !== undefined && place.timeline !== timeline
        timeline = place.timeline
        if (isOther) {
          wait = afterFailover
          continue
        }
        await copy.db.connection().execute(async (connection) => {
          await requireSameHospital(connection)
          await catchUp(connection, place)
        })
        isUsed = true
        usedSince = performance.now()
        if (isReported) onBack()
        return
      } catch (error) {
        if (!isReported) onLost(error)
        pause = Math.min(pause * 2, longest)
        wait = pause
      }
    }
  }

  async function requireSameHospital(connection: Kysely<DB>): Promise<void> {
    const secret = (of: Kysely<DB>) => of.selectFrom('server_secret').select('value').executeTakeFirst()
    const [there, here] = await Promise.all([secret(connection), secret(db)])
    if (there?.value !== here?.value) throw new NoCopy('DATABASE_READ_URL leads to another hospital.')
  }

  return {
    async read(act) {
      // Rather than wait for a connection, a read goes to the primary.
      if (!isUsed || isFull()) return null
      const place = await placeNow()
      if (place.timeline !== timeline) {
        timeline = place.timeline
        giveUp(new NoCopy('Another server has taken the place of the database.'), afterFailover)
        return null
      }
      try {
        return await copy.db.connection().execute(async (connection) => {
          await catchUp(connection, place)
          return { result: await act(connection) }
        })
      } catch (error) {
        if (error instanceof Behind || error instanceof NoCopy) giveUp(error)
        else if (!isOfTheCopy(error)) throw error
        // A slow query, or one that was in the way of the replica's replay, says nothing about the next one.
        else if (troubleOf(error) === 'away' || troubleOf(error) === 'busy') giveUp(error)
        return null
      }
    },
    pool: copy.pool,
    async close() {
      closing.abort()
      await tried
      await copy.db.destroy()
    },
  }
}

/** Errors that the same read would not get on the primary: a conflict with replay, or something that only the primary can do. */
function isOfTheCopy(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return troubleOf(error) !== null || /^(40001|40P01|25006)$/.test(code)
}
