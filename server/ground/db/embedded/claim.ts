import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { errorCode, notAllowedIn, PlainRefusal } from '../../start/plain-refusal.ts'

export interface Claim {
  /** The data directory, absolute and free of symbolic links. */
  directory: string
  release(): void
}

const sqliteBusy = 5
/**
 * Milliseconds that a start waits for the lock. SQLite takes it in steps, and of two that begin together each may
 * meet the other's first step: the one that got further needs this long at most, and the other gives way.
 */
const longestWait = 250

/**
 * Makes this process the only Lantern on a data directory, or refuses. The operating system holds the
 * lock, so nothing of it outlives the process, however that ends: SQLite is used for its file lock alone,
 * because Node has no other that works on every platform.
 */
export function claimDirectory(path: string): Claim {
  const directory = makeDirectory(path)
  const lockFile = join(directory, 'lantern.lock')
  try {
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    // Never opened again by us: closing any handle of a file drops its POSIX locks.
    if (!existsSync(lockFile)) closeSync(openSync(lockFile, 'a', 0o600))
    accessSync(lockFile, constants.R_OK | constants.W_OK)
  } catch {
    throw notAllowed(directory)
  }
  const lock = new DatabaseSync(lockFile, { timeout: longestWait })
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) {
      throw new PlainRefusal(
        `Another Lantern is already running on ${directory}; stop it first, or choose another directory with LANTERN_DATA.`,
      )
    }
    throw notAllowed(directory)
  }
  return { directory, release: () => lock.close() }
}

function makeDirectory(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return realpathSync(path)
  } catch (error) {
    if (['EEXIST', 'ENOTDIR'].includes(errorCode(error))) {
      throw new PlainRefusal(`${path} is not a directory; name one with LANTERN_DATA for Lantern's data.`)
    }
    if (errorCode(error) === 'ENOSPC') {
      throw new PlainRefusal(
        `The disk that holds ${path} is full; free some space, then start Lantern again.`,
      )
    }
    throw notAllowed(path)
  }
}

export function notAllowed(path: string): PlainRefusal {
  return notAllowedIn(path, 'LANTERN_DATA')
}

/** Hides a file of the data directory from other accounts. */
export function keepPrivate(path: string): void {
  chmodSync(path, 0o600)
}
