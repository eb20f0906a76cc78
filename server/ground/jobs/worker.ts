import type { Kysely } from 'kysely'
import type { Changes } from '../db/changes.ts'
import type { DB } from '../db/types.ts'

/**
 * Work that is asked for and takes minutes, in the processes that run jobs. Jobs are done one after another within five
 * minutes, so such work has a worker of its own.
 */
export type StartWorker = (context: {
  db: Kysely<DB>
  changes: Changes
  clock: () => Date
  onTrouble: (error: unknown) => void
}) => RunningWorker

export interface RunningWorker {
  /** Resolves when the step that is being done has ended. */
  stop(): Promise<void>
}
