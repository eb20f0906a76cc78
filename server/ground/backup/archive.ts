import { createHash, type Hash } from 'node:crypto'
import { closeSync, createReadStream, createWriteStream, openSync, readSync, rmSync } from 'node:fs'
import { link, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { extract, type Pack, pack } from 'tar-stream'
import { isThere, keepNames } from '../start/fsync-directory.ts'
import { errorCode, notAllowedIn, PlainRefusal } from '../start/plain-refusal.ts'
import { decrypting, encrypting, isEncrypted } from './encryption.ts'
import { wholeName } from './manifest.ts'

/** One file within the tar. */
export interface Entry {
  name: string
  data: Buffer
}

/** Our entries are a megabyte at most; a far larger one is no backup. */
const largestEntry = 64 * 2 ** 20

/** A file that is no whole backup. */
export class BrokenBackup extends PlainRefusal {
  constructor(file: string, why: string) {
    super(`${file} is not a whole backup (${why}); nothing was restored from it. Take another one.`)
  }
}

interface WriteOptions {
  /** May still refuse what lies there, before it has its name. */
  check?: ((draft: string) => Promise<unknown>) | undefined
  /** The setting that names the place. */
  setting?: string
}

/**
 * Writes a tar, compressed by Zstandard, and by age where there is a passphrase. It is there when it is whole, and on the
 * disk: until then it has another name. `write` is given what puts an entry into it.
 */
export async function writeArchive(
  path: string,
  passphrase: string | null,
  write: (put: (entry: Entry) => Promise<void>) => Promise<void>,
  { check = async () => {}, setting = 'BACKUP_DIRECTORY' }: WriteOptions = {},
): Promise<void> {
  const file = resolve(path)
  if (await isThere(file)) throw thereAlready(file)
  const draft = `${file}.draft-${process.pid}`
  const sink = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
  // A draft that exists already belongs to another machine, whose process has the same number.
  let isOurs = false
  sink.once('open', () => {
    isOurs = true
  })
  const remove = () => isOurs && rmSync(draft, { force: true })
  process.once('exit', remove)
  try {
    const tar = pack()
    const written = pipeline(
      tar,
      createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
      encrypting(passphrase),
      sink,
    )
    const filled = fill(tar, write).catch(async (error: Error) => {
      tar.destroy(error)
      // If the disk failed first, its error is thrown, and not the one that nothing more is accepted.
      await written
      throw error
    })
    await Promise.all([filled, written])
    await check(draft)
    await giveName(draft, file)
    await keepNames(dirname(file))
  } catch (error) {
    throw explainWrite(error, file, setting)
  } finally {
    remove()
    process.off('exit', remove)
  }
}

/** A file of that name that came meanwhile, as another hospital's with the same directory, is not written over. */
async function giveName(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file)
  } catch (error) {
    const isTaken = errorCode(error) === 'EEXIST' || (await isThere(file))
    // A network's disk that lost its answer was asked again, and found what it had made itself.
    if (isTaken && !(await isOne(draft, file))) throw thereAlready(file)
    // There are disks without second names for a file, such as those of memory sticks.
    if (!isTaken) return await rename(draft, file)
  }
  await rm(draft)
}

async function isOne(path: string, other: string): Promise<boolean> {
  const [one, two] = await Promise.all([path, other].map((each) => stat(each, { bigint: true })))
  return one?.ino === two?.ino && one?.dev === two?.dev
}

function thereAlready(file: string): PlainRefusal {
  return new PlainRefusal(`There is a file ${file} already; name another one.`)
}

async function fill(
  tar: Pack,
  write: (put: (entry: Entry) => Promise<void>) => Promise<void>,
): Promise<void> {
  const whole = createHash('sha256')
  const put = ({ name, data }: Entry) =>
    new Promise<void>((done, failed) => {
      // In one piece it would be taken at once, however full the pipe is.
      const sink = tar.entry({ name, size: data.length, mode: 0o600 }, (error) =>
        error ? failed(error) : done(),
      )
      // Told above as well; what nobody listens for would end the process.
      sink.on('error', () => {})
      sink.end(data)
    })
  await write(async (entry) => {
    addTo(whole, entry)
    await put(entry)
  })
  await put({ name: wholeName, data: Buffer.from(whole.digest('hex')) })
  tar.finalize()
}

function addTo(whole: Hash, { name, data }: Entry): void {
  whole.update(`${name}\n${data.length}\n`).update(data)
}

/** The entries of a file, each when the one before was taken. Throws at the end where the file is not whole. */
export async function* readArchive(file: string, passphrase: string | null): AsyncGenerator<Entry> {
  const isSecret = isEncrypted(headOf(file))
  if (isSecret && passphrase === null) {
    throw new PlainRefusal(
      `${file} is encrypted; name the file that holds its passphrase with BACKUP_PASSPHRASE_FILE.`,
    )
  }
  const tar = extract()
  const read = pipeline(
    createReadStream(file),
    decrypting(isSecret ? passphrase : null),
    createZstdDecompress(),
    tar,
  )
  read.catch(() => {})
  const whole = createHash('sha256')
  let isWhole = false
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header
      if (size > largestEntry) throw new Error(`${name} is too large`)
      const pieces: Buffer[] = []
      for await (const piece of entry) pieces.push(piece as Buffer)
      const data = Buffer.concat(pieces)
      if (isWhole) throw new Error('something follows its end')
      if (name === wholeName) {
        if (data.toString() !== whole.digest('hex')) throw new Error('its contents are not those of its end')
        isWhole = true
      } else {
        addTo(whole, { name, data })
        yield { name, data }
      }
    }
    await read
    if (!isWhole) throw new Error('its end is missing')
  } catch (error) {
    throw error instanceof PlainRefusal ? error : new BrokenBackup(file, whyBroken(error))
  } finally {
    tar.destroy()
  }
}

function headOf(file: string): Buffer {
  try {
    const head = Buffer.alloc(64)
    const handle = openSync(file, 'r')
    try {
      return head.subarray(0, readSync(handle, head))
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    throw new PlainRefusal(
      errorCode(error) === 'ENOENT'
        ? `There is no file ${file}.`
        : `${file} can't be read (${errorCode(error)}).`,
    )
  }
}

function whyBroken(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (errorCode(error) === 'Z_BUF_ERROR' || /unexpected end/i.test(message)) return 'it was cut short'
  if (/no identity matched|invalid tag|incorrect passphrase/i.test(message)) {
    return 'the passphrase is another, or it was changed'
  }
  return message
}

function explainWrite(error: unknown, file: string, setting: string): unknown {
  const place = dirname(file)
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new PlainRefusal(
        `The disk that holds ${place} is full; nothing of the backup was left there. Free some space, or name another place.`,
      )
    case 'ENOENT':
    case 'ENOTDIR':
      return new PlainRefusal(`There is no directory ${place}; make it, or name another place.`)
    // The draft of another machine, at the same second.
    case 'EEXIST':
      return thereAlready(file)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return notAllowedIn(place, setting)
    default:
      return error
  }
}
