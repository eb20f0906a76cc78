import { timeOf } from '../../../contract/clock.ts'
import type { Slot } from '../../../contract/front-desk/schedules.ts'
import { minutesOf } from '../../../contract/spoken.ts'

/** The free places of a session on a day, computed from its hours, the absences and the bookings. */

/** A time in which a session can be taken up or closed: minutes of the day, the end not included. */
export interface Span {
  from: number
  until: number
}

/** A booking that takes a place: tokens have the span of no time. */
export interface Taken extends Span {
  seat: number
}

export interface Hours {
  startsAt: string
  endsAt: string
  kind: 'SLOTS' | 'TOKENS'
  slotMinutes: number | null
  capacity: number
}

const overlap = (a: Span, b: Span) => a.from < b.until && b.from < a.until

/** The times that can be booked, without those at which the doctor is away. */
export function slotsOf(hours: Hours, closed: readonly Span[], taken: readonly Taken[]): Slot[] {
  const [start, end] = [minutesOf(hours.startsAt), minutesOf(hours.endsAt)]
  if (hours.kind === 'TOKENS') {
    if (closed.some((span) => overlap(span, { from: start, until: start + 1 }))) return []
    const free = Math.max(0, hours.capacity - new Set(taken.map(({ seat }) => seat)).size)
    return [{ time: hours.startsAt, places: hours.capacity, free }]
  }
  const length = hours.slotMinutes ?? end - start
  const slots: Slot[] = []
  const seats = seatsOfSlots({ start, end, length }, taken)
  for (let number = 0, from = start; from + length <= end; number++, from += length) {
    if (closed.some((span) => overlap(span, { from, until: from + length }))) continue
    const free = Math.max(0, hours.capacity - (seats.get(number)?.size ?? 0))
    slots.push({ time: timeOf(from), places: hours.capacity, free })
  }
  return slots
}

/** The seats that are taken, by the number of the slot; one booking can reach into several. */
function seatsOfSlots(
  { start, end, length }: { start: number; end: number; length: number },
  taken: readonly Taken[],
): Map<number, Set<number>> {
  const seats = new Map<number, Set<number>>()
  for (const { from, until, seat } of taken) {
    const first = Math.max(0, Math.floor((from - start) / length))
    for (let number = first; start + number * length < Math.min(until, end); number++) {
      const others = seats.get(number)
      if (others) others.add(seat)
      else seats.set(number, new Set([seat]))
    }
  }
  return seats
}
