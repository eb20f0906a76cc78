import type { Appointment } from './appointments.ts'

/** The fields of an appointment that decide its place in the queue. */
export type Turn = Pick<
  Appointment,
  | 'id'
  | 'doctorId'
  | 'status'
  | 'statusBy'
  | 'type'
  | 'queuedAt'
  | 'returnedAt'
  | 'behind'
  | 'date'
  | 'queueNumber'
>

/** Whether somebody is a doctor's own patient: booked with them, or already started by them for a colleague. */
export function isOwnPatient(
  { doctorId, status, statusBy }: Pick<Turn, 'doctorId' | 'status' | 'statusBy'>,
  staffId: string | undefined,
): boolean {
  return doctorId === staffId || (status === 'IN_PROGRESS' && statusBy === staffId)
}

/** The order in which patients are due: emergencies first, then the asking doctor's own patients, then all others. */
export function turnOf(appointment: Turn, doctorId: string | undefined): 0 | 1 | 2 {
  if (appointment.type === 'EMERGENCY') return 0
  return isOwnPatient(appointment, doctorId) ? 1 : 2
}

/**
 * The order of the queue: emergencies first, then the doctor's own patients, each group by waiting time. Patients who
 * missed a call follow the appointments they were put behind. `queue` must be the whole queue, because everyone who
 * waits affects who is first. 'Call next' uses the same order in SQL (`inTurn` in `server/front-desk/appointments/queries.ts`).
 */
export function byTurn(queue: readonly Turn[], doctorId: string | undefined) {
  const natural = byWait(doctorId)
  const waiting = queue.filter(({ status }) => status === 'IN_QUEUE')
  const places = waiting.some(({ behind }) => behind.length > 0)
    ? new Map(asCalled(waiting.toSorted(natural)).map(({ id }, place) => [id, place]))
    : undefined
  return (one: Turn, other: Turn): number => {
    const [place, next] = [places?.get(one.id), places?.get(other.id)]
    return place !== undefined && next !== undefined ? place - next : natural(one, other)
  }
}

/** The order if every patient comes when called. */
function byWait(doctorId: string | undefined) {
  return (one: Turn, other: Turn): number =>
    turnOf(one, doctorId) - turnOf(other, doctorId) ||
    compareText(one.queuedAt ?? '', other.queuedAt ?? '') ||
    byNumber(one, other)
}

/** The order in which the patients would be called. */
function asCalled(waiting: readonly Turn[]): Turn[] {
  const left = [...waiting]
  const order: Turn[] = []
  while (left.length > 0) {
    const free = left.findIndex((one) => !left.some((other) => isBehind(one, other)))
    order.push(...left.splice(Math.max(free, 0), 1))
  }
  return order
}

/**
 * Whether a patient who was put back is called after `other`: only while `other` has been waiting since before then. An
 * emergency waits only for other emergencies.
 */
function isBehind(one: Turn, other: Turn): boolean {
  return (
    one.returnedAt !== null &&
    one.behind.includes(other.id) &&
    (other.returnedAt ?? other.queuedAt ?? '') < one.returnedAt &&
    (one.type !== 'EMERGENCY' || other.type === 'EMERGENCY')
  )
}

/** How many patients are called before one who missed a call. */
const lets = 2

/**
 * The appointments that a patient who missed a call goes behind: the next two in their own doctor's order. Every other
 * doctor calls those two first as well. An emergency goes only behind other emergencies, so an only emergency stays
 * first.
 */
export function behindTheNext(queue: readonly Turn[], { id, doctorId, type }: Turn): string[] {
  return queue
    .filter((one) => one.status === 'IN_QUEUE' && one.id !== id)
    .toSorted(byTurn(queue, doctorId))
    .filter((one) => type !== 'EMERGENCY' || one.type === 'EMERGENCY')
    .slice(0, lets)
    .map((one) => one.id)
}

/** By day and number: each day counts from 1. */
export function byNumber(
  one: Pick<Turn, 'date' | 'queueNumber'>,
  other: Pick<Turn, 'date' | 'queueNumber'>,
): number {
  return compareText(one.date, other.date) || one.queueNumber - other.queueNumber
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
