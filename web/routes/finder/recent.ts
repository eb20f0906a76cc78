import { z } from 'zod'
import { recentsPrefix } from '../../ground/client/recents.ts'

/**
 * The screens that an account looked at last on this machine, until it signs out. Only addresses are kept, which name
 * nobody: names are read again from the server, with the rights that the account has then.
 */

const most = 6
const Kept = z.array(z.object({ kind: z.enum(['patients', 'inventory']), id: z.guid() })).catch([])
export type Recent = z.infer<typeof Kept>[number]

const entryOf = (accountId: string) => recentsPrefix + accountId
const recordAddress = /^\/(patients|inventory)\/([\da-f-]{36})$/

export function recentOf(accountId: string): Recent[] {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(entryOf(accountId)) ?? '[]'))
  } catch {
    return []
  }
}

/** Remembers an opened record; ignores other URLs. */
export function remember(accountId: string, pathname: string): void {
  const [, kind, id = ''] = recordAddress.exec(pathname) ?? []
  if (kind !== 'patients' && kind !== 'inventory') return
  const others = recentOf(accountId).filter((one) => one.id !== id)
  try {
    localStorage.setItem(entryOf(accountId), JSON.stringify([{ kind, id }, ...others].slice(0, most)))
  } catch {
    // Without storage in the browser, nothing is recent.
  }
}
