import { useEffect, useState } from 'react'
import { undoableFor } from '../../../../contract/front-desk/appointment-days.ts'
import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import { hospitalNow } from '../../../ground/sign-in/hospital-clock.ts'

/** Until when somebody can take back the last change of an appointment, in milliseconds; undefined when not (any more). */
export function undoableUntil(
  { undoable, statusBy, statusAt }: Appointment,
  staffId: string,
): number | undefined {
  if (!undoable || statusBy !== staffId) return undefined
  const until = Date.parse(statusAt) + undoableFor
  return until > hospitalNow() ? until : undefined
}

/**
 * When the card of a waiting patient who was admitted disappears, in milliseconds. It stays until then and says so,
 * because people look for a card that is suddenly gone.
 */
export function leavesAt({ cancelReason, statusAt }: Appointment): number | undefined {
  if (cancelReason !== 'ADMITTED') return undefined
  const until = Date.parse(statusAt) + undoableFor
  return until > hospitalNow() ? until : undefined
}

/** Renders the component again when the next of these moments has passed. */
export function useDeadlines(deadlines: readonly number[]): void {
  const [, draw] = useState(0)
  const next = deadlines.length > 0 ? Math.min(...deadlines) : undefined
  useEffect(() => {
    if (next === undefined) return
    const timer = setTimeout(() => draw((count) => count + 1), Math.max(next - hospitalNow(), 0) + 50)
    return () => clearTimeout(timer)
  }, [next])
}

/** The full seconds left until a moment, counted down each second. */
export function useSecondsLeft(until: number): number {
  const [, draw] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => draw((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((until - hospitalNow()) / 1000))
}
