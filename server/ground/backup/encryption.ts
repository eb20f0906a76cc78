import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { errorCode, PlainRefusal } from '../start/plain-refusal.ts'

type Bytes = AsyncIterable<Uint8Array>

/** The beginning of every file in the age format (https://age-encryption.org/v1). */
const beginning = 'age-encryption.org/v1\n'
const shortest = 20
/** 64 MB for each guess, and for us: because the passphrase is long, a guess need not cost more. */
const workFactor = 16

/** The passphrase of a file, without the newline that editors leave. */
export function readPassphrase(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new PlainRefusal(
      `The file ${file} of BACKUP_PASSPHRASE_FILE can't be read (${errorCode(error)}); correct its name, or see who may read it.`,
    )
  }
  if (text.length < shortest) {
    throw new PlainRefusal(
      `The passphrase in ${file} is shorter than ${shortest} characters; make a longer one, for example with: openssl rand -base64 32.`,
    )
  }
  return text
}

export function isEncrypted(head: Buffer): boolean {
  return head.toString('latin1').startsWith(beginning)
}

/** Without a passphrase, as it is. */
export function encrypting(passphrase: string | null): (source: Bytes) => Bytes {
  return async function* (source) {
    if (passphrase === null) return yield* source
    // Only now: most backups are not encrypted by us, and reading it takes a while.
    const { Encrypter } = await import('age-encryption')
    const encrypter = new Encrypter()
    encrypter.setPassphrase(passphrase)
    encrypter.setScryptWorkFactor(workFactor)
    yield* await encrypter.encrypt(streamOf(source))
  }
}

export function decrypting(passphrase: string | null): (source: Bytes) => Bytes {
  return async function* (source) {
    if (passphrase === null) return yield* source
    const { Decrypter } = await import('age-encryption')
    const decrypter = new Decrypter()
    decrypter.addPassphrase(passphrase)
    yield* await decrypter.decrypt(streamOf(source))
  }
}

function streamOf(source: Bytes): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(source, { objectMode: false })) as ReadableStream<Uint8Array>
}
