import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../../start/plain-refusal.ts'
import type { Place } from './archive-contents.ts'

/** How often the writer renews its sign, and after which silence another may write. */
const [beat, silence] = [30_000, 120_000]
const sign = /^[0-9A-F]{8}\.writes$/

/** The one line of a database that is written into its place in the archive. */
export interface Writer {
  /** Says that it still is; throws where another line is. */
  keep(): Promise<void>
  release(): Promise<void>
}

/**
 * A restored copy has the same identifier as the hospital it came from. If both archived into one place, their moments
 * could not be told apart, so the first one keeps the place until it stops writing.
 */
export function writerOf({ directory }: Place, timeline: string): Writer {
  const own = `${timeline}.writes`
  let keptAt = Number.NEGATIVE_INFINITY
  let keeping: Promise<void> | null = null

  async function take(): Promise<void> {
    if (performance.now() - keptAt < beat) return
    const others = (await readdir(directory)).filter((name) => sign.test(name) && name !== own)
    if (others.length > 0) {
      // By the clock of the archive's file system, which writes all of these times.
      const now = await touch(join(directory, 'now'))
      for (const name of others) {
        if (now - (await touchedAt(join(directory, name))) < silence) {
          throw new Error(
            'another hospital, restored from this archive or the one that it was restored from, is written into it; name another directory for one of them, or stop it',
          )
        }
        await rm(join(directory, name), { force: true })
      }
    }
    await touch(join(directory, own))
    keptAt = performance.now()
  }

  return {
    keep() {
      keeping ??= take().finally(() => {
        keeping = null
      })
      return keeping
    },
    async release() {
      if (keptAt > 0) await rm(join(directory, own), { force: true })
    },
  }
}

async function touch(file: string): Promise<number> {
  await writeFile(file, new Date().toISOString(), { mode: 0o600 })
  return touchedAt(file)
}

async function touchedAt(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs
  } catch (error) {
    // Released meanwhile.
    if (errorCode(error) === 'ENOENT') return Number.NEGATIVE_INFINITY
    throw error
  }
}
