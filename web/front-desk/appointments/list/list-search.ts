import { z } from 'zod'
import { countedKinds } from '../../../../contract/front-desk/appointments.ts'
import { dayParam, idParam, pageNumber, searchText } from '../../../ground/records/list/search-params.ts'

/** The URL parameters of the list of appointments. */
export const AppointmentListSearch = z.object({
  search: searchText,
  from: dayParam,
  to: dayParam,
  /** One or more statuses, separated by commas. */
  status: z.string().optional().catch(undefined),
  /** One or more cancellation reasons, separated by commas. */
  reason: z.string().optional().catch(undefined),
  doctor: z.guid().optional().catch(undefined),
  clinic: idParam,
  /** The hour in which the patient joined the queue. */
  hour: z.number().int().min(0).max(23).optional().catch(undefined),
  /** The figure of the clinics that led here, the clinic of the sessions, and the hour of the appointment. */
  counted: z.enum(countedKinds).optional().catch(undefined),
  sessionsOf: idParam,
  at: z.number().int().min(0).max(23).optional().catch(undefined),
  page: pageNumber,
})
export type AppointmentListSearch = z.output<typeof AppointmentListSearch>
