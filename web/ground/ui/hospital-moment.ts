import { inZone } from './format.ts'

/**
 * The moment (ISO 8601, UTC) at which a clock in `timeZone` shows a day and time. Of an hour that it shows twice the
 * first is meant; one that it leaves out is counted on from before.
 */
export function momentAt(day: string, time: string, timeZone: string): string {
  const shown = Date.parse(`${day}T${time}:00Z`)
  // How far the clock is ahead of UTC: asked a day before, and again where that leads to, for it may change between.
  const first = shown - offsetAt(shown - 86_400_000, timeZone)
  const exact = shown - offsetAt(first, timeZone)
  return new Date(offsetAt(exact, timeZone) === shown - exact ? exact : first).toISOString()
}

/** Milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const { day, time } = inZone(new Date(moment), timeZone)
  return Date.parse(`${day}T${time}:00Z`) - Math.floor(moment / 60_000) * 60_000
}
