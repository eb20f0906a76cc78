import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isThere } from '../../start/fsync-directory.ts'
import { errorCode, notAllowedIn } from '../../start/plain-refusal.ts'

/** A copy of the whole data directory, from which the log leads to every later moment. */
export interface Base {
  file: string
  /** From when on it is a database. */
  at: Date
  /** The first piece of the log that it needs. */
  firstWal: string
}

/**
 * The archive of one database: bases, and the segments of its log. All functions are asynchronous, because serving
 * patients must not wait for another machine's disk.
 */
export interface Place {
  directory: string
  bases: string
  wal: string
}

/** An archive may hold several databases: each has an identifier of its own from the moment when it was made. */
export function placeOf(archive: string, systemId: string): Place {
  const directory = join(archive, systemId)
  return { directory, bases: join(directory, 'bases'), wal: join(directory, 'wal') }
}

/**
 * The directory itself is not made: what should have been mounted there, may not be yet. Refuses for good only what no
 * patience mends.
 */
export async function makePlace(archive: string, systemId: string): Promise<Place> {
  if (!(await isThere(archive))) {
    throw new Error(
      `there is no directory ${archive}; make it, or mount what belongs there, or name another with ARCHIVE_DIRECTORY`,
    )
  }
  const place = placeOf(archive, systemId)
  try {
    for (const directory of [place.bases, place.wal]) await mkdir(directory, { recursive: true, mode: 0o700 })
  } catch (error) {
    // Under a directory that is read-only, Node finds none to make another in.
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(errorCode(error))) throw error
    throw notAllowedIn(archive, 'ARCHIVE_DIRECTORY')
  }
  return place
}

export function baseName({ at, firstWal }: Omit<Base, 'file'>): string {
  return `${at.toISOString().replaceAll(':', '')}-${firstWal}.tar.zst`
}

/** The oldest first. */
export async function basesIn({ bases }: Place): Promise<Base[]> {
  return (await readdir(bases))
    .flatMap((name) => {
      const [, day, hour, minute, second, firstWal = ''] =
        /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d\.\d{3})Z-([0-9A-F]{24})\.tar\.zst$/.exec(name) ?? []
      const at = new Date(`${day}T${hour}:${minute}:${second}Z`)
      return firstWal ? [{ file: join(bases, name), at, firstWal }] : []
    })
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

/** PostgreSQL's timeline of a piece of the log, or of a base's first one. A restore begins a new one. */
export function lineOf(wal: string): string {
  return wal.slice(0, 8)
}

/** By the place in the log where pieces begin, whichever their line. */
export function isBefore(wal: string, other: string): boolean {
  return wal.slice(8, 24) < other.slice(8, 24)
}
