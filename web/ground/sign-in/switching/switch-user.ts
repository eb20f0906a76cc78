import { giveUpSession } from '../../client/api.ts'
import { forgetRecents } from '../../client/recents.ts'
import { keepTokensOf } from '../../client/token.ts'
import { forgetRecords } from '../auth.ts'
import { startPath } from '../guards.ts'
import { setDraftsAside, takeUp } from './set-aside.ts'

/**
 * Signs a colleague in at this tab by `enter`, which answers the id of their account. The entries of the person who leaves
 * are set aside, with the address they were at, until they are back. The page is loaded anew, so that nothing of theirs
 * stays in it. @throws what `enter` does
 */
export async function switchUser(leavingId: string, enter: () => Promise<string>): Promise<void> {
  // The session ends with the colleague's sign-in, which must not ask anyone to sign in again.
  const takeBack = giveUpSession()
  const id = await enter().catch((error: unknown) => {
    takeBack()
    throw error
  })
  setDraftsAside(leavingId, `${location.pathname}${location.search}`)
  const from = takeUp(id)
  // Screens that are still open may ask for a token: they get none, and stay where they are.
  keepTokensOf(leavingId, () => {})
  forgetRecents()
  forgetRecords()
  location.replace(from ?? startPath)
}
