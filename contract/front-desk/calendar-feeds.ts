import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, Moment } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'

/** The address at which a doctor's own calendar reads the appointments, as iCalendar (record 111). */

export const errors = {
  calendar_feed_made_before: 409,
} as const

/** 32 random bytes, base64url. The browser that makes the address keeps it; the server has only its hash. */
export const FeedSecret = z.string().regex(/^[\w-]{43}$/, 'Open the settings again to make an address')

/** The days before and after today that a feed shows. */
export const feedDays = { before: 30, after: 180 } as const

/** Outside the API: calendars send neither a token nor a cookie. */
export function feedPath(secret: string): string {
  return `/calendar/${secret}.ics`
}

export const CalendarFeed = z.object({
  id: z.string(),
  /** The doctor asked for patients' initials. */
  showsInitials: z.boolean(),
  madeAt: Moment,
  /** To a quarter of an hour; null until a calendar has read it. */
  fetchedAt: Moment.nullable(),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

export const OwnFeed = z.object({
  /** Null where there is no address. */
  feed: CalendarFeed.nullable(),
  /** The hospital allows initials. */
  mayShowInitials: z.boolean(),
})
export type OwnFeed = z.infer<typeof OwnFeed>

export const scopes = {
  'calendar-feeds': { summary: 'Calendar feeds of doctors', permission: 'appointment.treat' },
} as const satisfies Record<string, ScopeKind>

export const CalendarFeedForm = z.strictObject({ secret: FeedSecret, showsInitials: z.boolean() })

export const readCalendarFeed = endpoint({
  name: 'readCalendarFeed',
  summary: 'One’s own calendar feed, without its address',
  method: 'GET',
  path: '/me/calendar-feed',
  permission: 'appointment.treat',
  kind: 'read',
  reply: OwnFeed,
})

export const addCalendarFeed = endpoint({
  name: 'addCalendarFeed',
  summary: 'Make the address of one’s own calendar feed; the one before is withdrawn',
  method: 'POST',
  path: '/me/calendar-feed',
  permission: 'appointment.treat',
  kind: 'create',
  body: CalendarFeedForm,
  reply: CalendarFeed,
  errors: ['calendar_feed_made_before'],
})

export const withdrawCalendarFeed = endpoint({
  name: 'withdrawCalendarFeed',
  summary: 'Withdraw one’s own calendar feed, whose address answers 404 from then on',
  method: 'DELETE',
  path: '/me/calendar-feed/{id}',
  permission: 'appointment.treat',
  kind: 'change',
  params: byId,
  reply: z.object({ id: z.string() }),
})

export const auditWords = {
  addCalendarFeed: 'made a calendar feed',
  withdrawCalendarFeed: 'withdrew their calendar feed',
}
