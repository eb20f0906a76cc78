import { z } from 'zod'
import { type AppointmentStatus, appointmentStatuses } from '../../../../contract/front-desk/appointments.ts'
import {
  dayParam,
  idParam,
  pageNumber,
  searchText,
  sortParams,
} from '../../../ground/records/list/search-params.ts'

/** The queue's URL parameters: the day, the filters, and the table's order and page. */

export const tableSortKeys = ['queueNumber', 'patient', 'time', 'doctor'] as const

export const QueueSearch = z.object({
  date: dayParam,
  search: searchText,
  /** One or more statuses, separated by commas. */
  status: z.string().optional().catch(undefined),
  doctor: idParam,
  clinic: idParam,
  /** The column that a phone shows. */
  column: z.enum(appointmentStatuses).optional().catch(undefined),
  /** The appointment whose card is brought into view, and the one whose token is printed. */
  card: z.guid().optional().catch(undefined),
  token: z.guid().optional().catch(undefined),
  ...sortParams(tableSortKeys),
  page: pageNumber,
})
export type QueueSearch = z.infer<typeof QueueSearch>

/** The statuses in the URL, in their usual order. None means all. */
export function statusesOf(typed: string | undefined): AppointmentStatus[] {
  const named = (typed ?? '').toUpperCase().split(',')
  return appointmentStatuses.filter((status) => named.includes(status))
}

/** Whether the URL filters out any of the day's appointments. */
export function isFiltered({ search, status, doctor, clinic }: QueueSearch): boolean {
  return Boolean(search?.trim() || statusesOf(status).length > 0 || doctor || clinic)
}
