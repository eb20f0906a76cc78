import { z } from 'zod'

/** The last n days, or the days from one date to another. */
export const AnalyticsSearch = z.object({
  days: z.literal([7, 30, 90, 365]).optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
})
export type AnalyticsSearch = z.output<typeof AnalyticsSearch>
