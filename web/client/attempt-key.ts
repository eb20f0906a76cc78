/**
 * A key for one attempt at creating something (`Idempotency-Key`). Made of random bytes, because `crypto.randomUUID`
 * is missing where a hospital's own network serves Lantern without TLS.
 */
export function newAttemptKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** How long after a lost answer an equal call counts as another try, in milliseconds; later, it is meant anew. */
const retriedWithin = 60_000

interface Attempt {
  key: string
  /** When its answer was lost; undefined while it is on its way. */
  lostAt?: number
}
const attempts = new Map<string, Attempt>()

/**
 * Makes a call under a key that no form keeps: the same for a second press while the first is on its way, and for a
 * retry after the answer was lost. `wasLost` says of a failure whether the call may have been done all the same.
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
