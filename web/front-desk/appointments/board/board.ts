import { type Appointment, type AppointmentStatus } from '../../../../contract/front-desk/appointments.ts'
import { lastCall } from '../../../../contract/front-desk/missed-calls.ts'
import { byNumber, byTurn, turnOf } from '../../../../contract/front-desk/queue-order.ts'

/** The board's four columns, which appointment stands in which, and in what order. */

export type ColumnStatus = Exclude<AppointmentStatus, 'CANCELLED'>

export interface BoardColumn {
  status: ColumnStatus
  heading: string
  empty: string
}

export const boardColumns: readonly BoardColumn[] = [
  { status: 'IN_QUEUE', heading: 'In Queue', empty: 'No patients in queue' },
  { status: 'IN_PROGRESS', heading: 'In Progress', empty: 'No patients in progress' },
  { status: 'SCHEDULED', heading: 'Scheduled', empty: 'No SCHEDULED patients' },
  { status: 'COMPLETED', heading: 'Completed', empty: 'No COMPLETED appointments' },
]

/** A wait that needs attention, in milliseconds. */
export const longWait = 30 * 60_000

/**
 * The column of a card. A cancelled appointment has none; while the cancelling can be undone, its card stays in place.
 */
export function columnOf({ status, queuedAt, cancelReason, missedCalls }: Appointment): ColumnStatus {
  if (status !== 'CANCELLED') return status
  if (cancelReason === 'DID_NOT_ATTEND' && missedCalls >= lastCall) return 'IN_PROGRESS'
  return queuedAt ? 'IN_QUEUE' : 'SCHEDULED'
}

type Order = (one: Appointment, other: Appointment) => number

/** As the queue is worked; what is done last stands first among the completed. */
function ordersFor(queue: readonly Appointment[], doctorId: string | undefined): Record<ColumnStatus, Order> {
  const first = (one: Appointment, other: Appointment) => turnOf(one, doctorId) - turnOf(other, doctorId)
  return {
    IN_QUEUE: byTurn(queue, doctorId),
    IN_PROGRESS: (one, other) =>
      first(one, other) || compare(one.startedAt, other.startedAt) || byNumber(one, other),
    SCHEDULED: (one, other) => first(one, other) || compare(one.time, other.time) || byNumber(one, other),
    COMPLETED: (one, other) => compare(other.completedAt, one.completedAt) || byNumber(one, other),
  }
}

function compare(one: string | null, other: string | null): number {
  const [left, right] = [one ?? '', other ?? '']
  return left < right ? -1 : left > right ? 1 : 0
}

/**
 * The cards of each column, in order. `isShown` keeps a cancelled card while it can be undone. `callerId` is the user,
 * if a doctor. The order is that of the whole `queue`, even if filters hide some of it.
 */
export function arrange(
  appointments: readonly Appointment[],
  isShown: (cancelled: Appointment) => boolean,
  callerId?: string,
  queue = appointments,
): Record<ColumnStatus, Appointment[]> {
  const columns: Record<ColumnStatus, Appointment[]> = {
    IN_QUEUE: [],
    IN_PROGRESS: [],
    SCHEDULED: [],
    COMPLETED: [],
  }
  for (const appointment of appointments) {
    if (appointment.status === 'CANCELLED' && !isShown(appointment)) continue
    columns[columnOf(appointment)].push(appointment)
  }
  const orders = ordersFor(queue, callerId)
  for (const { status } of boardColumns) columns[status].sort(orders[status])
  return columns
}

/** The patient that 'Call next' takes. */
export function nextToCall(appointments: readonly Appointment[], doctorId: string): Appointment | undefined {
  return appointments
    .filter(({ status }) => status === 'IN_QUEUE')
    .toSorted(byTurn(appointments, doctorId))[0]
}
