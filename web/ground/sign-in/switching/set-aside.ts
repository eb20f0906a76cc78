import { asidePrefix, draftEntries, draftPrefix } from '../../client/draft-entries.ts'

/** Milliseconds for which they wait, as long as a long shift. */
const asideFor = 14 * 3_600_000

interface SetAside {
  at: number
  /** The address that their owner was at. */
  from: string
  drafts: Record<string, string>
}

/** Sets the drafts of an account aside, where no form of another account and no question about unsaved entries finds them. */
export function setDraftsAside(accountId: string, from: string): void {
  const own = draftEntries().filter((entry) => entry.startsWith(`${draftPrefix}${accountId}:`))
  const drafts = Object.fromEntries(own.map((entry) => [entry, sessionStorage.getItem(entry) ?? '']))
  const aside: SetAside = { at: Date.now(), from, drafts }
  sessionStorage.setItem(`${asidePrefix}${accountId}`, JSON.stringify(aside))
  for (const entry of own) sessionStorage.removeItem(entry)
}

/** Brings an account's drafts back, and forgets what waited too long. Answers the address that its owner was at. */
export function bringDraftsBack(accountId: string): string | undefined {
  let from: string | undefined
  for (const entry of Object.keys(sessionStorage).filter((name) => name.startsWith(asidePrefix))) {
    const aside = JSON.parse(sessionStorage.getItem(entry) ?? '{}') as SetAside
    const isOwn = entry === `${asidePrefix}${accountId}`
    const isOver = Date.now() - aside.at > asideFor
    if (isOwn && !isOver) {
      for (const [name, draft] of Object.entries(aside.drafts)) sessionStorage.setItem(name, draft)
      from = aside.from
    }
    if (isOwn || isOver) sessionStorage.removeItem(entry)
  }
  return from
}
