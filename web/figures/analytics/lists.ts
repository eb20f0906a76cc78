import { noon } from '../../../contract/figures/dashboard.ts'

/** The link parameters of the appointments that a figure counts, besides its days. */
export const appointmentsOf = {
  booked: {},
  seen: { status: 'COMPLETED' },
  cancelled: { status: 'CANCELLED', reason: 'PATIENT_CANCELLED,OTHER' },
  notAttended: { status: 'CANCELLED', reason: 'DID_NOT_ATTEND' },
  admitted: { status: 'CANCELLED', reason: 'ADMITTED' },
  /** Patients who were called had waited. */
  waiting: { status: 'IN_PROGRESS,COMPLETED' },
  consultation: { status: 'COMPLETED' },
} as const

/** Link parameters for the figures of the clinics. */
export const countedAs = {
  booked: { counted: 'PLACE' },
  seen: { counted: 'PLACE', status: 'COMPLETED' },
  leadTime: { counted: 'LEAD_TIME' },
  due: { counted: 'DUE' },
  noShows: { counted: 'NO_SHOW' },
  notArrived: { counted: 'NO_SHOW', status: 'SCHEDULED' },
  didNotAttend: { counted: 'NO_SHOW', status: 'CANCELLED' },
} as const

export type Outcome = 'booked' | 'seen' | 'cancelled' | 'notAttended' | 'admitted'

/** Lists of stock movements behind the figures. The store's value is the sum of all movements until then. */
export const movementsOf = {
  received: { kind: 'RECEIVE' },
  used: { kind: 'ISSUE,RETURN' },
  expired: { kind: 'DISPOSE', cause: 'EXPIRED' },
  damaged: { kind: 'DISPOSE', cause: 'DAMAGED' },
  adjusted: { kind: 'ADJUST' },
} as const

export type Moved = keyof typeof movementsOf

/** The parameters of a day's board: as it was at noon, or as it is now if the day is not over. */
export function boardOf(day: string, today: string): { at?: string } {
  return day < today ? { at: `${day}T${noon}` } : {}
}
