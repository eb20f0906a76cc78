import { z } from 'zod'
import { type AppointmentStatus, appointmentStatuses } from '../../../contract/appointments.ts'
import { pageNumber, searchText, sortParams } from '../../records/list/search-params.ts'

/** What the queue's address says: the day, the filters, and how the table is sorted and paged. */

export const tableSortKeys = ['queueNumber', 'patient', 'time', 'doctor'] as const

export const QueueSearch = z.object({
  date: z.iso.date().optional().catch(undefined),
  search: searchText,
  /** One status or several with commas between them. */
  status: z.string().optional().catch(undefined),
  doctor: z.guid().toLowerCase().optional().catch(undefined),
  /** The column that a phone shows. */
  column: z.enum(appointmentStatuses).optional().catch(undefined),
  /** The appointment whose card is brought into view, and the one whose token is printed. */
  card: z.guid().optional().catch(undefined),
  token: z.guid().optional().catch(undefined),
  ...sortParams(tableSortKeys),
  page: pageNumber,
})
export type QueueSearch = z.infer<typeof QueueSearch>

/** The statuses that the address names, in their usual order. None means all. */
export function statusesOf(typed: string | undefined): AppointmentStatus[] {
  const named = (typed ?? '').toUpperCase().split(',')
  return appointmentStatuses.filter((status) => named.includes(status))
}

/** Whether the address holds back any of the day's appointments. */
export function isFiltered({ search, status, doctor }: QueueSearch): boolean {
  return Boolean(search?.trim() || statusesOf(status).length > 0 || doctor)
}
