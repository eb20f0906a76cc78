import { z } from 'zod'
import { idParam } from '../../ground/records/list/search-params.ts'

/** The URL parameters of the doctors' week. */
export const SchedulesSearch = z.object({
  doctor: idParam,
  clinic: idParam,
})
