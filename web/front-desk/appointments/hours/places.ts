import { type Appointment, lastSeat } from '../../../../contract/front-desk/appointments.ts'
import type { DayOfSessions, SessionOfDay, Slot } from '../../../../contract/front-desk/schedules.ts'

/** The places of a doctor's day, as a booking sees them. Times are hh:mm on the hospital's clock. */

/** A doctor's sessions of a day. The place of the appointment that is being moved counts as free. */
export function sessionsOf(
  { date, sessions }: DayOfSessions,
  doctorId: string,
  moved?: Appointment,
): SessionOfDay[] {
  const own = sessions.filter((session) => session.doctorId === doctorId)
  if (moved?.date !== date || moved.seat > lastSeat || moved.status === 'CANCELLED') return own
  return own.map((session) =>
    session.id === moved.sessionId
      ? {
          ...session,
          slots: session.slots.map((slot) =>
            slot.time === moved.time ? { ...slot, free: Math.min(slot.places, slot.free + 1) } : slot,
          ),
        }
      : session,
  )
}

export interface Place {
  session: SessionOfDay
  slot: Slot
}

/** The place that a time stands for: a slot that begins then, or a token of the session in which it is. */
export function placeAt(sessions: readonly SessionOfDay[], time: string): Place | undefined {
  for (const session of sessions) {
    const { kind, startsAt, endsAt } = session
    const slot = session.slots.find((one) =>
      kind === 'TOKENS' ? startsAt <= time && time < endsAt : one.time === time,
    )
    if (slot) return { session, slot }
  }
  return undefined
}

/** The times that are offered: free ones that are still to come, and the chosen one. */
export function offered(
  { slots, kind, endsAt }: SessionOfDay,
  chosen: string,
  now: string | undefined,
): Slot[] {
  return slots.filter(
    ({ time, free }) =>
      time === chosen ||
      (free > 0 && (now === undefined || (kind === 'TOKENS' ? endsAt > now : time >= now))),
  )
}
