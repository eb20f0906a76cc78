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
  /** Whether the place is held for somebody, and not booked. */
  isHeld: boolean
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
    return [slotOf(hours, hours.startsAt, taken)]
  }
  const length = hours.slotMinutes ?? end - start
  const slots: Slot[] = []
  const bySlot = takenBySlot({ start, end, length }, taken)
  for (let number = 0, from = start; from + length <= end; number++, from += length) {
    if (closed.some((span) => overlap(span, { from, until: from + length }))) continue
    slots.push(slotOf(hours, timeOf(from), bySlot.get(number) ?? []))
  }
  return slots
}

function slotOf({ capacity }: Hours, time: string, taken: readonly Taken[]): Slot {
  if (taken.length === 0) return { time, places: capacity, free: capacity }
  const free = Math.max(0, capacity - new Set(taken.map(({ seat }) => seat)).size)
  const held = taken.filter(({ isHeld }) => isHeld).length
  return { time, places: capacity, free, ...(held > 0 && { held }) }
}

/** By the number of the slot; one booking can reach into several. */
function takenBySlot(
  { start, end, length }: { start: number; end: number; length: number },
  taken: readonly Taken[],
): Map<number, Taken[]> {
  const bySlot = new Map<number, Taken[]>()
  for (const one of taken) {
    const first = Math.max(0, Math.floor((one.from - start) / length))
    for (let number = first; start + number * length < Math.min(one.until, end); number++) {
      const others = bySlot.get(number)
      if (others) others.push(one)
      else bySlot.set(number, [one])
    }
  }
  return bySlot
}
