import { randomUUID } from 'node:crypto'
import type { SightRow } from './patient-sets.ts'

/** A screen that receives what happens in some scopes: a scope is a text such as `queue` or `patient:<id>`. */
export interface Following {
  /** The stream's own; a screen that follows something else from now on is another. */
  id: string
  at: Date
  staffId: string
  address: string
  requestId: string
  scopes: readonly string[]
}

export interface Unfollowing {
  id: string
  at: Date
}

/** The updates that this process sent to all followers of a scope in the minute that begins at `at`. */
export interface ToldRow extends SightRow {
  scope: string
}

/** Milliseconds after which a lasting following is recorded again, so that nobody need look further back for it. */
export const followingLasts = 6 * 3_600_000
const minute = 60_000

export interface Followings {
  begin(following: Following): void
  end(unfollowing: Unfollowing): void
  /** Notes patients who were sent to a scope; those already noted in this minute are on record. */
  tell(scope: string, patientIds: Iterable<string>, now: Date): void
  /** The notes so far are about to be written: later ones are another row. */
  written(): void
  endAll(at: Date): void
}

/** Collects who follows which scope at this process, and hands it on as rows of the trail. */
export function keepFollowings(keep: {
  following(row: Following): void
  unfollowing(row: Unfollowing): void
  told(row: ToldRow): void
}): Followings {
  /** The longest not told again first. */
  const open = new Map<string, Following>()
  let since = 0
  /** The patients of the current minute, by scope. */
  let seen = new Map<string, Set<string>>()
  let unwritten = new Map<string, string[]>()

  function tellAgain(now: Date) {
    for (const [id, following] of open) {
      if (now.getTime() - following.at.getTime() < followingLasts) return
      const again = { ...following, at: now }
      open.delete(id)
      open.set(id, again)
      keep.following(again)
    }
  }

  return {
    begin(following) {
      open.set(following.id, following)
      keep.following(following)
    },
    end(unfollowing) {
      if (open.delete(unfollowing.id)) keep.unfollowing(unfollowing)
    },
    tell(scope, patientIds, now) {
      tellAgain(now)
      const begun = now.getTime() - (now.getTime() % minute)
      if (begun !== since) {
        since = begun
        seen = new Map()
        unwritten = new Map()
      }
      const known = seen.get(scope) ?? new Set()
      seen.set(scope, known)
      const fresh = [...new Set(patientIds)].filter((id) => !known.has(id))
      if (fresh.length === 0) return
      for (const id of fresh) known.add(id)
      const row = unwritten.get(scope)
      if (row) row.push(...fresh)
      else {
        unwritten.set(scope, fresh)
        keep.told({ id: randomUUID(), at: new Date(begun), patientIds: fresh, scope })
      }
    },
    written() {
      unwritten.clear()
    },
    endAll(at) {
      for (const id of open.keys()) keep.unfollowing({ id, at })
      open.clear()
    },
  }
}
