import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { keepNames } from '../start/fsync-directory.ts'
import { errorCode, PlainRefusal } from '../start/plain-refusal.ts'

/**
 * The key whose signature shows that a seal is this hospital's. It is stored where the database's owner can't read it.
 */
export interface SealKey {
  readonly public: PublicSealKey
  sign(line: string): string
}

export interface PublicSealKey {
  /** The name that a seal has for it. */
  readonly id: string
  /** As one copies it: the DER of its SubjectPublicKeyInfo in base64. */
  readonly text: string
  holds(line: string, signature: string): boolean
}

/** Reads the key, or makes it where there is none: of several processes that start together, one does. */
export async function sealKeyIn(file: string): Promise<SealKey> {
  try {
    return readKey(file) ?? (await makeKey(file))
  } catch (error) {
    if (error instanceof PlainRefusal) throw error
    throw new PlainRefusal(
      `The key of the audit log's seals, ${file}, can't be read or written (${errorCode(error) || 'it is no key'}); see who owns it, or name another file with AUDIT_KEY_FILE.`,
    )
  }
}

/** The public key if there is one; a check makes no keys. */
export function publicKeyIn(file: string): PublicSealKey | null {
  return readKey(file)?.public ?? null
}

function readKey(file: string): SealKey | null {
  let pem: string
  try {
    pem = readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new PlainRefusal(
      `${file} holds a key of another kind; seals are signed with Ed25519. Name another file with AUDIT_KEY_FILE.`,
    )
  }
  return sealKeyOf(key)
}

async function makeKey(file: string): Promise<SealKey> {
  const { privateKey } = generateKeyPairSync('ed25519')
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Whole before it has its name: another process reads all of it or nothing.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
    // Before the first seal: nobody could check it without.
    await keepNames(dirname(file))
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readKey(file) ?? sealKeyOf(privateKey)
}

export function sealKeyOf(privateKey: KeyObject): SealKey {
  return {
    public: publicSealKey(createPublicKey(privateKey)),
    sign: (line) => sign(null, Buffer.from(line), privateKey).toString('base64'),
  }
}

/** From the text that one copied, or a PEM. */
export function readPublicKey(text: string): PublicSealKey {
  const isPem = text.includes('-----BEGIN')
  return publicSealKey(
    createPublicKey(isPem ? text : { key: Buffer.from(text.trim(), 'base64'), format: 'der', type: 'spki' }),
  )
}

function publicSealKey(key: KeyObject): PublicSealKey {
  const der = key.export({ type: 'spki', format: 'der' })
  return {
    id: createHash('sha256').update(der).digest('hex').slice(0, 16),
    text: der.toString('base64'),
    holds: (line, signature) => verify(null, Buffer.from(line), key, Buffer.from(signature, 'base64')),
  }
}
