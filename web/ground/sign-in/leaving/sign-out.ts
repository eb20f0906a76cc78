import { ApiError, giveUpSession } from '../../client/api.ts'
import { queryClient } from '../../client/query-client.ts'
import { meQuery } from '../account.ts'
import { leaveSession, lockedEntry, postAuth, signedOutEntry } from '../auth.ts'
import { areUnsaved } from './unsaved-entries.ts'

/** How every way out asks before it discards something. */
export const question = {
  title: 'Discard unsaved entries?',
  text: 'There are unsaved entries in this browser, perhaps in another tab. Signing out discards them.',
  confirmLabel: 'Sign out and discard',
  busyLabel: 'Signing out…',
}

/**
 * The only way out by one's own hand: ends the session on the server, tells the other tabs, and goes on by `goOn`. Where
 * unsaved entries would be lost and nobody said so yet, it does nothing but answer `unsaved`. @throws ApiError
 */
export async function signOut(
  goOn: () => Promise<void>,
  {
    isTold,
    isGone = false,
  }: {
    /** The user has read that unsaved entries will be discarded. */
    isTold: boolean
    /** The session has ended already, so that it is no fault if the server can't end it. */
    isGone?: boolean | undefined
  },
): Promise<'unsaved' | 'out'> {
  const accountId = queryClient.getQueryData(meQuery.queryKey)?.id
  if (!isTold && (await areUnsaved(accountId))) return 'unsaved'
  // The stream says at once that the session is gone: nobody is asked to sign in again.
  const takeBack = giveUpSession()
  try {
    await postAuth('sign-out', {})
    localStorage.removeItem(lockedEntry)
    localStorage.setItem(signedOutEntry, `${Date.now()} ${accountId ?? ''}`)
  } catch (error) {
    if (!(isGone && error instanceof ApiError)) {
      takeBack()
      throw error
    }
  }
  await leaveSession(goOn, accountId)
  return 'out'
}
