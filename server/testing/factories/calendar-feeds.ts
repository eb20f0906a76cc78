import { randomBytes } from 'node:crypto'
import { addCalendarFeed, type CalendarFeed, feedPath } from '../../../contract/front-desk/calendar-feeds.ts'
import type { Client } from '../client.ts'

/** A doctor makes the address of a calendar, through the API. */
export async function givenFeed(
  doctor: Client,
  { showsInitials = false } = {},
): Promise<CalendarFeed & { path: string; secret: string }> {
  const secret = randomBytes(32).toString('base64url')
  const { body } = await doctor.call(addCalendarFeed, { body: { secret, showsInitials } })
  return { ...body, secret, path: feedPath(secret) }
}
