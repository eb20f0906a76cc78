/**
 * A key for one attempt at creating something (`Idempotency-Key`). Made of random bytes, because `crypto.randomUUID`
 * is missing where a hospital's own network serves Lantern without TLS.
 */
export function newAttemptKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** How long after a lost response an identical call counts as a retry, in milliseconds; after that it is a new call. */
const retriedWithin = 60_000

interface Attempt {
  key: string
  /** When its answer was lost; undefined while it is on its way. */
  lostAt?: number
}
const attempts = new Map<string, Attempt>()

/**
 * Makes a call under a key that belongs to no form: the same key for a second press while the first is in flight, and for a
 * retry after the response was lost. `wasLost` says whether a failed call may have taken effect all the same.
 */
export async function underAttemptKey<Answer>(
  call: string,
  send: (key: string) => Promise<Answer>,
  wasLost: (error: unknown) => boolean,
): Promise<Answer> {
  for (const [one, { lostAt }] of attempts) {
    if (lostAt !== undefined && Date.now() - lostAt > retriedWithin) attempts.delete(one)
  }
  const attempt = attempts.get(call) ?? { key: newAttemptKey() }
  attempts.set(call, { key: attempt.key })
  try {
    const answer = await send(attempt.key)
    attempts.delete(call)
    return answer
  } catch (error) {
    if (wasLost(error)) attempts.set(call, { key: attempt.key, lostAt: Date.now() })
    else attempts.delete(call)
    throw error
  }
}
