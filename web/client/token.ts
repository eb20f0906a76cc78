/** The access token: kept in memory, asked for with the session's cookie, and replaced shortly before it expires. */

const storedEntry = 'auth_token'
const refreshBefore = 30_000

let held: { token: string; expiresAt: number } | undefined
let asking: Promise<string | undefined> | undefined

/** When a token expires, in milliseconds since 1970; a token that doesn't say is used until it is refused. */
function expiryOf(token: string): number {
  try {
    const payload = token.split('.')[1] ?? ''
    const { exp } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as { exp?: number }
    return exp ? exp * 1000 : Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

async function ask(): Promise<string | undefined> {
  const response = await fetch('/api/auth/token', { credentials: 'same-origin', cache: 'no-store' })
  if (response.status === 401) return undefined
  if (!response.ok) throw new TypeError(`The token was answered with ${response.status}`)
  const { token } = (await response.json()) as { token: string }
  held = { token, expiresAt: expiryOf(token) }
  return token
}

/** A token to send, or none when nobody is signed in. `fresh` asks for another one than was just refused. */
export function accessToken({ fresh = false } = {}): Promise<string | undefined> {
  // A stored token that was refused is of no more use.
  if (fresh) localStorage.removeItem(storedEntry)
  const stored = localStorage.getItem(storedEntry)
  if (stored) return Promise.resolve(stored)
  if (!fresh && held && held.expiresAt - refreshBefore > Date.now()) return Promise.resolve(held.token)
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

/** Forgets the token in memory. The entry in local storage goes too when `stored` is set (sign-out). */
export function forgetToken({ stored = false } = {}): void {
  held = undefined
  if (stored) localStorage.removeItem(storedEntry)
}
