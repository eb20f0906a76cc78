import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveTo } from './account.ts'
import type { Cluster } from './cluster.ts'

/**
 * Where PostgreSQL puts each finished piece of its log, whole and on the disk, until it was carried to the archive. Within
 * the data directory: its account may be able to go nowhere else.
 */
const spoolName = 'lantern_wal_spool'

export function spoolOf(cluster: string): string {
  return join(cluster, spoolName)
}

/** A piece is copied when it is full, or after this many seconds: the most that a lost data directory can cost. */
const longestPiece = 60

export const spoolSettings: Record<string, string> = {
  archive_mode: 'on',
  archive_library: 'basic_archive',
  // As PostgreSQL sees it, which stands in its data directory.
  'basic_archive.archive_directory': spoolName,
  archive_timeout: `${longestPiece}s`,
}

/** In a spool until a base was taken since it began: before that the log has a gap. */
export function gapMark(cluster: string): string {
  return join(spoolOf(cluster), 'no-base-yet')
}

/**
 * Whether the log is put into the spool: `on` from now on, `off` from now on, or as it was, because a command that starts
 * PostgreSQL for itself must leave no gap in the log.
 */
export function prepareSpool(
  { path, account }: Pick<Cluster, 'path' | 'account'>,
  wanted: 'on' | 'off' | 'as it was',
): boolean {
  const spool = spoolOf(path)
  if (wanted === 'off') rmSync(spool, { recursive: true, force: true })
  if (existsSync(spool)) {
    // Files that a killed PostgreSQL left unfinished, and the segment from which a restored timeline continues.
    for (const name of readdirSync(spool).filter((one) => /^archtemp\.|\.partial$/.test(one)))
      rmSync(join(spool, name))
    return true
  }
  if (wanted !== 'on') return false
  mkdirSync(spool, { mode: 0o700 })
  giveTo(account, spool)
  writeFileSync(gapMark(path), '')
  return true
}
