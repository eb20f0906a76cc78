import type { Database } from '../db/connect.ts'

/** Recurring background work, done by one process at a time. */
export interface Job {
  /** Letters, digits, `-`, `_`, `.` and `/`. */
  name: string
  /** When it is due: a cron expression, in UTC. */
  every: string
  /** May come twice, and after it was broken off. */
  run(context: JobContext): Promise<void>
}

export interface JobContext {
  db: Database
  clock: () => Date
  /** Aborted when the server stops, or when the job has taken too long. */
  signal: AbortSignal
}

declare module 'fastify' {
  interface FastifyInstance {
    /** All that there are. */
    jobs: readonly Job[]
  }
}
