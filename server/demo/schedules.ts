import { dayLength, dayText, weekdayOf } from './calendar.ts'
import { copyRows } from './load.ts'
import { kinds, uuidAt } from './random.ts'
import type { DemoStaff, Practice } from './staff.ts'

/** The hours of the demo's doctors: all have the same, but for its own doctor, who keeps none. */

/** Minutes past midnight. */
const halves = [
  { from: 8 * 60, until: 13 * 60 },
  { from: 13 * 60, until: 18 * 60 },
] as const
export const slotLength = 20

const hasHours = ({ doctors }: DemoStaff, doctorId: string) => doctors.indexOf(doctorId) > 0

/** Monday is 1. */
const isoWeekday = (date: number) => weekdayOf(date) || 7

function sessionId(seed: number, place: number, weekday: number, half: number): string {
  return uuidAt(seed, kinds.practiceSession, (place * 8 + weekday) * 2 + half)
}

/** The session that a visit is in, and how long it takes up its doctor. */
export function placeOf(
  seed: number,
  staff: DemoStaff,
  { doctorId, date, time, type }: { doctorId: string; date: number; time: number; type: string },
) {
  if (type === 'EMERGENCY' || !hasHours(staff, doctorId)) return { sessionId: null, minutes: null }
  const half = halves.findIndex(({ until }) => time < until)
  return {
    sessionId: sessionId(seed, staff.doctors.indexOf(doctorId), isoWeekday(date), half),
    minutes: slotLength,
  }
}

/** Adds the hours, and leave of one doctor next week, for which patients are booked. */
export async function fillSchedules(practice: Practice): Promise<void> {
  const { seed, staff, firstDay, today, now } = practice
  const sessions = staff.people.flatMap(({ id: doctorId, clinicId, room }) =>
    hasHours(staff, doctorId)
      ? [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
          halves.map(({ from, until }, half) => ({
            id: sessionId(seed, staff.doctors.indexOf(doctorId), weekday, half),
            doctorId,
            clinicId,
            room,
            weekday,
            minutes: `[${from},${until})`,
            slotMinutes: slotLength,
            capacity: 1,
            valid: `[${dayText(firstDay)},)`,
          })),
        )
      : [],
  )
  const monday = today + 8 - isoWeekday(today)
  const [, absent] = staff.doctors
  const leave = {
    cause: 'LEAVE',
    doctorId: absent,
    during: `[${dayText(monday)},${dayText(monday + 2)})`,
    reason: 'Conference',
    createdAt: now - 3 * dayLength,
    madeBy: staff.people.find(({ role }) => role === 'admin')?.id,
  }
  await copyRows(practice, { practice_session: sessions, ...(absent && { closure: [leave] }) })
}
