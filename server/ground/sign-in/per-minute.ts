import { pausedFor } from './too-many-attempts.ts'

const minute = 60_000

/**
 * Counts by key, and refuses with 429 what is more than `free` in a minute. Each process counts for itself: it keeps work
 * within bounds, and protects no secret.
 */
export function perMinute(free: number, why: string): (key: string) => void {
  const counts = new Map<string, number>()
  let since = 0
  return (key) => {
    const now = performance.now()
    if (now - since > minute) {
      counts.clear()
      since = now
    }
    const before = counts.get(key) ?? 0
    counts.set(key, before + 1)
    if (before < free) return
    throw pausedFor(Math.max(1, Math.ceil((since + minute - now) / 1000)), why)
  }
}
