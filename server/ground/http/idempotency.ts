import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import { batchSize, inBatches } from '../jobs/batches.ts'
import type { Job } from '../jobs/job.ts'
import { Refusal } from './errors.ts'

/** A write that can be retried: the client's idempotency key, and what it sent with it. */
export interface Repeatable {
  staffId: string
  key: string
  requestHash: string
}

/**
 * The owner of keys from clients without a session. Only their randomness keeps these keys apart: guessing one would
 * reveal a public response, which is no secret.
 */
export const visitors = '00000000-0000-0000-0000-000000000000'

/** Milliseconds within which a write may be retried. */
const keptFor = 24 * 3_600_000

const wellFormed = /^[\x21-\x7E]{1,200}$/

/**
 * Reads the `Idempotency-Key` header; null when there is none. It belongs to one request: to method, path and its
 * parameters, query, body, and for an edit the version that it was made from.
 */
export function repeatable(
  { headers, method, routeOptions, params, query, body }: FastifyRequest,
  staffId: string,
): Repeatable | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !wellFormed.test(key)) {
    throw new Refusal('malformed_request', 'Idempotency-Key is 1 to 200 printable characters without spaces.')
  }
  const request = [method, routeOptions.url, params, query, body, headers['if-match']]
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('base64url')
  return { staffId, key, requestHash }
}

/** Stores the response, as jsonb, under its key. If the key was used in the meantime, the write fails. */
export function replyInsert(
  { staffId, key, requestHash }: Repeatable,
  reply: unknown,
  at: Date,
  from: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`
    insert into idempotent_reply (staff_id, key, request_hash, reply, created_at)
    select ${staffId}::uuid, ${key}::text, ${requestHash}::text, ${reply}::jsonb, ${at}::timestamptz
    ${from}`
}

/** The earlier response under this key, and its time, if there is one; a different request under the same key is refused. */
export async function earlierAnswer(
  db: Kysely<DB>,
  { staffId, key, requestHash }: Repeatable,
): Promise<{ answer: unknown; at: Date } | null> {
  const row = await db
    .selectFrom('idempotent_reply')
    .select(['request_hash', 'reply', 'created_at'])
    .where('staff_id', '=', staffId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return null
  if (row.request_hash !== requestHash) {
    throw new Refusal(
      'idempotency_key_reused',
      'This was already saved, before your last change. Check the record before you send it again.',
    )
  }
  return { answer: row.reply, at: new Date(row.created_at) }
}

export const deleteOldReplies: Job = {
  name: 'delete-old-replies',
  // Keys are kept for about a day, not for exactly one.
  every: '5 * * * *',
  run: ({ db, clock, signal }) => {
    const before = new Date(clock().getTime() - keptFor)
    return inBatches(signal, async () => {
      const deleted = await db
        .deleteFrom('idempotent_reply')
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple('staff_id', 'key'),
            'in',
            selectFrom('idempotent_reply as old')
              .select(['old.staff_id', 'old.key'])
              .where('old.created_at', '<', before.toISOString())
              .orderBy('old.created_at')
              .limit(batchSize)
              .$asTuple('staff_id', 'key'),
          ),
        )
        .executeTakeFirst()
      return Number(deleted.numDeletedRows)
    })
  },
}
