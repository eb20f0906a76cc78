import { useSyncExternalStore } from 'react'

export type Density = 'compact' | 'comfortable'

const entry = 'lantern.density'
const listeners = new Set<() => void>()

function read(): Density {
  return localStorage.getItem(entry) === 'comfortable' ? 'comfortable' : 'compact'
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** How close the rows of every table stand; kept on this device. */
export function useDensity(): [Density, (density: Density) => void] {
  const density = useSyncExternalStore(subscribe, read)
  return [
    density,
    (chosen) => {
      localStorage.setItem(entry, chosen)
      for (const listener of listeners) listener()
    },
  ]
}
