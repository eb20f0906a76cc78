/**
 * A key for one attempt at creating something (`Idempotency-Key`). Made of random bytes, because `crypto.randomUUID`
 * is missing where a hospital's own network serves Lantern without TLS.
 */
export function newAttemptKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
