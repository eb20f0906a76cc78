import { z } from 'zod'

/** The URL parameters of the doctors' week. */
export const SchedulesSearch = z.object({
  doctor: z.guid().toLowerCase().optional().catch(undefined),
  clinic: z.guid().toLowerCase().optional().catch(undefined),
})
