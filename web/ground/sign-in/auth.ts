import { ApiError, giveUpSession, problemOf } from '../client/api.ts'
import { draftPrefix, forgetDrafts } from '../client/draft-entries.ts'
import { queryClient } from '../client/query-client.ts'
import { forgetRecents } from '../client/recents.ts'
import { activeEntry, forgetToken } from '../client/token.ts'
import { siteQuery } from './account.ts'

/** The session of this browser, as its cookie has it: locked, left, and what is left of it. */

/** Written on sign-out, so that the other tabs of this browser sign out too: when, and whose account, if that is known. */
export const signedOutEntry = 'lantern.signed-out-at'
/** Since when the screens of this browser are locked. */
export const lockedEntry = 'lantern.locked-at'

/** Calls what is below /api/auth, with the session's cookie. @throws ApiError */
export async function postAuth<Reply>(path: string, body: object, token?: string): Promise<Reply> {
  let response: Response
  try {
    response = await fetch(`/api/auth/${path}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: {
        'Content-Type': 'application/json',
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
  } catch {
    throw new ApiError({
      type: 'about:blank',
      title: 'No connection',
      status: 0,
      code: 'unreachable',
      detail: 'Lantern can’t reach the hospital’s server. Nothing was sent. Try again in a moment.',
    })
  }
  if (!response.ok) throw new ApiError(await problemOf(response))
  return (await response.json()) as Reply
}

/** The last activity in any tab of this browser, in milliseconds since 1970; 0 if there was none. */
export function lastActive(): number {
  return Number(localStorage.getItem(activeEntry)) || 0
}

/** Whether every tab of this browser has been idle for `minutes` minutes. */
export function isIdle(minutes: number): boolean {
  return lastActive() > 0 && Date.now() - lastActive() >= minutes * 60_000
}

/** The user is away: locks all tabs of this browser. */
export function lockScreens(): void {
  localStorage.setItem(lockedEntry, String(Date.now()))
}

/** The user is back: unlocks all tabs of this browser. */
export function openScreen(): void {
  localStorage.setItem(activeEntry, String(Date.now()))
  localStorage.removeItem(lockedEntry)
}

/**
 * After the sign-out of an account: drops the token and goes to the sign-in page; from there on nothing that it typed, and
 * nothing that was read, remains. Where the account isn't known, nothing that anybody typed does.
 */
export async function leaveSession(goToSignIn: () => Promise<void>, accountId?: string): Promise<void> {
  giveUpSession()
  forgetToken({ stored: true })
  await goToSignIn()
  forgetDrafts(accountId)
  forgetRecents()
  forgetRecords()
}

/** Before the first screen of an account: sets aside what others typed in this tab, and brings back what it typed itself. */
export async function takeUpDrafts(accountId: string): Promise<void> {
  const own = `${draftPrefix}${accountId}:`
  const kept = Object.keys(sessionStorage).filter((entry) => /^lantern\.(draft|aside):/.test(entry))
  if (kept.every((entry) => entry.startsWith(own))) return
  // Without it, all of it waits where it is, which no form of another account reads.
  await import('./switching/set-aside.ts').then((aside) => aside.takeUp(accountId)).catch(() => undefined)
}

/** Clears all cached data, except what is public about the hospital. */
export function forgetRecords(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== siteQuery.queryKey[0] })
  queryClient.getMutationCache().clear()
}
