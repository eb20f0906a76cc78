import { z } from 'zod'
import { dayParam } from '../../ground/records/list/search-params.ts'

/** The last n days, or the days from one date to another. */
export const AnalyticsSearch = z.object({
  days: z.literal([7, 30, 90, 365]).optional().catch(undefined),
  from: dayParam,
  to: dayParam,
})
export type AnalyticsSearch = z.output<typeof AnalyticsSearch>
