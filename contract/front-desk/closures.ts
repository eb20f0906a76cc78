import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import {
  byId,
  Day,
  Id,
  Moment,
  optionalDay,
  optionalText,
  requiredDay,
  requiredText,
  requiredTime,
} from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { optionalReference, reference } from '../api/references.ts'
import { daysBetween } from '../days.ts'
import { Appointment } from './appointments.ts'
import { givenReasons } from './cancel-reasons.ts'
import { FreeSlot } from './schedules.ts'

/** When doctors are away: leave, public holidays, and sessions that don't take place (record 106). */

export const screens = ['/absences', '/absences/outside', '/absences/$id'] as const

export const errors = {
  closure_overlaps: 409,
} as const

export const closureCauses = ['HOLIDAY', 'LEAVE', 'SESSION_CANCELLED'] as const
export type ClosureCause = (typeof closureCauses)[number]
export const closureCauseNames: Record<ClosureCause, string> = {
  HOLIDAY: 'Public holiday',
  LEAVE: 'Leave',
  SESSION_CANCELLED: 'Session cancelled',
}

export const longestClosureReason = 200
/** Days that one absence can last; the longest leave is a year and some. */
export const longestClosure = 400

export const Closure = z.object({
  id: z.string(),
  cause: z.enum(closureCauses),
  /** Null for a holiday. */
  doctorId: z.string().nullable(),
  doctor: z.string().nullable(),
  /** Null for all clinics. */
  clinicId: z.string().nullable(),
  clinic: z.string().nullable(),
  /** The first and the last day, and hh:mm where it doesn't last from the first minute to the last. */
  from: z.string(),
  fromTime: z.string().nullable(),
  to: z.string(),
  toTime: z.string().nullable(),
  reason: z.string(),
  madeBy: z.string(),
  createdAt: Moment,
  /** Bookings in this time that still wait for a decision. */
  displaced: z.number().int(),
  version: z.number().int(),
})
export type Closure = z.infer<typeof Closure>

export const scopes = {
  closures: {
    summary: 'Absences and holidays, and the bookings in their time',
    permission: 'appointment.view',
  },
} as const satisfies Record<string, ScopeKind>

const time = requiredTime('Enter a time')
  .nullish()
  .transform((typed) => typed ?? null)
/** The period of an absence: whole days, unless it has times. */
export interface ClosurePeriod {
  from: string
  fromTime?: string | null | undefined
  to: string
  toTime?: string | null | undefined
}

/** Refuses a period that ends before it begins, or lasts too long. */
function refinePeriod(
  { from, fromTime, to, toTime }: ClosurePeriod,
  say: (path: string, message: string) => void,
) {
  if (to < from) say('to', 'This can’t be before the first day')
  else if (daysBetween(from, to) >= longestClosure) say('to', `At most ${longestClosure} days`)
  else if (to === from && fromTime && toTime && toTime <= fromTime)
    say('toTime', 'The end must be after the start')
}

export const ClosureForm = z
  .strictObject({
    cause: z.enum(closureCauses, { error: 'Choose what it is' }),
    doctorId: optionalReference('doctor'),
    clinicId: optionalReference('clinic'),
    from: requiredDay('First day is required'),
    fromTime: time,
    to: requiredDay('Last day is required'),
    toTime: time,
    reason: requiredText('Reason is required', longestClosureReason),
  })
  .superRefine(({ cause, doctorId, from, fromTime, to, toTime }, { addIssue }) => {
    const say = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
    if (cause === 'HOLIDAY' && doctorId !== null) say('doctorId', 'A holiday is for all doctors')
    if (cause !== 'HOLIDAY' && doctorId === null) say('doctorId', 'Doctor is required')
    refinePeriod({ from, fromTime, to, toTime }, say)
  })
export type ClosureForm = z.output<typeof ClosureForm>

export const listClosures = endpoint({
  name: 'listClosures',
  summary: 'Absences and holidays that touch a period, by their start; without one, those that are not over',
  method: 'GET',
  path: '/closures',
  permission: 'appointment.view',
  kind: 'read',
  query: z.strictObject({ from: Day.optional(), to: Day.optional(), doctorId: Id.optional() }),
  reply: z.array(Closure),
})

export const readClosure = endpoint({
  name: 'readClosure',
  summary: 'One absence',
  method: 'GET',
  path: '/closures/{id}',
  permission: 'appointment.view',
  kind: 'read',
  params: byId,
  reply: Closure,
})

export const countDisplaced = endpoint({
  name: 'countDisplaced',
  summary: 'How many bookings an absence would displace, before it is recorded',
  method: 'GET',
  path: '/closures/displaced',
  permission: 'absence.record',
  kind: 'read',
  query: z
    .strictObject({
      doctorId: Id.optional(),
      clinicId: Id.optional(),
      from: Day,
      fromTime: requiredTime('Enter a time').optional(),
      to: Day,
      toTime: requiredTime('Enter a time').optional(),
    })
    .superRefine((asked, { addIssue }) =>
      refinePeriod(asked, (path, message) => addIssue({ code: 'custom', path: [path], message })),
    ),
  reply: z.object({ displaced: z.number().int() }),
})

export const addClosure = endpoint({
  name: 'addClosure',
  summary: 'Record leave, a holiday or a session that does not take place; doctors record their own',
  method: 'POST',
  path: '/closures',
  permission: 'absence.record',
  kind: 'create',
  body: ClosureForm,
  reply: Closure,
  errors: ['closure_overlaps'],
})

export const withdrawClosure = endpoint({
  name: 'withdrawClosure',
  summary: 'Withdraw an absence or a holiday; its time can be booked again',
  method: 'DELETE',
  path: '/closures/{id}',
  permission: 'absence.record',
  kind: 'change',
  params: byId,
  reply: z.object({ id: z.string() }),
})

/** A booking that its doctor can't keep, and where it could go. */
export const Displaced = z.object({
  appointment: Appointment,
  /** The doctor's next free time after it. */
  later: FreeSlot.nullable(),
  /** Another doctor of the clinic who is free at that time. */
  colleague: FreeSlot.nullable(),
  /** The patient gets a message of a new time or a cancellation. */
  isTold: z.boolean(),
})
export type Displaced = z.infer<typeof Displaced>

/** The most that are listed and decided at once; more follow once these are decided. */
export const mostDisplaced = 200

export const listDisplaced = endpoint({
  name: 'listDisplaced',
  summary: `Bookings in the time of an absence that wait for a decision, by time, with proposals (${mostDisplaced} at most)`,
  method: 'GET',
  path: '/closures/{id}/displaced',
  permission: 'appointment.view',
  kind: 'read',
  namesPatients: true,
  params: byId,
  reply: z.array(Displaced),
})

export const listOutsideHours = endpoint({
  name: 'listOutsideHours',
  summary: `Bookings outside their doctor’s hours that wait for a decision, with proposals (${mostDisplaced} at most)`,
  method: 'GET',
  path: '/schedules/outside',
  permission: 'appointment.view',
  kind: 'read',
  namesPatients: true,
  query: z.strictObject({ doctorId: Id.optional() }),
  reply: z.array(Displaced),
})

export const countOutsideHours = endpoint({
  name: 'countOutsideHours',
  summary: 'How many bookings of each doctor are outside the hours and wait for a decision',
  method: 'GET',
  path: '/schedules/outside/doctors',
  permission: 'appointment.view',
  kind: 'read',
  reply: z.array(z.object({ doctorId: z.string(), outside: z.number().int() })),
})

export const decisionActions = ['MOVE', 'CANCEL', 'KEEP'] as const

/** A decision on one booking: to move it, to cancel it, or to keep it as it is for a reason. */
export const Decision = z
  .strictObject({
    appointmentId: reference('appointment', 'Appointment is required'),
    version: z.number().int().min(1),
    action: z.enum(decisionActions, { error: 'Choose what to do' }),
    doctorId: optionalReference('doctor'),
    date: optionalDay('Enter a date'),
    time,
    cancelReason: z.enum(givenReasons).default('OTHER'),
    reason: optionalText(longestClosureReason),
  })
  .superRefine(({ action, doctorId, date, time, reason }, { addIssue }) => {
    const say = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
    if (action === 'MOVE' && doctorId === null) say('doctorId', 'Doctor is required')
    if (action === 'MOVE' && date === null) say('date', 'Date is required')
    if (action === 'MOVE' && time === null) say('time', 'Time is required')
    if (action === 'KEEP' && reason === null) say('reason', 'Reason is required')
  })
export type Decision = z.output<typeof Decision>

export const resolveDisplaced = endpoint({
  name: 'resolveDisplaced',
  summary: 'Move, cancel or keep displaced bookings; each is done or refused by itself',
  method: 'POST',
  path: '/closures/decisions',
  permission: 'appointment.reschedule',
  kind: 'change',
  namesPatients: true,
  body: z.strictObject({ decisions: z.array(Decision).min(1).max(mostDisplaced) }),
  reply: z.object({
    results: z.array(
      z.object({
        appointmentId: z.string(),
        /** Null where it was done; else why not. */
        refused: z.string().nullable(),
      }),
    ),
    /** How many patients get a message of it. */
    told: z.number().int(),
  }),
})

export const auditWords = {
  addClosure: 'recorded an absence',
  withdrawClosure: 'withdrew an absence',
  listDisplaced: 'bookings in the time of an absence',
  listOutsideHours: 'bookings outside the doctor’s hours',
  resolveDisplaced: 'decided on displaced bookings',
}
