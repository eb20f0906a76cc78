import { constants } from 'node:crypto'
import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import { resolve } from 'node:path'
import { createSecureContext, Server } from 'node:tls'
import { errorCode, PlainRefusal } from './plain-refusal.ts'

/** The PEM files of the certificate, with its chain, and of its key. */
export interface TlsFiles {
  cert: string
  key: string
}

/** The TLS options of a server. */
export interface Tls {
  cert: Buffer
  key: Buffer
  minVersion: 'TLSv1.2'
  secureOptions: number
}

/** Milliseconds between checks of the files, so that a renewed certificate is used without a signal. */
const lookEvery = 10_000

/** TLS_CERT_FILE and TLS_KEY_FILE; undefined where neither is set. */
export function readTlsSettings(env: NodeJS.ProcessEnv, publicUrl: string | undefined): TlsFiles | undefined {
  const { TLS_CERT_FILE: cert, TLS_KEY_FILE: key } = env
  if (!cert && !key) return undefined
  if (!cert || !key) {
    throw new PlainRefusal(
      'TLS takes TLS_CERT_FILE and TLS_KEY_FILE together; set the one that is missing (docs/deploy.md).',
    )
  }
  // Only then are cookies sent over TLS alone, and links lead where the certificate holds.
  if (!publicUrl?.startsWith('https:')) {
    throw new PlainRefusal(
      'TLS_CERT_FILE is set without a PUBLIC_URL of https; say what the certificate is for, for example PUBLIC_URL=https://lantern.example.org.',
    )
  }
  return { cert: resolve(cert), key: resolve(key) }
}

/** Reads both, and refuses what no server can be run with. */
export function readTls(files: TlsFiles): Tls {
  const tls: Tls = {
    cert: read('TLS_CERT_FILE', files.cert),
    key: read('TLS_KEY_FILE', files.key),
    minVersion: 'TLSv1.2',
    // Negotiating anew costs a server much and a client little; only TLS 1.2 knows it, and nobody needs it.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  }
  try {
    createSecureContext(tls)
  } catch (error) {
    throw new PlainRefusal(
      `TLS_CERT_FILE and TLS_KEY_FILE can't be used (${error instanceof Error ? error.message : error}); give the certificate with those that it stands on, and its own key, both as PEM.`,
    )
  }
  return tls
}

function read(setting: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new PlainRefusal(
      `${setting} names ${file}, which can't be read (${errorCode(error)}); correct the name, or let the account that Lantern runs as read it.`,
    )
  }
}

/**
 * Serves new connections with what the files hold, each time they change; open ones go on. What can't be used, such as a
 * new certificate whose key is yet to come, changes nothing. Returns how to stop.
 */
export function followTls(
  server: unknown,
  files: TlsFiles,
  { onTrouble, every = lookEvery }: { onTrouble: (error: unknown) => void; every?: number },
): () => void {
  const renew = () => {
    try {
      if (server instanceof Server) server.setSecureContext(readTls(files))
    } catch (error) {
      onTrouble(error)
    }
  }
  // By looking, because files of certificates are links to links that are put in place of others.
  for (const file of Object.values(files)) watchFile(file, { interval: every, persistent: false }, renew)
  return () => {
    for (const file of Object.values(files)) unwatchFile(file, renew)
  }
}
