import { createHash } from 'node:crypto'

/** What is kept of an invitation's token. It is random, and longer than anybody could try. */
export function invitationHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
