import { useSyncExternalStore } from 'react'

export type LiveState = 'live' | { lostSince: Date }

let state: LiveState = 'live'
const listeners = new Set<() => void>()

export function tellState(next: LiveState): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

let isOutdated = false

/** The server names its current build: this page may come from an older version. */
export function tellBuild(served: string | undefined): void {
  isOutdated = Boolean(served) && served !== document.documentElement.dataset.build
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** 'live', or since when what is shown may be out of date. */
export function useLive(): LiveState {
  return useSyncExternalStore(listen, () => state)
}

/** Whether Lantern was updated since this page was loaded, so that a reload brings the new version. */
export function useOutdated(): boolean {
  return useSyncExternalStore(listen, () => isOutdated)
}

let wakeful = 0

/** Keeps the stream open in a hidden tab, until the returned function is called. */
export function stayAwake(): () => void {
  wakeful++
  return () => {
    wakeful--
  }
}

export function isKeptAwake(): boolean {
  return wakeful > 0
}
