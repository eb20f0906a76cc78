import { appendFile, open, truncate } from 'node:fs/promises'
import type { Database } from '../db/connect.ts'
import { errorCode } from '../start/plain-refusal.ts'
import { copyOf, readCopy, sealOf, sealsAfter } from './seal.ts'

export interface Copying {
  /** Appends each seal that the copy lacks; to the standard output those after `known`, when it begins. */
  copy(known: number): Promise<void>
}

/** Enough for the last line of a copy and what is left of one behind it, whatever they hold. */
const longestEnd = 64 * 1024
/** With this each line begins. */
const firstBytes = '{"lantern":"audit seal '

/** Copies the seals, a line each, to a file elsewhere, or to the standard output for another program to store. */
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

/**
 * The number of the last seal in a file; 0 where there is none yet. What a power cut left of a line behind it is cut off:
 * whatever came after would be read as part of it.
 */
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
    const end = Buffer.alloc(Math.min(size, longestEnd))
    await handle.read(end, 0, end.length, size - end.length)
    const last = lastWhole(end)
    // Somebody named another file: nothing of it is touched.
    if (!last) throw new Error(`${file} holds something else than seals. None are copied there.`)
    if (last.ends < end.length) await truncate(file, size - end.length + last.ends)
    return last.number
  } finally {
    await handle.close()
  }
}

/** The last whole seal and where its line ends; null where there is none, and more than the beginning of one. */
function lastWhole(bytes: Buffer): { number: number; ends: number } | null {
  let ends = bytes.lastIndexOf('\n') + 1
  while (ends > 0) {
    const begins = ends > 1 ? bytes.lastIndexOf('\n', ends - 2) + 1 : 0
    const copy = readCopy(bytes.toString('utf8', begins, ends))
    const seal = copy && sealOf(copy.line)
    if (seal) return { number: seal.number, ends }
    ends = begins
  }
  const beginning = bytes.toString('utf8', 0, firstBytes.length)
  return firstBytes.startsWith(beginning) && !bytes.includes('\n') ? { number: 0, ends: 0 } : null
}
