import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, Day, Id, optionalDay, optionalText, requiredDay, requiredTime } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { reference } from '../api/references.ts'
import { daysBetween } from '../days.ts'
import { longestRoom } from '../people/staff.ts'
import { minutesOf } from '../spoken.ts'

/** Doctors' hours: when and where they see outpatients (record 106). */

export const screens = ['/schedules', '/calendar', '/calendar/doctors/$id'] as const

export const errors = {
  session_overlaps: 409,
  session_room_taken: 409,
  too_many_sessions: 409,
} as const

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
export type Weekday = (typeof weekdays)[number]
export const weekdayNames: Record<Weekday, string> = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
}

/** Which of a month's such weekdays: the first to the fifth. */
export const weeksOfMonth = [1, 2, 3, 4, 5] as const

export const sessionKinds = ['SLOTS', 'TOKENS'] as const
export type SessionKind = (typeof sessionKinds)[number]
export const sessionKindNames: Record<SessionKind, string> = { SLOTS: 'Times', TOKENS: 'Tokens' }

/** The database has the same rules. */
export const shortestSlot = 5
export const longestSlot = 240
export const mostInSlot = 20
export const mostTokens = 200
export const mostSessions = 60

const Weeks = z
  .array(z.literal(weeksOfMonth))
  .min(1, 'Choose at least one week')
  .transform((weeks) => [...new Set(weeks)].sort())

export const PracticeSession = z.object({
  id: z.string(),
  doctorId: z.string(),
  /** The doctor's name. */
  doctor: z.string(),
  clinicId: z.string(),
  clinic: z.string(),
  room: z.string().nullable(),
  /** 1 is Monday. */
  weekday: z.literal(weekdays),
  weeks: z.array(z.number().int()),
  /** hh:mm on the hospital's clock; the end is the time at which the last slot ends. */
  startsAt: z.string(),
  endsAt: z.string(),
  kind: z.enum(sessionKinds),
  /** Minutes of a slot; null for tokens. */
  slotMinutes: z.number().int().nullable(),
  /** Patients in a slot; of a session with tokens, in all. */
  capacity: z.number().int(),
  /** Patients without an appointment; null is as many as come. */
  walkIns: z.number().int().nullable(),
  /** Places that can be booked from home on one day; null is all that are free. */
  onlinePlaces: z.number().int().nullable(),
  validFrom: z.string(),
  /** The last day; null where none is set. */
  validUntil: z.string().nullable(),
  version: z.number().int(),
})
export type PracticeSession = z.infer<typeof PracticeSession>

export const scopes = {
  schedules: { summary: 'Doctors’ hours', permission: 'appointment.view' },
  availability: {
    summary: 'A day’s sessions and their free places',
    permission: 'appointment.view',
    key: Day,
  },
} as const satisfies Record<string, ScopeKind>

const whole = (required: string, least: number, most: number) =>
  z
    .number({ error: (issue) => (issue.input == null ? required : 'Must be a number') })
    .int('Must be a whole number')
    .min(least, `At least ${least}`)
    .max(most, `At most ${most}`)

const wholeOrNull = (...of: Parameters<typeof whole>) =>
  whole(...of)
    .nullish()
    .transform((typed) => typed ?? null)

const sessionFields = {
  clinicId: reference('clinic', 'Clinic is required'),
  room: optionalText(longestRoom),
  weekday: z.literal(weekdays, { error: 'Day is required' }),
  weeks: Weeks.default([...weeksOfMonth]),
  startsAt: requiredTime('Start is required'),
  endsAt: requiredTime('End is required'),
  kind: z.enum(sessionKinds).default('SLOTS'),
  slotMinutes: wholeOrNull('Length is required', shortestSlot, longestSlot),
  capacity: whole('Number of patients is required', 1, mostTokens),
  /** Null is without a limit. */
  walkIns: wholeOrNull('', 0, mostTokens),
  onlinePlaces: wholeOrNull('', 0, mostTokens),
  validFrom: requiredDay('First day is required'),
  validUntil: optionalDay('Enter a date'),
}

type Hours = Pick<
  PracticeSession,
  'startsAt' | 'endsAt' | 'kind' | 'slotMinutes' | 'capacity' | 'validFrom' | 'validUntil'
>

/** Refuses fields that are wrong together, as the database would. */
function refineHours(
  form: Hours,
  { addIssue }: { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void },
) {
  const say = (path: keyof Hours, message: string) => addIssue({ code: 'custom', path: [path], message })
  const length = minutesOf(form.endsAt) - minutesOf(form.startsAt)
  if (length <= 0) say('endsAt', 'The end must be after the start')
  if (form.kind === 'TOKENS' && form.slotMinutes !== null) say('slotMinutes', 'Tokens have no length')
  if (form.kind === 'SLOTS') {
    if (form.slotMinutes === null) say('slotMinutes', 'Length is required')
    else if (length > 0 && length % form.slotMinutes !== 0)
      say('slotMinutes', 'The time from start to end can’t be divided into appointments of this length')
    if (form.capacity > mostInSlot) say('capacity', `At most ${mostInSlot}`)
  }
  if (form.validUntil !== null && form.validUntil < form.validFrom)
    say('validUntil', 'This can’t be before the first day')
}

export const SessionForm = z
  .strictObject({ doctorId: reference('doctor', 'Doctor is required'), ...sessionFields })
  .superRefine(refineHours)
export type SessionForm = z.output<typeof SessionForm>

/** The version that was read. */
const version = z.number().int().min(1)

/** Everything but the doctor. `validFrom` is the day from which the change holds. */
export const SessionChange = z.strictObject({ ...sessionFields, version }).superRefine(refineHours)

/** A saved session, and what of the doctor's bookings has no place in the hours any more. */
export const SavedSession = PracticeSession.extend({
  /** The doctor's bookings from today on that are outside the hours. */
  outside: z.number().int(),
})

export const listSchedules = endpoint({
  name: 'listSchedules',
  summary: 'The sessions of all doctors that are in force or to come, by doctor, day and time',
  method: 'GET',
  path: '/schedules',
  permission: 'appointment.view',
  kind: 'read',
  reply: z.array(PracticeSession),
})

export const addSession = endpoint({
  name: 'addSession',
  summary: 'Add a session to a doctor’s hours',
  method: 'POST',
  path: '/schedules',
  permission: 'schedule.edit',
  kind: 'create',
  body: SessionForm,
  reply: SavedSession,
  errors: ['session_overlaps', 'session_room_taken', 'too_many_sessions'],
})

export const changeSession = endpoint({
  name: 'changeSession',
  summary: 'Change a session from a day on; before that day it stays as it was',
  method: 'PUT',
  path: '/schedules/{id}',
  permission: 'schedule.edit',
  kind: 'change',
  params: byId,
  body: SessionChange,
  reply: SavedSession,
  errors: ['session_overlaps', 'session_room_taken', 'too_many_sessions'],
})

export const endPracticeSession = endpoint({
  name: 'endPracticeSession',
  summary: 'End a session after a day',
  method: 'POST',
  path: '/schedules/{id}/end',
  permission: 'schedule.edit',
  kind: 'change',
  params: byId,
  body: z.strictObject({ lastDay: requiredDay('Last day is required'), version }),
  reply: SavedSession,
})

/** A time that can be booked; of a session with tokens, its start. */
export const Slot = z.object({
  time: z.string(),
  /** Places in it, and how many of them are free. */
  places: z.number().int(),
  free: z.number().int(),
  /** Places that are held while a patient is asked; left out where none is. */
  held: z.number().int().optional(),
})
export type Slot = z.infer<typeof Slot>

/** A session as it takes place on a day. */
export const SessionOfDay = PracticeSession.omit({
  weeks: true,
  validFrom: true,
  validUntil: true,
  version: true,
}).extend({
  slots: z.array(Slot),
  /** Patients without an appointment so far. */
  walkedIn: z.number().int(),
  /** Places that can still be booked from home if as many are free; null is all that are free. */
  onlineLeft: z.number().int().nullable(),
  /** Why the whole session doesn't take place; null where it does. */
  away: z.string().nullable(),
})
export type SessionOfDay = z.infer<typeof SessionOfDay>

export const DayOfSessions = z.object({
  date: z.string(),
  sessions: z.array(SessionOfDay),
  /** The doctors who have sessions in force on this day, also where none is on this weekday. */
  keepHours: z.array(z.string()),
})
export type DayOfSessions = z.infer<typeof DayOfSessions>

export const readDayOfSessions = endpoint({
  name: 'readDayOfSessions',
  summary: 'A day’s sessions with their free places, by doctor and time; of one doctor, or of all',
  method: 'GET',
  path: '/availability/days/{date}',
  permission: 'appointment.view',
  kind: 'read',
  scope: { kind: 'availability', key: 'date' },
  params: z.strictObject({ date: requiredDay('Date is required') }),
  query: z.strictObject({ doctorId: Id.optional() }),
  reply: DayOfSessions,
})

/** The most days that one question is about. */
export const mostDays = 62

export const listFreePlaces = endpoint({
  name: 'listFreePlaces',
  summary: `Free and all places of each doctor and day (${mostDays} days at most), of a doctor, a clinic or all`,
  method: 'GET',
  path: '/availability',
  permission: 'appointment.view',
  kind: 'read',
  query: z
    .strictObject({
      from: Day,
      to: Day,
      doctorId: Id.optional(),
      clinicId: Id.optional(),
    })
    .refine(({ from, to }) => from <= to && daysBetween(from, to) < mostDays, {
      path: ['to'],
      message: `Choose at most ${mostDays} days`,
    }),
  reply: z.array(
    z.object({ doctorId: z.string(), date: z.string(), places: z.number().int(), free: z.number().int() }),
  ),
})

export const FreeSlot = z.object({
  doctorId: z.string(),
  doctor: z.string(),
  clinicId: z.string(),
  clinic: z.string(),
  date: z.string(),
  time: z.string(),
  kind: z.enum(sessionKinds),
  free: z.number().int(),
})
export type FreeSlot = z.infer<typeof FreeSlot>

export const listNextFree = endpoint({
  name: 'listNextFree',
  summary: 'The next free times from a day on, of a doctor or of any doctor of a clinic',
  method: 'GET',
  path: '/availability/next',
  permission: 'appointment.view',
  kind: 'read',
  query: z.strictObject({
    doctorId: Id.optional(),
    clinicId: Id.optional(),
    /** The first day; without it, today from now on. */
    from: Day.optional(),
    to: Day.optional(),
    /** Not before, and before this time of the day. */
    fromTime: requiredTime('Enter a time').optional(),
    toTime: requiredTime('Enter a time').optional(),
    limit: z.coerce.number().int().min(1).max(200).default(5),
  }),
  reply: z.array(FreeSlot),
})

export const auditWords = {
  addSession: 'added a session to a doctor’s hours',
  changeSession: 'changed a session of a doctor’s hours',
  endPracticeSession: 'ended a session of a doctor’s hours',
}
