import { useEffect } from 'react'
import { draftPrefix } from '../client/drafts.ts'

const channel = 'lantern.drafts'
/** As long as a tab that is open takes to answer, and nobody waits for noticeably. */
const patience = 250

/** Answers the tab in which somebody signs out, if there are unsent entries in this one. */
export function useTellsOfUnsaved(): void {
  useEffect(() => {
    const line = new BroadcastChannel(channel)
    line.addEventListener('message', ({ data }) => {
      const hasDrafts = Object.keys(sessionStorage).some((entry) => entry.startsWith(draftPrefix))
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
      if (data === 'asked' && hasDrafts) line.postMessage('unsaved')
    })
    return () => line.close()
  }, [])
}

/** Whether a tab of this browser, this one or another, has entries that signing out would discard. */
export function areUnsaved(): Promise<boolean> {
  return new Promise((resolve) => {
    const line = new BroadcastChannel(channel)
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
