import type { Appointment } from '../../../contract/front-desk/appointments.ts'
import { formatTime } from '../../ground/ui/format.ts'

/** The patients still expected: '2 overdue · Next at 10:30 AM'. Overdue starts the minute after the booked time. */
export function expectedNote(
  appointments: readonly Pick<Appointment, 'status' | 'date' | 'time'>[],
  now: { day: string; time: string },
): string {
  const times = appointments
    .filter(({ status, date }) => status === 'SCHEDULED' && date === now.day)
    .map(({ time }) => time)
    .sort()
  const next = times.find((time) => time >= now.time)
  const overdue = times.filter((time) => time < now.time).length
  const later = next ? `Next at ${formatTime(next)}` : 'None later today'
  return overdue > 0 ? `${overdue} overdue · ${later}` : later
}
