import { useSyncExternalStore } from 'react'

/** A choice that holds for everybody at this device, on every open screen. `read` takes what is stored, if anything. */
export function keptOnDevice<Choice extends string>(entry: string, read: (stored: string | null) => Choice) {
  const listeners = new Set<() => void>()
  function subscribe(listener: () => void) {
    listeners.add(listener)
    window.addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', listener)
    }
  }
  function choose(chosen: Choice) {
    localStorage.setItem(entry, chosen)
    for (const listener of listeners) listener()
  }
  return function useKept(): [Choice, (chosen: Choice) => void] {
    return [useSyncExternalStore(subscribe, () => read(localStorage.getItem(entry))), choose]
  }
}
