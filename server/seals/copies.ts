import { appendFile, open } from 'node:fs/promises'
import type { Database } from '../db/connect.ts'
import { errorCode } from '../start/start-refusal.ts'
import { copyOf, readCopy, sealOf, sealsAfter } from './seal.ts'

export interface Copying {
  /** Appends each seal that the copy lacks; to the standard output those after `known`, when it begins. */
  copy(known: number): Promise<void>
}

/** Enough for the last line of a copy, whatever it holds. */
const longestLine = 64 * 1024

/** Keeps a copy of the seals, a line each: to a file that lies elsewhere, or to the standard output for whoever keeps it. */
export function copySeals(db: Database, to: string): Copying {
  let copied: number | undefined
  return {
    async copy(known) {
      // A process that took another's place goes on where that one ended.
      copied = to === '-' ? (copied ?? known) : await lastIn(to)
      for await (const seal of sealsAfter(db, copied)) {
        const line = `${copyOf(seal)}\n`
        if (to === '-') process.stdout.write(line)
        else await appendFile(to, line, { mode: 0o600 })
        copied = seal.number
      }
    },
  }
}

/** The number of the last seal in a file; 0 where there is none yet. */
async function lastIn(file: string): Promise<number> {
  let handle: Awaited<ReturnType<typeof open>>
  try {
    handle = await open(file, 'r')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 0
    throw error
  }
  try {
    const { size } = await handle.stat()
    const end = Buffer.alloc(Math.min(size, longestLine))
    await handle.read(end, 0, end.length, size - end.length)
    const lines = end.toString('utf8').trimEnd().split('\n')
    const copy = readCopy(lines.at(-1) ?? '')
    return (copy && sealOf(copy.line)?.number) ?? 0
  } finally {
    await handle.close()
  }
}
