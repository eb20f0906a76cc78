import { useEffect, useSyncExternalStore } from 'react'

/** What stands before the page's title in the browser's tab: that a form was refused, and how much waits for its reader. */

let count = 0
/** How many forms on the page were refused and are not mended yet. */
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

/** Has the title begin with 'Error:' while a form is refused: it is the first that a screen reader reads out. */
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
