import { useState } from 'react'
import type { Notification } from '../../../contract/people/notifications.ts'

export interface SteadyRow {
  notification: Notification
  /** As it was when it was first shown. */
  shownAs: Notification
  /** Its cause is gone. It stays where it stands until the list is closed. */
  isGone: boolean
}

/**
 * A list that never moves under the hand: rows stay in the order in which they were first shown, with what is known of
 * each now. What arrives waits until it is asked for. `pages` are those that were loaded, one after the other.
 */
export function useSteadyRows(pages: readonly (readonly Notification[])[]) {
  const [kept, keep] = useState<{ rows: readonly Notification[]; pages: number }>({ rows: [], pages: 0 })
  const current = new Map(pages.flat().map((one) => [one.id, one]))
  const known = new Set(kept.rows.map(({ id }) => id))
  const isWaited = pages.length > kept.pages || kept.rows.length === 0
  const unshown = [...current.values()].filter(({ id }) => !known.has(id))
  if (isWaited && (unshown.length > 0 || pages.length > kept.pages)) {
    keep({ rows: [...kept.rows, ...unshown], pages: pages.length })
  }
  return {
    rows: kept.rows.map((row): SteadyRow => {
      const notification = current.get(row.id)
      return { notification: notification ?? row, shownAs: row, isGone: !notification }
    }),
    arrived: isWaited ? [] : unshown,
    // Each where it belongs: what arrives may be older than what is shown.
    showArrived: () => keep({ rows: [...current.values()], pages: pages.length }),
  }
}
