import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { Presence } from '../../http/session.ts'

/** Milliseconds between checks for idle sessions. */
export const usualIdleLooks = 15_000
/**
 * Minutes that the server waits longer than a screen, because a screen locks itself first and reports only once for
 * each minute in which someone touched it.
 */
const grace = 2

export interface IdleLock extends Presence {
  close(): Promise<void>
}

/**
 * Locks each session that no one has used for the hospital's idle time: its browser was closed or lost, or doesn't lock
 * itself. As with every lock, the session's streams end. The database's clock counts, because all processes share it.
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
