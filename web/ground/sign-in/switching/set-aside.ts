import { asidePrefix, draftEntries, draftPrefix } from '../../client/draft-entries.ts'

/** Milliseconds for which they wait, as long as a long shift. */
const asideFor = 14 * 3_600_000

interface SetAside {
  at: number
  /** The address that their owner was at, where that is known. */
  from?: string | undefined
  drafts: Record<string, string>
}

/** Sets the drafts of an account aside, where no form of another account and no question about unsaved entries finds them. */
export function setDraftsAside(accountId: string, from?: string): void {
  const entry = `${asidePrefix}${accountId}`
  const before = readAside(entry)
  const own = draftEntries(accountId)
  const drafts = Object.fromEntries(own.map((name) => [name, sessionStorage.getItem(name) ?? '']))
  const aside: SetAside = {
    at: Date.now(),
    from: from ?? before?.from,
    // Drafts that couldn’t be brought back wait on.
    drafts: { ...before?.drafts, ...drafts },
  }
  sessionStorage.setItem(entry, JSON.stringify(aside))
  for (const name of own) sessionStorage.removeItem(name)
}

function readAside(entry: string): SetAside | undefined {
  const kept = sessionStorage.getItem(entry)
  return kept === null ? undefined : (JSON.parse(kept) as SetAside)
}

/**
 * For an account that this tab is used by from now on: sets aside what others left here, brings its own drafts back, and forgets
 * what waited too long. Answers the address that it was at.
 */
export function takeUp(accountId: string): string | undefined {
  const owners = draftEntries().map((name) => name.slice(draftPrefix.length).split(':', 1)[0] ?? '')
  for (const owner of new Set(owners)) if (owner !== accountId) setDraftsAside(owner)
  let from: string | undefined
  for (const entry of Object.keys(sessionStorage).filter((name) => name.startsWith(asidePrefix))) {
    const aside = readAside(entry)
    const isOwn = entry === `${asidePrefix}${accountId}`
    const isOver = Date.now() - (aside?.at ?? 0) > asideFor
    if (aside && isOwn && !isOver) {
      // Anything typed since then is newer.
      for (const [name, draft] of Object.entries(aside.drafts))
        if (sessionStorage.getItem(name) === null) sessionStorage.setItem(name, draft)
      from = aside.from
    }
    if (isOwn || isOver) sessionStorage.removeItem(entry)
  }
  return from
}
