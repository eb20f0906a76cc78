import { resolve } from 'node:path'
import { type MailSettings, readMailSettings } from './mail-settings.ts'
import { root } from './root.ts'
import { readSignOnSettings, type SignOnSettings } from './sign-on-settings.ts'
import { StartRefusal } from './start-refusal.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** What a start is told from outside. Everything about the hospital itself is in its database. */
export interface Config {
  host: string
  /** 0 takes any free port; the address that is printed names it. */
  port: number
  /** Where Lantern's own PostgreSQL keeps its data, absolute. */
  dataDirectory: string
  /** A PostgreSQL of one's own instead. */
  databaseUrl: string | null
  logLevel: LogLevel
  isProduction: boolean
  /** Fill a new hospital with the demo one. */
  isDemo: boolean
  /** Where the built web app is; absent while Vite serves it from its sources. */
  webDirectory: string | undefined
  /** Addresses of proxies whose X-Forwarded-For is believed, with commas between. */
  trustedProxy: string | undefined
  /** The origin that browsers use, where a proxy makes it another than the Host header says. */
  publicUrl: string | undefined
  /** The key that signs the seals of the audit log. */
  auditKeyFile: string
  /** Where each of them is copied to; `-` is the standard output. */
  auditSealsFile: string | undefined
  mail: MailSettings | undefined
  signOn: SignOnSettings | undefined
}

/** Reads the environment and the words after the command; refuses what it can't follow. */
export function readConfig(env: NodeJS.ProcessEnv, words: string[]): Config {
  const isDemo = words.includes('demo')
  const isProduction = env.NODE_ENV === 'production'
  if (isDemo && isProduction) {
    throw new StartRefusal(
      'The demo has passwords that everybody knows and does not run with NODE_ENV=production; start an empty hospital with npm start.',
    )
  }
  const dataDirectory = resolve(env.LANTERN_DATA || resolve(root, isDemo ? 'data/demo' : 'data'))
  const publicUrl = env.PUBLIC_URL ? readPublicUrl(env.PUBLIC_URL) : undefined
  return {
    host: env.HOST || '127.0.0.1',
    port: readPort(env.PORT || '3000'),
    dataDirectory,
    databaseUrl: env.DATABASE_URL ? readDatabaseUrl(env.DATABASE_URL) : null,
    logLevel: readLogLevel(env.LOG_LEVEL || 'warn'),
    isProduction,
    isDemo,
    webDirectory: env.LANTERN_WEB === 'vite' ? undefined : resolve(root, 'dist/web'),
    trustedProxy: env.TRUSTED_PROXY || undefined,
    auditKeyFile: resolve(env.AUDIT_KEY_FILE || resolve(dataDirectory, 'audit-key.pem')),
    auditSealsFile: env.AUDIT_SEALS_FILE || undefined,
    publicUrl,
    mail: readMailSettings(env, publicUrl),
    signOn: readSignOnSettings(env, publicUrl),
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new StartRefusal(
      `PORT is ${JSON.stringify(text)}; give it a number from 1 to 65535, for example PORT=3001.`,
    )
  }
  return port
}

function readDatabaseUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol) || url.pathname.length < 2) {
    throw new StartRefusal(
      'DATABASE_URL is not the address of a PostgreSQL database; write it as postgresql://account:password@host:5432/database.',
    )
  }
  return text
}

function readPublicUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new StartRefusal(
      'PUBLIC_URL is not an address that a browser can open; write it as https://lantern.example.org.',
    )
  }
  return url.origin
}

function readLogLevel(text: string): LogLevel {
  const level = logLevels.find((name) => name === text)
  if (!level)
    throw new StartRefusal(`LOG_LEVEL is ${JSON.stringify(text)}; give it one of ${logLevels.join(', ')}.`)
  return level
}
