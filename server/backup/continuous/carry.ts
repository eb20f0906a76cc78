import { createReadStream, createWriteStream, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { flushDirectory } from '../archive.ts'
import type { Place } from './place.ts'

/** A piece of the log, the history of a restore, or a note on a base; what is not finished has another name. */
const finished = /^([0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/
const compressed = '.zst'
/** As long as the longest that comes at once. */
const zeros = Buffer.alloc(2 ** 20)

/** Carries what lies in the spool to the archive, the oldest first, each whole and on the disk before it leaves the spool. */
export async function carry(spool: string, { wal }: Place): Promise<number> {
  const there = new Set(readdirSync(wal))
  const names = readdirSync(spool)
    .filter((name) => finished.test(name))
    .toSorted()
  for (const name of names) {
    const from = join(spool, name)
    const to = join(wal, name + compressed)
    if (there.has(name + compressed)) {
      // It was carried, and the power went before it left the spool.
      if (!(await isSame(from, to))) {
        throw new Error(
          `${to} is there already and is another; look whether two databases have this archive.`,
        )
      }
    } else {
      await compress(from, to)
    }
    rmSync(from)
  }
  if (names.length > 0) await flushDirectory(wal)
  return names.length
}

async function compress(from: string, to: string): Promise<void> {
  const draft = `${to}.draft`
  await pipeline(
    createReadStream(from),
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    createWriteStream(draft, { mode: 0o600, flush: true }),
  )
  renameSync(draft, to)
}

async function isSame(from: string, to: string): Promise<boolean> {
  const [one, other] = await Promise.all([
    createReadStream(from).toArray(),
    createReadStream(to).pipe(createZstdDecompress()).toArray(),
  ])
  return Buffer.concat(one).equals(Buffer.concat(other))
}

/** The names of the pieces that an archive holds. */
export function walIn({ wal }: Place): string[] {
  return readdirSync(wal)
    .filter((name) => name.endsWith(compressed))
    .map((name) => name.slice(0, -compressed.length))
    .toSorted()
}

/** Puts a piece as it was into a directory. A quiet minute's is mostly zeros, which take no room. */
export async function unpack(name: string, { wal }: Place, directory: string): Promise<void> {
  const handle = await open(join(directory, name), 'wx', 0o600)
  try {
    let at = 0
    for await (const chunk of createReadStream(join(wal, name + compressed)).pipe(createZstdDecompress())) {
      const data = chunk as Buffer
      if (!data.equals(zeros.subarray(0, data.length))) await handle.write(data, 0, data.length, at)
      at += data.length
    }
    await handle.truncate(at)
  } finally {
    await handle.close()
  }
}

export function removeWal(name: string, { wal }: Place): void {
  rmSync(join(wal, name + compressed), { force: true })
}
