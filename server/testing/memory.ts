import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux's own number for a file system that is kept in memory. */
const tmpfs = 0x01021994
const gigabyte = 2 ** 30

/**
 * The directory for a run's short-lived databases: in memory where there is plenty, because to make and to remove the
 * 1,100 files of a database costs several times more on a disk than in memory.
 */
export function directoryForDatabases(): string {
  return isRoomy('/dev/shm') ? '/dev/shm' : tmpdir()
}

function isRoomy(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    const { type, bavail, bsize } = statfsSync(path)
    return type === tmpfs && bavail * bsize >= 4 * gigabyte && process.availableMemory() >= 6 * gigabyte
  } catch {
    // Not every system has it.
    return false
  }
}
