import { z } from 'zod'
import { dayParam } from '../../ground/records/list/search-params.ts'

/** Any day of the week. */
export const WeeklyReportSearch = z.object({ week: dayParam })
