import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { Doctor } from '../people/staff.ts'
import { PeriodQuery, periodDays, refuseFault, Spread } from './analytics.ts'

/** Figures of the outpatient clinics (record 110). */

const places = {
  /** Sessions with at least one place, and their places; absences are taken out. */
  held: z.number().int(),
  offered: z.number().int(),
  booked: z.number().int(),
  seen: z.number().int(),
}
export type Places = z.infer<z.ZodObject<typeof places>>

const noShows = {
  /** Booked ahead for a day that is over. */
  due: z.number().int(),
  /** Those of them that are still scheduled, and that were cancelled as not attended. */
  notArrived: z.number().int(),
  didNotAttend: z.number().int(),
}
export type NoShows = z.infer<z.ZodObject<typeof noShows>>

/** Days from the booking to the appointment. */
const leadTime = { leadTime: Spread.nullable() }
const Clinic = z.object({ id: z.string(), name: z.string() })
const ClinicFigures = z.object({ ...places, ...noShows, ...leadTime })
export type ClinicFigures = z.infer<typeof ClinicFigures>

export const analyzeClinics = endpoint({
  name: 'analyzeClinics',
  summary: 'Places offered, booked and seen in doctors’ hours, no-shows and lead times of a period',
  method: 'GET',
  path: '/analytics/clinics',
  permission: 'appointment.view',
  kind: 'read',
  query: PeriodQuery,
  reply: z.object({
    total: ClinicFigures,
    before: ClinicFigures,
    /** Each clinic with sessions; minutes from the queue to the call of patients seen in them. */
    clinics: z.array(z.object({ clinic: Clinic, ...places, waiting: Spread.nullable() })),
    /** The sessions of each doctor in each clinic. */
    sessions: z.array(z.object({ clinic: Clinic, doctor: Doctor, ...places })),
    /** Each doctor with appointments booked ahead. */
    doctors: z.array(z.object({ doctor: Doctor, ...noShows, ...leadTime })),
    /** By the hour for which it was booked. */
    hours: z.array(z.object({ hour: z.number().int(), ...noShows })),
  }),
})

export const exportClinicFigures = endpoint({
  name: 'exportClinicFigures',
  summary: 'The same figures as CSV, a line for each clinic, session, doctor or hour',
  method: 'GET',
  path: '/analytics/clinics/export',
  permission: 'appointment.view',
  kind: 'read',
  query: z
    .strictObject({ ...periodDays, by: z.enum(['clinic', 'session', 'doctor', 'hour']) })
    .check(refuseFault),
  download: { media: 'text/csv', filename: 'clinics.csv' },
  reply: z.string(),
})

/** Whole percent; null where there was nothing to take a part of. */
export function percentOf(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((part / whole) * 100) : null
}

export function noShowsOf({ notArrived, didNotAttend }: NoShows): number {
  return notArrived + didNotAttend
}

export const auditWords = {
  exportClinicFigures: 'figures of the clinics',
}
