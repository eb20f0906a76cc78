import { z } from 'zod'
import { idParam, pageNumber } from '../../ground/records/list/search-params.ts'

/** The URL parameters of the bookings from home. */
export const OnlineBookingsSearch = z.object({
  over: z.enum(['yes']).optional().catch(undefined),
  page: pageNumber,
  /** The booking that is being matched, and the patient who was registered for it. */
  match: idParam,
  patient: idParam,
})
export type OnlineBookingsSearch = Partial<z.output<typeof OnlineBookingsSearch>>
