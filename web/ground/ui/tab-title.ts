import { useEffect, useSyncExternalStore } from 'react'

/** The start of the title in the browser's tab: whether a form was refused, and how much is waiting for the user. */

let count = 0
/** The number of forms on the page that were refused and are not corrected yet. */
let refused = 0
const listeners = new Set<() => void>()

function tell() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** 'Error: (3) ', a part of it, or nothing. */
export function useTabWords(): string {
  return useSyncExternalStore(
    subscribe,
    () => `${refused > 0 ? 'Error: ' : ''}${count > 0 ? `(${count}) ` : ''}`,
  )
}

/** Has the tab say how many, for as long as the component is there. */
export function useCountInTab(many: number): void {
  useEffect(() => {
    count = many
    tell()
    return () => {
      count = 0
      tell()
    }
  }, [many])
}

/** Starts the title with 'Error:' while a form is refused, because screen readers read the title first. */
export function useErrorInTab(isRefused: boolean): void {
  useEffect(() => {
    if (!isRefused) return
    refused += 1
    tell()
    return () => {
      refused -= 1
      tell()
    }
  }, [isRefused])
}
