import { useSyncExternalStore } from 'react'

export type LiveState = 'live' | { lostSince: Date }

let state: LiveState = 'live'
const listeners = new Set<() => void>()

export function tellState(next: LiveState): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

/** 'live', or since when what is shown may be out of date. */
export function useLive(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
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
