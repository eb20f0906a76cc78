import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../db/types.ts'
import { Refusal } from './errors.ts'

/** A create that can be repeated: the key that the client chose, and what it sent with it. */
export interface Repeatable {
  staffId: string
  key: string
  requestHash: string
}

const wellFormed = /^[\x21-\x7E]{1,200}$/

/** Reads the `Idempotency-Key` header; null when there is none. */
export function repeatable(
  header: unknown,
  staffId: string,
  address: string,
  body: unknown,
): Repeatable | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !wellFormed.test(header)) {
    throw new Refusal('malformed_request', 'Idempotency-Key is 1 to 200 printable characters without spaces.')
  }
  const requestHash = createHash('sha256')
    .update(`${address} ${JSON.stringify(body)}`)
    .digest('base64url')
  return { staffId, key: header, requestHash }
}

/** The answer that this key got before, if any; another request under the same key is refused. */
export async function earlierReply(
  db: Kysely<DB>,
  { staffId, key, requestHash }: Repeatable,
): Promise<{ reply: unknown } | null> {
  const row = await db
    .selectFrom('idempotent_reply')
    .select(['request_hash', 'reply'])
    .where('staff_id', '=', staffId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return null
  if (row.request_hash !== requestHash) {
    throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was already used for another request.')
  }
  return { reply: row.reply }
}

/** Leaves the audit entry of a write, and its answer under its key, in one round trip. */
export async function leaveTraces(
  trx: Transaction<DB>,
  audit: ReturnType<typeof sql>,
  repeat: Repeatable | null,
  reply: unknown,
) {
  if (!repeat) {
    await audit.execute(trx)
    return
  }
  await sql`
    with entry as (${audit} returning id)
    insert into idempotent_reply (staff_id, key, request_hash, reply)
    values (${repeat.staffId}, ${repeat.key}, ${repeat.requestHash}, ${JSON.stringify(reply)}::jsonb)
  `.execute(trx)
}
