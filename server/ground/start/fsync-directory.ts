import { open, stat } from 'node:fs/promises'

/**
 * Puts on the disk which names a directory holds. A file that is written with `flush` is there after a power cut; that it
 * has been renamed, or given a name, is known to its directory alone.
 */
export async function keepNames(directory: string): Promise<void> {
  // Windows opens no directory, and keeps names by itself.
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
