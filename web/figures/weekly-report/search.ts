import { z } from 'zod'

/** Any day of the week. */
export const WeeklyReportSearch = z.object({ week: z.iso.date().optional().catch(undefined) })
