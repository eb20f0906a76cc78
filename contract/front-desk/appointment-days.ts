import { minutesOf } from '../spoken.ts'

/** The rules of an appointment's day and time. */

/**
 * Whether a patient can be added to the queue today, as far as the day goes: on the appointment's own alone. The database
 * keeps it so (`appointment_queued_on_its_day`).
 */
export function isQueueableOn(today: string, { date }: { date: string }): boolean {
  return date === today
}

/**
 * Whether a patient can have stayed away by today: not before the appointment's own day. The database keeps it so
 * (`appointment_missed_from_its_day`).
 */
export function isMissableOn(today: string, { date }: { date: string }): boolean {
  return date <= today
}

/** Milliseconds in which a change of status can be taken back; the database keeps it. */
export const undoableFor = 30_000

/** Minutes. A patient at the desk is booked for a few minutes ago; an earlier time needs a confirmation. */
const askedAfter = 15

/** By how many minutes a day's time has passed, where that is to be asked about; undefined where it is not. */
export function passedBy(
  { date, time }: { date: string; time: string },
  now: { day: string; time: string },
): number | undefined {
  const minutes = date === now.day ? minutesOf(now.time) - minutesOf(time) : 0
  return minutes > askedAfter ? minutes : undefined
}
