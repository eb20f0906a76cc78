import { closeSync, fsyncSync, openSync } from 'node:fs'

/**
 * Puts on the disk which names a directory holds. A file that is written with `flush` is there after a power cut; that it
 * has been renamed, or given a name, is known to its directory alone.
 */
export function keepNames(directory: string): void {
  // Windows opens no directory, and keeps names by itself.
  if (process.platform === 'win32') return
  const opened = openSync(directory, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
