import type { Finding } from '../chaos/finding.ts'

export type { Finding }

/** A server that is attacked. */
export interface Target {
  name: string
  /** Straight to it. */
  origin: string
  /** Begins to serve by TLS as well; answers where. */
  startTls(): Promise<string>
  /** A token of an administrator of the demo, for so many minutes as it lives. */
  token(): Promise<string>
  /** Which calls an attack is to try beside those that it finds. */
  calls(): Promise<Call[]>
}

export interface Call {
  name: string
  method: 'GET' | 'POST' | 'PUT'
  /** With its query. */
  path: string
  body?: Record<string, unknown>
  isPublic?: boolean
}

/** A program that attacks servers, and what it must not find in Lantern, and must find in the careless server. */
export interface Attack {
  /** The program's name, and that of its package. */
  program: string
  package: string
  what: string
  run(target: Target, amount: Amount): Promise<Finding>
}

/** How much of it. */
export interface Amount {
  /** Seconds that one program may take for one server, or for one call of it. */
  seconds: number
  /** Calls of the API that are tried for injections. */
  calls: number
  /** Slow clients at once. */
  clients: number
}
