import { draftEntries, draftPrefix } from '../../client/draft-entries.ts'

/** Milliseconds: enough for an open tab to answer, and too short to be noticed. */
const patience = 250

/** Whether a tab of this browser, this one or another, has entries that signing out would discard. */
export async function areUnsaved(): Promise<boolean> {
  return draftEntries().length > 0 || askOtherTabs()
}

function askOtherTabs(): Promise<boolean> {
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
    line.postMessage('asked')
  })
}
