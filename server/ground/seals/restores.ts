import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'

/** The last restore on record among the entries above `after`, up to `until`. */
export async function lastRestore(
  db: Database,
  { after = 0, until = Number.MAX_SAFE_INTEGER }: { after?: number; until?: number | undefined } = {},
): Promise<{ id: number; at: string } | null> {
  const { rows } = await sql<{ id: number; at: string }>`
    select id, iso(at) as at from audit_entry
    where action = 'restoreBackup' and id > ${after} and id <= ${until} order by id desc limit 1
  `.execute(db)
  return rows[0] ?? null
}
