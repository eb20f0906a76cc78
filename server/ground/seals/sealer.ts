import type { Database } from '../db/connect.ts'
import { type Copying, copySeals } from './copy-seals.ts'
import type { SealKey } from './key.ts'
import { lastSeal, sealOf } from './seal.ts'
import { sealTrail } from './sealing.ts'

export interface SealerOptions {
  db: Database
  key: SealKey
  clock: () => Date
  /** A file to which each seal is appended, or `-` for the standard output. */
  copyTo?: string | undefined
  onTrouble: (error: unknown) => void
}

export interface Sealer {
  stop(): Promise<void>
}

const minute = 60_000
/** Another process that sealed within this long did it for all. */
const newFor = minute / 2
/** Milliseconds that a process that stops waits for transactions of others. */
const hurried = 1000

/**
 * Seals the trail once a minute. A timer of its own, because the jobs begin up to two minutes late: what is not yet sealed
 * can be changed unseen.
 */
export function startSealer({ db, key, clock, copyTo, onTrouble }: SealerOptions): Sealer {
  const stopping = new AbortController()
  const copying: Copying | null = copyTo === undefined ? null : copySeals(db, copyTo)
  /** The seals that this process has seen: there are never fewer. */
  let seen = 0
  const sealedNames = new Map<string, string>()
  let running: Promise<void> | undefined

  async function seal(isLast: boolean) {
    const last = await lastSeal(db)
    if ((last?.number ?? 0) < seen) {
      throw new Error(
        `Seals of the audit log are missing: ${last?.number ?? 0} are there, and there were ${seen}. Nothing is sealed until Lantern is started again; run npm run audit:verify with a copy of the seals.`,
      )
    }
    const at = last && sealOf(last.line)?.at
    const isNew = at !== undefined && Math.abs(clock().getTime() - Date.parse(at)) < newFor
    if (isLast || !isNew) {
      await sealTrail({
        db,
        key,
        clock,
        sealedNames,
        signal: stopping.signal,
        ...(isLast && { patience: hurried }),
      })
    }
    seen = (await lastSeal(db))?.number ?? 0
    await copying?.copy(last?.number ?? 0)
  }

  function run(): Promise<void> {
    running ??= seal(false)
      .catch(onTrouble)
      .finally(() => {
        running = undefined
      })
    return running
  }

  const timer = setInterval(() => void run(), minute)
  const soon = setTimeout(() => void run(), 2000)
  return {
    /** Seals all entries so far before the process ends. */
    async stop() {
      clearInterval(timer)
      clearTimeout(soon)
      await running
      // If the database has stopped already, the next start does it.
      await seal(true).catch(() => {})
      stopping.abort()
    },
  }
}
