import { timeOf } from '../../../../contract/clock.ts'
import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import { minutesOf } from '../../../../contract/spoken.ts'

/** When a doctor is taken on a day, and when the next quarter hour is free. Times are hh:mm on the hospital's clock. */

const dayEnds = 24 * 60
const quarter = 15

/** The times at which a doctor can't be booked; emergencies are squeezed in and take none. `except` is being moved. */
export function takenTimes(
  appointments: readonly Appointment[],
  doctorId: string,
  except?: string,
): string[] {
  const taken = appointments.filter(
    (appointment) =>
      appointment.doctorId === doctorId &&
      appointment.status !== 'CANCELLED' &&
      appointment.type !== 'EMERGENCY' &&
      appointment.id !== except,
  )
  return [...new Set(taken.map(({ time }) => time))].sort()
}

/** The first minute from a time on that is not taken; late at night, the day's last. */
export function firstFreeMinute(from: string, taken: readonly string[]): string {
  let at = minutesOf(from)
  while (at < dayEnds - 1 && taken.includes(timeOf(at))) at++
  return timeOf(at)
}

/** The next `count` quarter hours from a time on (itself included) that are not taken. */
export function freeTimes(from: string, taken: readonly string[], count: number): string[] {
  const free: string[] = []
  for (
    let at = Math.ceil(minutesOf(from) / quarter) * quarter;
    at < dayEnds && free.length < count;
    at += quarter
  ) {
    const time = timeOf(at)
    if (!taken.includes(time)) free.push(time)
  }
  return free
}
