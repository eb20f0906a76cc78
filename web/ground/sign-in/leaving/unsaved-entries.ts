import { draftEntries, draftPrefix } from '../../client/draft-entries.ts'

/** Milliseconds: enough for an open tab to answer, and too short to be noticed. */
const patience = 250

/**
 * Whether a tab of this browser, this one or another, has entries that signing out of an account would discard. Where it isn't
 * known, as on a page that was loaded locked, those of all accounts count.
 */
export async function areUnsaved(accountId = ''): Promise<boolean> {
  return draftEntries(accountId).length > 0 || askOtherTabs(accountId)
}

function askOtherTabs(accountId: string): Promise<boolean> {
  return new Promise((resolve) => {
    const line = new BroadcastChannel(draftPrefix)
    const answer = (has: boolean) => {
      line.close()
      resolve(has)
    }
    line.addEventListener('message', ({ data }) => {
      if (data === 'unsaved') answer(true)
    })
    setTimeout(answer, patience, false)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    line.postMessage(accountId)
  })
}
