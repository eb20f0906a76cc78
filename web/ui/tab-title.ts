import { useEffect, useSyncExternalStore } from 'react'

/** What stands before the page's title in the browser's tab: how much waits for whoever has it open. */

let count = 0
const listeners = new Set<() => void>()

function setCount(changed: number) {
  count = changed
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** '(3) ' or nothing. */
export function useTabCount(): string {
  const shown = useSyncExternalStore(subscribe, () => count)
  return shown > 0 ? `(${shown}) ` : ''
}

/** Has the tab say how many, for as long as the component is there. */
export function useCountInTab(many: number): void {
  useEffect(() => {
    setCount(many)
    return () => setCount(0)
  }, [many])
}
