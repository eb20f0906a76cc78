import { createHash } from 'node:crypto'

/** The stored hash of the token of a link, an invitation or a screen. The token is random and too long to guess. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
