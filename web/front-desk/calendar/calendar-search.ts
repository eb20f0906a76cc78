import { z } from 'zod'

/** The URL parameters of the calendars: the day (today without one), and the filters. */

const day = z.iso.date().optional().catch(undefined)

export const CalendarSearch = z.object({
  date: day,
  doctor: z.guid().toLowerCase().optional().catch(undefined),
  clinic: z.guid().toLowerCase().optional().catch(undefined),
})
export type CalendarSearch = z.infer<typeof CalendarSearch>

export const WeekSearch = z.object({ date: day })
