import { ApiError, giveUpSession, problemOf } from '../client/api.ts'
import { asidePrefix, forgetDrafts } from '../client/draft-entries.ts'
import { queryClient } from '../client/query-client.ts'
import { forgetRecents } from '../client/recents.ts'
import { activeEntry, forgetToken } from '../client/token.ts'
import { meQuery, siteQuery } from './account.ts'

/** Sign-in and sign-up, and what is left of a session that has ended, as the session's cookie has it. */

/** Written on sign-out, so that the other tabs of this browser sign out too. */
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

/** The answer to a sign-in. */
export interface Entered {
  user: { id: string }
}

/** `code` is the second factor, if the account has one. Answers the account's id. @throws ApiError */
export async function signIn(email: string, password: string, code?: string): Promise<string> {
  const { user } = await postAuth<Entered>('sign-in/email', { email, password, ...(code && { code }) })
  beginSession()
  return user.id
}

/** The password was right, and the account asks for a second factor. */
export function asksForCode(error: unknown): boolean {
  return error instanceof ApiError && error.problem.code === 'two_factor_required'
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
 * Makes an account and signs it in; or answers `asked` when the account is made only once its e-mail address is confirmed by
 * the link that was mailed there. @throws ApiError
 */
export async function signUp(account: {
  firstName: string
  lastName: string
  email: string
  password: string
  /** The token of the invitation. */
  invitation?: string | undefined
}): Promise<'entered' | 'asked'> {
  const reply = await postAuth<{ isAsked?: true }>('sign-up/email', {
    ...account,
    name: `${account.firstName} ${account.lastName}`,
  })
  if (reply.isAsked) return 'asked'
  beginSession()
  return 'entered'
}

/** Makes the account of a sign-up whose link was opened, and signs it in. @throws ApiError */
export async function confirmSignUp(token: string, password: string): Promise<void> {
  await postAuth('confirmed-sign-up', { token, password })
  beginSession()
}

/** A session's cookie has come: no token of an earlier one is used, and no lock of it holds. */
function beginSession(): void {
  forgetToken({ stored: true })
  openScreen()
}

/** After the sign-out: drops the token and goes to the sign-in page; from there on nothing that the last user typed or read remains. */
export async function leaveSession(goToSignIn: () => Promise<void>): Promise<void> {
  giveUpSession()
  forgetToken({ stored: true })
  await goToSignIn()
  forgetDrafts()
  forgetRecents()
  forgetRecords()
}

/** Reads the account that has signed in, and clears what another one read or typed in this tab. @throws ApiError */
export async function enterAccount(): Promise<void> {
  forgetRecords()
  const me = await queryClient.fetchQuery(meQuery)
  forgetDrafts(me.id)
  if (Object.keys(sessionStorage).every((entry) => !entry.startsWith(asidePrefix))) return
  // Without it the drafts wait for the next sign-in.
  const aside = await import('./switching/set-aside.ts').catch(() => undefined)
  aside?.bringDraftsBack(me.id)
}

/** Clears all cached data, except what is public about the hospital. */
export function forgetRecords(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== siteQuery.queryKey[0] })
  queryClient.getMutationCache().clear()
}
