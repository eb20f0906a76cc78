import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/connect.ts'
import { troubleOf } from '../db/trouble.ts'
import type { AuditEntry } from './entry.ts'
import { type Following, keepFollowings, type Unfollowing } from './followings.ts'
import { rememberSights } from './patient-sets.ts'
import { type Trace, writeTraces } from './write.ts'

export interface AuditTrail {
  /** This process, as its live receipts name it. */
  readonly id: string
  /**
   * Whether there is room for what an answer would leave behind. Where there is none, nothing is answered that would
   * have to be on record; `note` itself forgets nothing.
   */
  readonly hasRoom: boolean
  /** How many traces are not written yet. */
  readonly waiting: number
  /**
   * Notes what changed nothing: a read, a refusal, a sign-in. Written with others within a moment, so that nobody waits
   * for the disk, and apart from any transaction, which a refusal ends. A `sight` stands for `patientIds`.
   */
  note(entry: AuditEntry): void
  /** A screen receives what happens in these scopes from now on. */
  followed(following: Following): void
  unfollowed(id: string, at: Date): void
  /** Notes that all screens that follow the scope at this process received the same update about these patients. */
  told(scope: string, patientIds: Iterable<string>): void
  /** Writes everything noted so far. */
  flush(): Promise<void>
  /** Writes what it can until `longestClose` after the process began to stop, as `performance.now()` counts. */
  close(begun?: number): Promise<void>
}

const everyMillis = 200
const atOnce = 1000
/** The most entries that wait in memory while the database is away or slow: about 40 MB. */
const mostWaiting = 50_000
/** Milliseconds for the last words of a process. */
const longestClose = 10_000

export interface TrailOptions {
  clock: () => Date
  onTrouble: (error: unknown) => void
  /** How many traces may wait. */
  room?: number
}

export function auditTrail(db: Database, options: TrailOptions): AuditTrail {
  const { clock, onTrouble, room = mostWaiting } = options
  const processId = randomUUID()
  const sights = rememberSights()
  const followings = keepFollowings({
    following: (row) => keep({ kind: 'following', row }),
    unfollowing: (row: Unfollowing) => keep({ kind: 'unfollowing', row }),
    told: (row) => keep({ kind: 'sight', row }),
  })
  let waiting: Trace[] = []
  let writing: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  function keep(trace: Trace) {
    waiting.push(trace)
    schedule()
  }

  /** Entries noted during a write wait for the next one, so that a crowd's entries are written together. */
  async function write() {
    for (let left = waiting.length; left > 0; left -= atOnce) {
      followings.written()
      const batch = waiting.slice(0, Math.min(left, atOnce))
      await writeWhatCan(batch)
      waiting = waiting.slice(batch.length)
    }
  }

  /** One trace that the database refuses, for what is in it, must not keep the others from being written. */
  async function writeWhatCan(batch: readonly Trace[]): Promise<void> {
    try {
      await writeTraces(db, processId, batch)
    } catch (error) {
      if (isPassing(error)) throw error
      if (batch.length === 1) return onTrouble(new Error('A trace can’t be written.', { cause: error }))
      const half = Math.ceil(batch.length / 2)
      await writeWhatCan(batch.slice(0, half))
      await writeWhatCan(batch.slice(half))
    }
  }

  async function flush(): Promise<void> {
    // It may have begun before something was noted.
    await writing
    await writeNoted()
  }
  function writeNoted(): Promise<void> {
    writing ??= write()
      .catch(onTrouble)
      .finally(() => {
        writing = null
        if (waiting.length > 0) schedule()
      })
    return writing
  }
  function schedule() {
    timer ??= setTimeout(() => {
      timer = undefined
      void writeNoted()
    }, everyMillis)
  }
  return {
    id: processId,
    get hasRoom() {
      return waiting.length < room
    },
    get waiting() {
      return waiting.length
    },
    note({ sight, patientIds, ...entry }) {
      const shown = sight ?? (patientIds.length > 1 ? sights.of(patientIds) : undefined)
      const sightId = shown?.patientIds.length
        ? sights.referTo(shown, entry.at, (row) => keep({ kind: 'sight', row }))
        : null
      keep({ kind: 'entry', row: { ...entry, patientId: shown ? null : (patientIds[0] ?? null), sightId } })
    },
    followed: (following) => followings.begin(following),
    unfollowed: (id, at) => followings.end({ id, at }),
    told: (scope, patientIds) => followings.tell(scope, patientIds, clock()),
    flush,
    async close(begun = performance.now()) {
      followings.endAll(clock())
      const until = begun + longestClose
      await flush()
      while (waiting.length > 0 && performance.now() < until) {
        await sleep(everyMillis)
        await flush()
      }
      clearTimeout(timer)
      if (waiting.length > 0) onTrouble(new Error(`${waiting.length} traces were not written.`))
    },
  }
}

/** Whether an error is not due to the entries: the database is in trouble, or another process was faster. */
function isPassing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return troubleOf(error) !== null || /^(40...|55P03)$/.test(code)
}
