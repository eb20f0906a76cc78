declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream'
  import type { Submittable } from 'pg'

  /** Sends what is written to it as the data of a `copy … from stdin`. */
  export function from(statement: string): Writable & Submittable

  /** Reads the data of a `copy … to stdout`. */
  export function to(statement: string): Readable & Submittable & { rowCount: number }
}
