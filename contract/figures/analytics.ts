import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { Moment, requiredDay } from '../api/fields.ts'
import { daysAfter, daysBetween } from '../days.ts'
import { Doctor } from '../people/staff.ts'
import { alertKinds } from '../store/kinds.ts'
import { wards } from '../wards/wards.ts'

export const screens = ['/analytics', '/weekly-report'] as const

/** Figures for a period, compared with the one before it. Days are the hospital's. */

/** A leap year. */
export const longestPeriod = 366

/** Both days are in it. */
export interface Period {
  from: string
  to: string
}

/** How many days it has. */
export function lengthOf({ from, to }: Period): number {
  return daysBetween(from, to) + 1
}

/** Each of its days. */
export function daysOf(period: Period): string[] {
  return Array.from({ length: lengthOf(period) }, (_, index) => daysAfter(period.from, index))
}

/** The period of equal length right before. */
export function periodBefore(period: Period): Period {
  return { from: daysAfter(period.from, -lengthOf(period)), to: daysAfter(period.from, -1) }
}

/** A period, as queries tell it. */
export const periodDays = {
  from: requiredDay('Choose the first day'),
  to: requiredDay('Choose the last day'),
}

/** A sentence about a period that is not valid, to show at its last day; undefined if it is valid. */
export function faultOf(period: Period): string | undefined {
  if (period.from > period.to) return 'The last day is before the first'
  return lengthOf(period) > longestPeriod ? `Choose at most ${longestPeriod} days` : undefined
}

export function refuseFault(context: z.core.ParsePayload<Period>) {
  const message = faultOf(context.value)
  if (message) context.issues.push({ code: 'custom', path: ['to'], message, input: context.value })
}

export const PeriodQuery = z.strictObject(periodDays).check(refuseFault)

/** Half took at most the median, nine of ten at most the ninetieth, in whole units that were over; `count` took something. */
export const Spread = z.object({
  count: z.number().int(),
  median: z.number().int(),
  ninetieth: z.number().int(),
})
export type Spread = z.infer<typeof Spread>

const outcomes = {
  /** All that were booked for these days, whatever became of them. */
  booked: z.number().int(),
  seen: z.number().int(),
  cancelled: z.number().int(),
  notAttended: z.number().int(),
  /** Patients who were admitted while they waited. They are not counted as cancelled. */
  admitted: z.number().int(),
}

/** Minutes from the queue to the doctor, and with the doctor; null where nobody was. */
const times = { waiting: Spread.nullable(), consultation: Spread.nullable() }

const VisitFigures = z.object({ ...outcomes, ...times })
export type VisitFigures = z.infer<typeof VisitFigures>

export const analyzeVisits = endpoint({
  name: 'analyzeVisits',
  summary: 'What became of the appointments of a period, and how long patients waited and were seen',
  method: 'GET',
  path: '/analytics/visits',
  permission: 'appointment.view',
  kind: 'read',
  query: PeriodQuery,
  reply: z.object({
    total: VisitFigures,
    before: VisitFigures,
    /** Each day of the period. */
    days: z.array(z.object({ day: z.string(), ...outcomes })),
    /** Each doctor who had appointments, by name. */
    doctors: z.array(z.object({ doctor: Doctor, ...VisitFigures.shape })),
    /** By the hour in which patients came into the queue: each in which one did. */
    hours: z.array(z.object({ hour: z.number().int(), ...times })),
  }),
})

export const exportVisitFigures = endpoint({
  name: 'exportVisitFigures',
  summary: 'The same figures as CSV, a line for each day, doctor or hour; times in minutes',
  method: 'GET',
  path: '/analytics/visits/export',
  permission: 'appointment.view',
  kind: 'read',
  query: z.strictObject({ ...periodDays, by: z.enum(['day', 'doctor', 'hour']) }).check(refuseFault),
  download: { media: 'text/csv', filename: 'appointments.csv' },
  reply: z.string(),
})

const StayFigures = z.object({
  admissions: z.number().int(),
  discharges: z.number().int(),
  /** Admissions of patients who had been discharged within `readmittedWithin` days before. */
  readmissions: z.number().int(),
  /** Hours of beds that patients lay in, and of all beds that were there. */
  occupiedHours: z.number(),
  bedHours: z.number(),
  /** Hours from admission to discharge, of who was discharged in the period. */
  stay: Spread.nullable(),
})
export type StayFigures = z.infer<typeof StayFigures>

export const analyzeStays = endpoint({
  name: 'analyzeStays',
  summary: 'Occupancy, admissions, discharges and lengths of stay of a period, by ward and by day',
  method: 'GET',
  path: '/analytics/stays',
  permission: 'bed.view',
  kind: 'read',
  query: PeriodQuery,
  reply: z.object({
    total: StayFigures,
    before: StayFigures,
    days: z.array(
      z.object({
        day: z.string(),
        ...StayFigures.pick({ admissions: true, discharges: true, occupiedHours: true, bedHours: true })
          .shape,
      }),
    ),
    /** Each ward; who was moved is admitted to the first and discharged from the last. */
    wards: z.array(z.object({ ward: z.enum(wards), ...StayFigures.shape })),
  }),
})

export const exportStayFigures = endpoint({
  name: 'exportStayFigures',
  summary: 'The same figures as CSV, a line for each day or ward; times in hours',
  method: 'GET',
  path: '/analytics/stays/export',
  permission: 'bed.view',
  kind: 'read',
  query: z.strictObject({ ...periodDays, by: z.enum(['day', 'ward']) }).check(refuseFault),
  download: { media: 'text/csv', filename: 'wards.csv' },
  reply: z.string(),
})

export const listAlertsRaised = endpoint({
  name: 'listAlertsRaised',
  summary:
    'How many stock alerts were raised in a period, how many of them are still open, and the first 500, with when each was over',
  method: 'GET',
  path: '/analytics/stock-alerts',
  permission: 'inventory.view',
  kind: 'read',
  query: PeriodQuery,
  reply: z.object({
    raised: z.number().int(),
    open: z.number().int(),
    alerts: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(alertKinds),
        inventoryItemId: z.string(),
        inventoryItemName: z.string(),
        raisedAt: Moment,
        clearedAt: Moment.nullable(),
      }),
    ),
  }),
})

/** The week of a day, Monday to Sunday. */
export function weekOf(day: string): Period {
  const weekday = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7
  return { from: daysAfter(day, -weekday), to: daysAfter(day, 6 - weekday) }
}

export const exportWeeklyReport = endpoint({
  name: 'exportWeeklyReport',
  summary: 'Appointments and wards of a week as CSV, a line for each day and one for all',
  method: 'GET',
  path: '/analytics/week/export',
  // Every role that may see appointments may see beds too.
  permission: 'appointment.view',
  kind: 'read',
  query: z.strictObject({ day: requiredDay('Choose a day of the week') }),
  download: { media: 'text/csv', filename: 'weekly-report.csv' },
  reply: z.string(),
})

/** How full beds were, in whole percent; null where there were none. */
export function occupancyOf({
  occupiedHours,
  bedHours,
}: Pick<StayFigures, 'occupiedHours' | 'bedHours'>): number | null {
  return bedHours > 0 ? Math.round((occupiedHours / bedHours) * 100) : null
}

export const auditWords = {
  exportVisitFigures: 'figures of visits',
  exportStayFigures: 'figures of stays',
  exportWeeklyReport: 'the weekly report',
}
