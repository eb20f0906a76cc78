/** Every draft's entry in the session's storage begins so, and the tabs ask one another for drafts by this name. */
export const draftPrefix = 'lantern.draft:'

/** The drafts of people who let a colleague use this tab begin so: nothing shows them until their owner is back. */
export const asidePrefix = 'lantern.aside:'

/** The entries of this tab's drafts: of one account, or of all. */
export const draftEntries = (accountId = '') =>
  Object.keys(sessionStorage).filter((entry) => entry.startsWith(draftPrefix + accountId))

/** Discards the drafts of one account, or of all. */
export function forgetDrafts(accountId?: string): void {
  for (const entry of draftEntries(accountId)) sessionStorage.removeItem(entry)
}
