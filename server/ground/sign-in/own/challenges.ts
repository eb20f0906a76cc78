import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Milliseconds in which a challenge may be answered. */
const answeredWithin = 5 * 60_000
const nonceLength = 16
const timeLength = 8

export interface Challenges {
  /** `purpose` is what its answer is good for, and whose. */
  issue(purpose: string): Uint8Array<ArrayBuffer>
  /** When it expires, if it was issued for this and has not. */
  validUntil(challenge: string, purpose: string): Date | null
}

/**
 * Challenges for passkeys: random, short-lived, and signed instead of stored, so that many requests cost nothing.
 */
export function challenges({ secret, clock }: { secret: string; clock: () => Date }): Challenges {
  const sign = (head: Uint8Array, purpose: string) =>
    createHmac('sha256', secret).update(`${purpose} `).update(head).digest()
  return {
    issue(purpose) {
      const time = Buffer.alloc(timeLength)
      time.writeBigUInt64BE(BigInt(clock().getTime() + answeredWithin))
      const head = Buffer.concat([randomBytes(nonceLength), time])
      return new Uint8Array(Buffer.concat([head, sign(head, purpose)]))
    },
    validUntil(challenge, purpose) {
      const bytes = Buffer.from(challenge, 'base64url')
      const head = bytes.subarray(0, nonceLength + timeLength)
      const [given, right] = [bytes.subarray(nonceLength + timeLength), sign(head, purpose)]
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null
      const until = Number(head.readBigUInt64BE(nonceLength))
      return until > clock().getTime() ? new Date(until) : null
    },
  }
}
