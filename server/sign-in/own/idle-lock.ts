import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { Presence } from '../../http/session.ts'

/** Milliseconds between two looks at what is idle. */
export const usualIdleLooks = 15_000
/**
 * A screen locks itself first, and reports each minute in which somebody touched it. So the server waits for this many
 * minutes more.
 */
const grace = 2

export interface IdleLock extends Presence {
  close(): Promise<void>
}

/**
 * Locks each session that nobody used for the hospital's idle time: one whose browser was closed, or lost, or does not lock
 * itself. The lock ends its streams, as every lock does. The database's clock counts, the same for all processes.
 */
export function lockIdleSessions(
  db: Database,
  { every, onTrouble }: { every: number | null; onTrouble(error: unknown): void },
): IdleLock {
  let used = new Set<string>()

  async function look() {
    const since = used
    used = new Set()
    try {
      if (since.size > 0) {
        await sql`
          update session set active_at = now() where id = any (${[...since]}::uuid[]) and locked_at is null
        `.execute(db)
      }
      await sql`
        with locked as (
          update session set locked_at = now() from hospital
          where locked_at is null and expires_at > now()
            and active_at < now() - make_interval(mins => idle_lock_minutes + ${sql.lit(grace)})
          returning staff_id
        )
        insert into audit_entry (at, action, subject_id) select now(), 'lock', staff_id from locked
      `.execute(db)
    } catch (error) {
      for (const id of since) used.add(id)
      onTrouble(error)
    }
  }

  let looking = Promise.resolve()
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  function lookInAWhile() {
    if (every === null || isClosed) return
    timer = setTimeout(() => {
      looking = look().finally(lookInAWhile)
    }, every)
  }
  lookInAWhile()

  return {
    noteUse(sessionId) {
      used.add(sessionId)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await looking
    },
  }
}
