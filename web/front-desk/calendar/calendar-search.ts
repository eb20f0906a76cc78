import { z } from 'zod'
import { dayParam, idParam } from '../../ground/records/list/search-params.ts'

/** The URL parameters of the calendars: the day (today without one), and the filters. */

export const CalendarSearch = z.object({
  date: dayParam,
  doctor: idParam,
  clinic: idParam,
})
export type CalendarSearch = z.infer<typeof CalendarSearch>

export const WeekSearch = z.object({ date: dayParam })
