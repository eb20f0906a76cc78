import { createCipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
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
    const { Encrypter, Stanza } = await import('age-encryption')
    const encrypter = new Encrypter()
    encrypter.addRecipient({
      async wrapFileKey(fileKey) {
        const { salt, wrapped } = await wrap(fileKey, passphrase)
        return [new Stanza(['scrypt', salt, String(workFactor)], wrapped)]
      },
    })
    yield* await encrypter.encrypt(streamOf(source))
  }
}

const keyFrom: (password: string, salt: Buffer, length: number, options: ScryptOptions) => Promise<Buffer> =
  promisify(scrypt)
const scryptMemory = 2 ** 27

/**
 * The key of a file, encrypted as age encrypts it for a passphrase. age derives the key on the main thread, where a server stands
 * still for half a second; Node does it in a thread.
 */
async function wrap(fileKey: Uint8Array, passphrase: string) {
  const salt = randomBytes(16)
  const labelled = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt])
  const key = await keyFrom(passphrase, labelled, 32, {
    N: 2 ** workFactor,
    r: 8,
    p: 1,
    maxmem: scryptMemory,
  })
  const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: 16 })
  const wrapped = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
  return { salt: salt.toString('base64').replace(/=+$/, ''), wrapped: new Uint8Array(wrapped) }
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
