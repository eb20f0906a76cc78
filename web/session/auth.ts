import type { Role } from '../../contract/permissions.ts'
import { InvitationToken, readInvitation } from '../../contract/staff/invitations.ts'
import { ApiError, api, giveUpSession, problemOf } from '../client/api.ts'
import { forgetDrafts } from '../client/drafts.ts'
import { queryClient } from '../client/query-client.ts'
import { forgetToken } from '../client/token.ts'
import { siteQuery } from './account.ts'

/** Sign-in, sign-up and sign-out, as the session's cookie has it. */

/** Written by sign-out, so that the other tabs of this browser leave too. */
export const signedOutEntry = 'lantern.signed-out-at'

async function post(path: string, body: object): Promise<void> {
  let response: Response
  try {
    response = await fetch(`/api/auth/${path}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json' },
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
}

/** @throws ApiError */
export async function signIn(email: string, password: string): Promise<void> {
  await post('sign-in/email', { email, password })
  forgetToken({ stored: true })
}

/** What a link to sign up leads to, where it is an invitation. */
export type InvitedTo = { state: 'none' } | { state: 'open'; offeredRoles: Role[] } | { state: 'closed' }

/** What the invitation offers whose token the address says. @throws ApiError */
export async function invitedTo(token: string | undefined): Promise<InvitedTo> {
  if (token === undefined) return { state: 'none' }
  // A link that was cut off on its way is nothing to ask about.
  if (!InvitationToken.safeParse(token).success) return { state: 'closed' }
  const { offeredRoles } = await api(readInvitation, { params: { token } })
  return offeredRoles.length > 0 ? { state: 'open', offeredRoles } : { state: 'closed' }
}

/** Makes an account and signs it in. @throws ApiError */
export async function signUp(account: {
  firstName: string
  lastName: string
  email: string
  password: string
  /** Of the link that invited. */
  invitation?: string | undefined
}): Promise<void> {
  await post('sign-up/email', { ...account, name: `${account.firstName} ${account.lastName}` })
  forgetToken({ stored: true })
}

/** Ends the session on the server, and tells the other tabs. Then `leaveSession`. @throws ApiError */
export async function signOut(): Promise<void> {
  await post('sign-out', {})
  localStorage.setItem(signedOutEntry, String(Date.now()))
}

/** Forgets the token, and goes to sign in; once there, nothing typed or read by the one who left stays behind. */
export async function leaveSession(goToSignIn: () => Promise<void>): Promise<void> {
  giveUpSession()
  forgetToken({ stored: true })
  await goToSignIn()
  forgetDrafts()
  forgetRecords()
}

/** Forgets everything that was read, except what everybody may know of the hospital. */
export function forgetRecords(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== siteQuery.queryKey[0] })
  queryClient.getMutationCache().clear()
}
