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

/** The server names the screens that it has now: this page may be of a version of before. */
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

/** Whether Lantern was updated since this page was loaded, and a reload brings what is new. */
export function useOutdated(): boolean {
  return useSyncExternalStore(listen, () => isOutdated)
}

let wakeful = 0

/** Keeps the stream open in a tab that nobody looks at, until the returned function is called. */
export function stayAwake(): () => void {
  wakeful++
  return () => {
    wakeful--
  }
}

export function isKeptAwake(): boolean {
  return wakeful > 0
}
