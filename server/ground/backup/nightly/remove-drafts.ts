import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../../start/plain-refusal.ts'

const day = 86_400_000

/**
 * Takes away what writers left that were killed, before the next one needs the room. None writes for a day without touching
 * its file.
 */
export async function removeBroken(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!/^lantern-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.zst(\.age)?\.draft-\d+$/.test(name)) continue
    const path = join(directory, name)
    if (Date.now() - (await touchedAt(path)) > day) await rm(path, { force: true })
  }
}

async function touchedAt(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs
  } catch (error) {
    // Whole meanwhile, or removed by another.
    if (errorCode(error) === 'ENOENT') return Number.POSITIVE_INFINITY
    throw error
  }
}
