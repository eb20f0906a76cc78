import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { isThere, keepNames } from '../../start/fsync-directory.ts'
import { type Base, isBefore, lineOf, type Place } from './archive-contents.ts'

/** A piece of the log, the history of a restore, or a note on a base; what is not finished has another name. */
const finished = /^([0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/
const compressed = '.zst'
/** The longest chunk. */
const zeros = Buffer.alloc(2 ** 20)

/**
 * Carries what lies in the spool to the archive, the oldest first, each whole and on the disk before it leaves the spool;
 * between two of them it can be told to end. Answers with the last piece of the log that it carried.
 */
export async function moveToArchive(
  spool: string,
  { wal }: Place,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const names = (await readdir(spool)).filter((name) => finished.test(name)).toSorted()
  if (names.length === 0) return undefined
  const there = new Set(await readdir(wal))
  for (const name of names) {
    signal?.throwIfAborted()
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
    // Its name is on the disk as well before the only other copy goes.
    await keepNames(wal)
    await rm(from)
  }
  return names.findLast((name) => !name.includes('.'))
}

/** Whether a piece that was carried is still there. */
export async function isCarried(name: string, { wal }: Place): Promise<boolean> {
  return isThere(join(wal, name + compressed))
}

async function compress(from: string, to: string): Promise<void> {
  const draft = `${to}.draft`
  await pipeline(
    createReadStream(from),
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    createWriteStream(draft, { mode: 0o600, flush: true }),
  )
  await rename(draft, to)
}

async function isSame(from: string, to: string): Promise<boolean> {
  const [one, other] = await Promise.all([createReadStream(from).toArray(), decompressed(to)])
  return Buffer.concat(one).equals(other)
}

async function decompressed(file: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  await eachChunk(file, (chunk) => void chunks.push(chunk))
  return Buffer.concat(chunks)
}

/** Throws any error on the way, whether of the disk or of the contents. */
async function eachChunk(file: string, take: (chunk: Buffer) => Promise<void> | void): Promise<void> {
  await pipeline(createReadStream(file), createZstdDecompress(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) await take(chunk)
  })
}

/** The names of the pieces that an archive holds. */
export async function walIn({ wal }: Place): Promise<string[]> {
  return (await readdir(wal))
    .filter((name) => name.endsWith(compressed))
    .map((name) => name.slice(0, -compressed.length))
    .toSorted()
}

/**
 * The pieces of an archive that lead from a base to any moment before the next one, on its own timeline; and the
 * history files, which PostgreSQL needs to choose an unused number for a new timeline.
 */
export function piecesFrom({ at, firstWal }: Base, bases: Base[], names: string[]): string[] {
  const line = lineOf(firstWal)
  // The next may have been begun before the moment, and the one after it was not.
  const [, end] = bases.filter((base) => lineOf(base.firstWal) === line && base.at > at)
  return names.filter(
    (name) =>
      name.endsWith('.history') ||
      (lineOf(name) === line && !isBefore(name, firstWal) && !(end && isBefore(end.firstWal, name))),
  )
}

/** Puts a piece as it was into a directory. A quiet minute's is mostly zeros, which take no room. */
export async function unpack(name: string, { wal }: Place, directory: string): Promise<void> {
  const handle = await open(join(directory, name), 'wx', 0o600)
  try {
    let at = 0
    await eachChunk(join(wal, name + compressed), async (data) => {
      if (!data.equals(zeros.subarray(0, data.length))) await handle.write(data, 0, data.length, at)
      at += data.length
    })
    await handle.truncate(at)
  } finally {
    await handle.close()
  }
}

export async function removeWal(name: string, { wal }: Place): Promise<void> {
  await rm(join(wal, name + compressed), { force: true })
}
