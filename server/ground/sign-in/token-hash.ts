import { createHash } from 'node:crypto'

/** What is kept of the token of a link, an invitation or a screen. It is random, and longer than anybody could try. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
