/** The access token: kept in memory, asked for with the session's cookie, and replaced shortly before it expires. */

const storedEntry = 'auth_token'
const refreshBefore = 30_000
/** For how many milliseconds `isOfVisitor` holds, because another tab may sign in later. */
const believed = 10_000
/** The last activity in any tab of this browser. Every way in writes it, and nothing removes it. */
export const activeEntry = 'lantern.active-at'

let held: { token: string; expiresAt: number } | undefined
let asking: Promise<string | undefined> | undefined
let owner: { id: string; onOther: () => void } | undefined
/**
 * Whether this browser has never had a session. The page's mark isn't enough: a link from another site sends no cookie, and a
 * cached page can be older than the session.
 */
let isOfVisitor =
  globalThis.document?.documentElement.dataset.session === 'none' &&
  localStorage.getItem(activeEntry) === null

/** The claims of a token: its account, and its expiry in seconds since 1970. */
function claimsOf(token: string): { sub?: string; exp?: number } {
  try {
    const payload = token.split('.')[1] ?? ''
    return JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')))
  } catch {
    return {}
  }
}

/**
 * While an account's screens are open, no other account's token is handed out: if someone else signs in to this browser,
 * they must not act through these screens. `onOther` then leaves the page. Returns how to end this.
 */
export function keepTokensOf(id: string, onOther: () => void): () => void {
  const kept = { id, onOther }
  owner = kept
  return () => {
    if (owner === kept) owner = undefined
  }
}

async function ask(): Promise<string | undefined> {
  const response = await fetch('/api/auth/token', { credentials: 'same-origin', cache: 'no-store' })
  if (response.status === 401) return undefined
  if (!response.ok) throw new TypeError(`The token was answered with ${response.status}`)
  const { token } = (await response.json()) as { token: string }
  const { sub, exp } = claimsOf(token)
  if (owner && sub !== owner.id) {
    owner.onOther()
    // Callers wait for ever, because the page is about to go.
    return new Promise(() => undefined)
  }
  // A token without an expiry is used until it is refused.
  held = { token, expiresAt: exp ? exp * 1000 : Number.POSITIVE_INFINITY }
  return token
}

/** A token to send, or none if nobody is signed in. `fresh` asks for a new one, because the last was refused. */
export function accessToken({ fresh = false } = {}): Promise<string | undefined> {
  // A stored token that was refused is of no more use.
  if (fresh) localStorage.removeItem(storedEntry)
  const stored = localStorage.getItem(storedEntry)
  if (stored) return Promise.resolve(stored)
  if (!fresh && held && held.expiresAt - refreshBefore > Date.now()) return Promise.resolve(held.token)
  if (!fresh && isOfVisitor && performance.now() < believed) return Promise.resolve(undefined)
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

/** Forgets the token in memory. The entry in local storage goes too when `stored` is set (sign-out). */
export function forgetToken({ stored = false } = {}): void {
  held = undefined
  isOfVisitor = false
  if (stored) localStorage.removeItem(storedEntry)
}
