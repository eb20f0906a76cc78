import { ApiError } from '../client/api.ts'
import { queryClient } from '../client/query-client.ts'
import { forgetToken } from '../client/token.ts'
import { meQuery } from './account.ts'
import { forgetRecords, openScreen, postAuth, takeUpDrafts } from './auth.ts'

/** Every way in but a passkey. It is apart from `auth.ts`, which every screen loads. */

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

/** Reads the account that has signed in, clears what another one read in this tab, and puts away what it typed. @throws ApiError */
export async function enterAccount(): Promise<void> {
  forgetRecords()
  const me = await queryClient.fetchQuery(meQuery)
  await takeUpDrafts(me.id)
}
