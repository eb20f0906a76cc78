import { giveUpSession } from '../../client/api.ts'
import { forgetRecents } from '../../client/recents.ts'
import { keepTokensOf } from '../../client/token.ts'
import { forgetRecords } from '../auth.ts'
import { startPath } from '../guards.ts'
import { setDraftsAside, takeUp } from './set-aside.ts'

/**
 * Lets a colleague sign in by `enter`, which answers whose account it is, where somebody works. What that person typed is set aside until they are back, at the
 * address that they were at. The page is loaded anew, so that nothing of theirs stays in it. @throws what `enter` does
 */
export async function switchUser(leavingId: string, enter: () => Promise<string>): Promise<void> {
  // Their session ends with the colleague's sign-in, and nobody is asked to sign in again.
  const takeBack = giveUpSession()
  const id = await enter().catch((error: unknown) => {
    takeBack()
    throw error
  })
  setDraftsAside(leavingId, `${location.pathname}${location.search}`)
  const from = takeUp(id)
  // The screens behind may still ask for something: it is not answered, and leads nowhere else.
  keepTokensOf(leavingId, () => {})
  forgetRecents()
  forgetRecords()
  location.replace(from ?? startPath)
}
