import { readMe } from '../../../../contract/people/staff.ts'
import { api, giveUpSession } from '../../client/api.ts'
import { bringDraftsBack, forgetDrafts, setDraftsAside } from '../../client/draft-entries.ts'
import { forgetRecents } from '../../client/recents.ts'
import { startPath } from '../guards.ts'

/**
 * Lets a colleague sign in by `enter` where somebody works. What that person typed is set aside until they are back, at the
 * address that they were at. The page is loaded anew, so that nothing of theirs stays in it. @throws what `enter` does
 */
export async function switchUser(leavingId: string, enter: () => Promise<void>): Promise<void> {
  // Their session ends with the colleague's sign-in, and nobody is asked to sign in again.
  const takeBack = giveUpSession()
  try {
    await enter()
  } catch (error) {
    takeBack()
    throw error
  }
  setDraftsAside(leavingId, `${location.pathname}${location.search}`)
  forgetRecents()
  // Whatever becomes of this, the page shows nothing more to the colleague.
  const me = await api(readMe, {}).catch(() => null)
  const from = me ? bringDraftsBack(me.id) : undefined
  forgetDrafts(me?.id)
  location.assign(from ?? startPath)
}
