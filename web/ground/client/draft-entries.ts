/** Every draft's entry in the session's storage begins so, and the tabs ask one another for drafts by this name. */
export const draftPrefix = 'lantern.draft:'

/** The entries of this tab's drafts, of whichever account. */
export const draftEntries = () => Object.keys(sessionStorage).filter((entry) => entry.startsWith(draftPrefix))

/** The drafts of people who let a colleague use this tab begin so: nothing shows them until their owner is back. */
export const asidePrefix = 'lantern.aside:'

/** Discards the drafts of all accounts, or of all but one. */
export function forgetDrafts(except = ''): void {
  for (const entry of draftEntries())
    if (!entry.startsWith(`${draftPrefix}${except}:`)) sessionStorage.removeItem(entry)
}
