import { draftEntries, draftPrefix } from '../../client/draft-entries.ts'

/**
 * Answers the tab in which somebody signs out, if there are unsaved entries of that account in this one; of any, if it isn't known.
 * Every page begins with it, also one that shows no form: a tab keeps its entries wherever it goes within Lantern.
 */
export function heedOtherTabs(): BroadcastChannel {
  const line = new BroadcastChannel(draftPrefix)
  line.addEventListener('message', ({ data }) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    if (data !== 'unsaved' && draftEntries(data).length > 0) line.postMessage('unsaved')
  })
  return line
}
