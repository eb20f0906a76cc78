import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import { batchSize, inBatches } from '../jobs/batches.ts'
import type { Job } from '../jobs/job.ts'
import { Refusal } from './errors.ts'

/** A write that can be repeated: the key that the client chose, and what it sent with it. */
export interface Repeatable {
  staffId: string
  key: string
  requestHash: string
}

/**
 * Stands for whoever has no session. Their keys are told apart by being random: whoever guessed one would learn what a
 * public answer says, and the answer says it to anybody.
 */
export const visitors = '00000000-0000-0000-0000-000000000000'

/** Milliseconds in which a write may be repeated. */
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

/** Keeps what was answered, as jsonb, under its key; a key that was used meanwhile fails the write. */
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

/** What was answered under this key before, and when, if anything; another request under the same key is refused. */
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
  // The day that they are kept is no promise to the minute.
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
