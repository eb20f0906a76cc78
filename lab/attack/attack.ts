import type { Finding } from '../chaos/finding.ts'

export type { Finding }

/** A server under attack. */
export interface Target {
  name: string
  /** The server's own address, without a proxy in between. */
  origin: string
  /** Starts to serve over TLS as well, and returns that address. */
  startTls(): Promise<string>
  /** An access token of the demo's administrator, which expires after some minutes. */
  token(): Promise<string>
  /** The calls that an attack tries, besides those that it finds itself. */
  calls(): Promise<Call[]>
}

export interface Call {
  name: string
  method: 'GET' | 'POST' | 'PUT'
  /** The path with its query string. */
  path: string
  body?: Record<string, unknown>
  isPublic?: boolean
}

/** A program that attacks servers. It must find faults in the careless server, and none in Lantern. */
export interface Attack {
  /** The program's name, and that of its package. */
  program: string
  package: string
  what: string
  run(target: Target, amount: Amount): Promise<Finding>
}

/** The extent of an attack. */
export interface Amount {
  /** The time limit of one program for one server, or for one call, in seconds. */
  seconds: number
  /** How many calls of the API are tested for injections. */
  calls: number
  /** How many slow clients connect at the same time. */
  clients: number
}
