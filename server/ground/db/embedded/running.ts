import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { isSurelyAnother, readPostmasterFile } from './orphan.ts'
import type { Address } from './postmaster.ts'

/** The address of the PostgreSQL that another Lantern runs on a data directory; null if none does. */
export function runningAddress(directory: string): Address | null {
  const path = join(directory, 'postgresql')
  const found = readPostmasterFile(path)
  // After a power cut the file stands there, and its process does not.
  if (!found?.isReady || isSurelyAnother(found.pid, realpathSync(path))) return null
  const [, , , port = '', socket, host] = readFileSync(join(path, 'postmaster.pid'), 'utf8').split('\n')
  // The directory of the socket is written as the server sees it, which stands in its own.
  return { host: socket?.trim() ? path : (host?.trim() ?? '127.0.0.1'), port: Number(port) }
}

/** Whether a Lantern ever kept its data there. */
export function isDataDirectory(directory: string): boolean {
  return existsSync(join(directory, 'postgresql', 'PG_VERSION'))
}
