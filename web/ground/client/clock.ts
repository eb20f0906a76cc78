import { useSyncExternalStore } from 'react'

/** The current time: the server's clock, because a ward's computer is often minutes off. */

/** Smaller differences are ignored: the Date header is rounded to a second, and the network takes time. */
const tolerated = 2_000

let offset = 0
let minute = Math.floor(Date.now() / 60_000)
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Milliseconds since 1970 by the server's clock. */
export function hospitalNow(): number {
  return Date.now() + offset
}

/** Sets this screen's clock from a response that was just received. */
export function setClockBy(answer: Response): void {
  const serverTime = Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(serverTime)) return
  const difference = serverTime + 500 - Date.now()
  const corrected = Math.abs(difference) < tolerated ? 0 : difference
  if (Math.abs(corrected - offset) < tolerated) return
  offset = corrected
  tick()
}

function tick() {
  clearTimeout(timer)
  timer = undefined
  const now = hospitalNow()
  const current = Math.floor(now / 60_000)
  if (listeners.size > 0) timer = setTimeout(tick, 60_000 - (now % 60_000) + 20)
  if (current === minute) return
  minute = current
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (timer === undefined) tick()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    timer = undefined
  }
}

/** The last full minute, in milliseconds; a component that uses it re-renders each minute. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => minute) * 60_000
}
