import type { Appointment } from '../appointments.ts'

/** What of an appointment says when it is its turn. */
export type Turn = Pick<
  Appointment,
  'doctorId' | 'status' | 'statusBy' | 'type' | 'queuedAt' | 'date' | 'queueNumber'
>

/** Whether somebody is a doctor's own patient: booked with them, or already started by them for a colleague. */
export function isOwnPatient({ doctorId, status, statusBy }: Turn, staffId: string | undefined): boolean {
  return doctorId === staffId || (status === 'IN_PROGRESS' && statusBy === staffId)
}

/** How soon somebody is due: an emergency first, whoever's it is, then the asking doctor's own, then all others. */
export function turnOf(appointment: Turn, doctorId: string | undefined): 0 | 1 | 2 {
  if (appointment.type === 'EMERGENCY') return 0
  return isOwnPatient(appointment, doctorId) ? 1 : 2
}

/**
 * The order in which the queue is worked: emergencies, then the asking doctor's own patients, each by how long they have
 * waited. Call next takes the first by the same order in SQL (`inTurn` in `server/appointments/queries.ts`).
 */
export function byTurn(doctorId: string | undefined) {
  return (one: Turn, other: Turn): number =>
    turnOf(one, doctorId) - turnOf(other, doctorId) ||
    compareText(one.queuedAt ?? '', other.queuedAt ?? '') ||
    byNumber(one, other)
}

/** By day and number: each day counts from 1. */
export function byNumber(one: Turn, other: Turn): number {
  return compareText(one.date, other.date) || one.queueNumber - other.queueNumber
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
