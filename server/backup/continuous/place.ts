import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusal } from '../../start/start-refusal.ts'

/** A copy of the whole data directory, from which the log leads to every later moment. */
export interface Base {
  file: string
  /** From when on it is a database. */
  at: Date
  /** The first piece of the log that it needs. */
  firstWal: string
}

/** What the archive holds of one database: bases, and the pieces of its log. */
export interface Place {
  bases: string
  wal: string
}

/** An archive may hold several databases: each has an identifier of its own from the moment when it was made. */
export function placeOf(archive: string, systemId: string): Place {
  return { bases: join(archive, systemId, 'bases'), wal: join(archive, systemId, 'wal') }
}

/** The directory itself is not made: what should have been mounted there, may not be. */
export function makePlace(archive: string, systemId: string): Place {
  if (!existsSync(archive)) {
    throw new StartRefusal(
      `There is no directory ${archive}; make it, or mount what belongs there, or name another with ARCHIVE_DIRECTORY.`,
    )
  }
  const place = placeOf(archive, systemId)
  for (const directory of [place.bases, place.wal]) mkdirSync(directory, { recursive: true, mode: 0o700 })
  return place
}

export function baseName({ at, firstWal }: Omit<Base, 'file'>): string {
  return `${at.toISOString().replaceAll(':', '')}-${firstWal}.tar.zst`
}

/** The oldest first. */
export function basesIn({ bases }: Place): Base[] {
  return readdirSync(bases)
    .flatMap((name) => {
      const [, day, hour, minute, second, firstWal = ''] =
        /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d\.\d{3})Z-([0-9A-F]{24})\.tar\.zst$/.exec(name) ?? []
      const at = new Date(`${day}T${hour}:${minute}:${second}Z`)
      return firstWal ? [{ file: join(bases, name), at, firstWal }] : []
    })
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

/** A piece of the log, by the place where it begins; the first eight digits count how often it was restored. */
export function isBefore(wal: string, other: string): boolean {
  return wal.slice(8, 24) < other.slice(8, 24)
}
