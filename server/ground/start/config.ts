import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import proxyAddr from '@fastify/proxy-addr'
import { addressesIn } from './addresses.ts'
import { type LogFormat, logFormats } from './console.ts'
import { type GatewaySettings, readGatewaySettings } from './gateway-settings.ts'
import { type MailSettings, readMailSettings } from './mail-settings.ts'
import { readNumber } from './parse-number.ts'
import { PlainRefusal } from './plain-refusal.ts'
import { root } from './root.ts'
import { withSecrets } from './secrets.ts'
import { readSignOnSettings, type SignOnSettings } from './sign-on-settings.ts'
import { readTlsSettings, type TlsFiles } from './tls.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** The configuration that comes from outside. Everything about the hospital itself is in its database. */
export interface Config {
  host: string
  /** 0 takes any free port; the address that is printed names it. */
  port: number
  /** Where Lantern's own PostgreSQL keeps its data, absolute. */
  dataDirectory: string
  /** A PostgreSQL of one's own instead. */
  databaseUrl: string | null
  /** A copy of it that follows it, for what takes long to read. */
  databaseReadUrl: string | undefined
  /** How many processes serve, all at one port. */
  processes: number
  logLevel: LogLevel
  logFormat: LogFormat
  isProduction: boolean
  /** Fill a new hospital with the demo one. */
  isDemo: boolean
  /** The folder of the built web app; undefined while Vite serves it from its sources. */
  webDirectory: string | undefined
  /** Addresses of proxies whose X-Forwarded-For is believed, with commas between. */
  trustedProxy: string | undefined
  /** The origin that browsers use, where a proxy makes it another than the Host header says. */
  publicUrl: string | undefined
  /** The key that signs the seals of the audit log. */
  auditKeyFile: string
  /** Where each of them is copied to; `-` is the standard output. */
  auditSealsFile: string | undefined
  /** The certificate to serve with; undefined where a proxy has it. */
  tls: TlsFiles | undefined
  /** The address at which the figures for Prometheus are served. */
  metrics: { host: string; port: number } | undefined
  /** Milliseconds for which a stopping server goes on serving while it says that it is not ready. */
  leaveFor: number
  /** Where backups are put, at which hour of the hospital's clock, how many stay, and the file that encrypts them. */
  backup: {
    directory: string | undefined
    hour: number
    keep: number
    passphraseFile: string | undefined
  }
  /** Where all that the database writes is kept too, and for how many days. */
  archive: { directory: string; days: number } | undefined
  mail: MailSettings | undefined
  gateway: GatewaySettings | undefined
  signOn: SignOnSettings | undefined
}

/** Reads the environment and the words after the command; refuses what it can't follow. */
export function readConfig(given: NodeJS.ProcessEnv, words: string[]): Config {
  const env = withSecrets(given)
  const isDemo = words.includes('demo')
  const isProduction = env.NODE_ENV === 'production'
  if (isDemo && isProduction) {
    throw new PlainRefusal(
      'The demo has passwords that everybody knows and does not run with NODE_ENV=production; start an empty hospital with npm start.',
    )
  }
  const dataDirectory = resolve(env.LANTERN_DATA || resolve(root, isDemo ? 'data/demo' : 'data'))
  const publicUrl = env.PUBLIC_URL ? readPublicUrl(env.PUBLIC_URL) : undefined
  return {
    host: env.HOST || '127.0.0.1',
    port: readPort('PORT', env.PORT || '3000'),
    dataDirectory,
    databaseUrl: env.DATABASE_URL ? readDatabaseUrl('DATABASE_URL', env.DATABASE_URL) : null,
    databaseReadUrl: readReadUrl(env),
    processes: readProcesses(env.LANTERN_PROCESSES || '1'),
    logLevel: readOneOf('LOG_LEVEL', logLevels, env.LOG_LEVEL || 'warn'),
    logFormat: readOneOf('LOG_FORMAT', logFormats, env.LOG_FORMAT || 'text'),
    isProduction,
    isDemo,
    webDirectory: env.LANTERN_WEB === 'vite' ? undefined : resolve(root, 'dist/web'),
    trustedProxy: env.TRUSTED_PROXY ? readTrustedProxy(env.TRUSTED_PROXY) : undefined,
    auditKeyFile: resolve(env.AUDIT_KEY_FILE || resolve(dataDirectory, 'audit-key.pem')),
    auditSealsFile: env.AUDIT_SEALS_FILE || undefined,
    backup: {
      directory: env.BACKUP_DIRECTORY ? resolve(env.BACKUP_DIRECTORY) : undefined,
      hour: readNumber('BACKUP_HOUR', env.BACKUP_HOUR || '2', { of: 'an hour', from: 0, to: 23, example: 2 }),
      keep: readNumber('BACKUP_KEEP', env.BACKUP_KEEP || '14', {
        of: 'a number of backups',
        from: 1,
        to: 3650,
        example: 3,
      }),
      passphraseFile: env.BACKUP_PASSPHRASE_FILE || undefined,
    },
    archive: env.ARCHIVE_DIRECTORY ? readArchive(env.ARCHIVE_DIRECTORY, env) : undefined,
    publicUrl,
    tls: readTlsSettings(env, publicUrl),
    metrics: env.METRICS_PORT
      ? { host: env.METRICS_HOST || '127.0.0.1', port: readPort('METRICS_PORT', env.METRICS_PORT) }
      : undefined,
    leaveFor:
      readNumber('LEAVE_SECONDS', env.LEAVE_SECONDS || '0', {
        of: 'a number of seconds',
        from: 0,
        to: 60,
        example: 5,
      }) * 1000,
    mail: readMailSettings(env, publicUrl),
    gateway: readGatewaySettings(env),
    signOn: readSignOnSettings(env, publicUrl),
  }
}

function readPort(setting: string, text: string): number {
  return readNumber(setting, text, { of: 'a number', from: 0, to: 65_535, example: 3001 })
}

function readTrustedProxy(text: string): string {
  try {
    proxyAddr.compile(text.split(',').map((one) => one.trim()))
  } catch {
    throw new PlainRefusal(
      `TRUSTED_PROXY is ${JSON.stringify(text)}; give it addresses or networks with commas between, for example TRUSTED_PROXY=127.0.0.1,10.0.0.0/8.`,
    )
  }
  return text
}

function readArchive(directory: string, env: NodeJS.ProcessEnv) {
  if (env.DATABASE_URL) {
    throw new PlainRefusal(
      'ARCHIVE_DIRECTORY is for the PostgreSQL that Lantern brings; archive your own by what it comes with, such as pgBackRest, and leave ARCHIVE_DIRECTORY out.',
    )
  }
  const days = { of: 'a number of days', from: 1, to: 3650, example: 14 }
  return { directory: resolve(directory), days: readNumber('ARCHIVE_DAYS', env.ARCHIVE_DAYS || '14', days) }
}

const mostProcesses = 64

function readProcesses(text: string): number {
  if (text === 'auto') return Math.min(availableParallelism(), mostProcesses)
  const of = 'auto for one a core, or a number'
  return readNumber('LANTERN_PROCESSES', text, { of, from: 1, to: mostProcesses, example: 4 })
}

function readDatabaseUrl(setting: string, text: string): string {
  const urls = addressesIn(text).map((address) => URL.parse(address))
  if (!urls.every((url) => url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1)) {
    throw new PlainRefusal(
      `${setting} is not the address of a PostgreSQL database; write it as postgresql://account:password@host:5432/database.`,
    )
  }
  return text
}

function readReadUrl({ DATABASE_READ_URL, DATABASE_URL }: NodeJS.ProcessEnv): string | undefined {
  if (!DATABASE_READ_URL) return undefined
  if (!DATABASE_URL) {
    throw new PlainRefusal(
      'DATABASE_READ_URL is set without DATABASE_URL; name the PostgreSQL that it is a copy of.',
    )
  }
  if (addressesIn(DATABASE_READ_URL).length > 1) {
    throw new PlainRefusal(
      'DATABASE_READ_URL names several servers; name one, which may be a balancer before several replicas.',
    )
  }
  return readDatabaseUrl('DATABASE_READ_URL', DATABASE_READ_URL)
}

function readPublicUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new PlainRefusal(
      'PUBLIC_URL is not an address that a browser can open; write it as https://lantern.example.org.',
    )
  }
  return url.origin
}

function readOneOf<Word extends string>(setting: string, words: readonly Word[], text: string): Word {
  const word = words.find((one) => one === text)
  if (!word) {
    throw new PlainRefusal(`${setting} is ${JSON.stringify(text)}; give it one of ${words.join(', ')}.`)
  }
  return word
}
