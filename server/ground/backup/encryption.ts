import { createCipheriv, createHmac, hkdfSync, randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
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
const chunkSize = 64 * 1024

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
    const fileKey = randomBytes(16)
    yield await headOf(fileKey, passphrase)
    yield* sealed(source, fileKey)
  }
}

const keyFrom: (password: string, salt: Buffer, length: number, options: ScryptOptions) => Promise<Buffer> =
  promisify(scrypt)
const scryptMemory = 2 ** 27

/** The beginning of a file, from which the passphrase gives the key of the rest. */
async function headOf(fileKey: Buffer, passphrase: string): Promise<Buffer> {
  const salt = randomBytes(16)
  const labelled = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt])
  const key = await keyFrom(passphrase, labelled, 32, {
    N: 2 ** workFactor,
    r: 8,
    p: 1,
    maxmem: scryptMemory,
  })
  const wrapped = sealChunk(key, Buffer.alloc(12), fileKey)
  const signed = `${beginning}-> scrypt ${unpadded(salt)} ${workFactor}\n${unpadded(wrapped)}\n---`
  const mac = createHmac('sha256', derived(fileKey, '', 'header'))
    .update(signed)
    .digest()
  return Buffer.from(`${signed} ${unpadded(mac)}\n`)
}

/**
 * The rest, as age has it: chunks that are numbered, and the last marked. Node encrypts them: in JavaScript they would hold up
 * a server that goes on working, and double its memory.
 */
async function* sealed(source: Bytes, fileKey: Buffer): AsyncGenerator<Buffer> {
  const salt = randomBytes(16)
  yield salt
  const key = derived(fileKey, salt, 'payload')
  const nonce = Buffer.alloc(12)
  const held = Buffer.alloc(chunkSize)
  let size = 0
  let number = 0
  const seal = (isLast: boolean) => {
    nonce.writeUIntBE(number++, 5, 6)
    nonce[11] = Number(isLast)
    const chunk = sealChunk(key, nonce, held.subarray(0, size))
    size = 0
    return chunk
  }
  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; ) {
      // Only now: the last chunk is not empty.
      if (size === chunkSize) yield seal(false)
      const some = bytes.subarray(at, at + chunkSize - size)
      held.set(some, size)
      size += some.length
      at += some.length
    }
  }
  yield seal(true)
}

function sealChunk(key: Buffer, nonce: Buffer, bytes: Uint8Array): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: 16 })
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

const derived = (from: Buffer, salt: Buffer | string, use: string) =>
  Buffer.from(hkdfSync('sha256', from, salt, use, 32))
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

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
