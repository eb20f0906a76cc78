import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { Day } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { Appointment } from '../front-desk/appointments.ts'
import { Admission } from '../wards/admissions.ts'
import { wards } from '../wards/wards.ts'

export const screens = ['/dashboard'] as const

/**
 * The day at a glance. Figures that need the same permission are one record with one id, so that screens receive the
 * new figures live and don't read them again.
 */

export const PatientCounts = z.object({
  id: z.literal('patients'),
  totalPatients: z.number().int(),
  /** Registered since the first day of this month. */
  patientsThisMonth: z.number().int(),
  /** Registered within 30 days, and the first of these days. */
  newPatients: z.number().int(),
  newPatientsSince: z.string(),
})

/** Counts of today's board: bookings for today, and earlier ones whose patients are in the queue or left it today. */
export const AppointmentCounts = z.object({
  id: z.literal('appointments'),
  /** All that are not cancelled. */
  appointmentsToday: z.number().int(),
  scheduled: z.number().int(),
  inQueue: z.number().int(),
  /** Those in the queue who came on an earlier day. */
  inQueueFromEarlier: z.number().int(),
  inProgress: z.number().int(),
})

const BedCount = z.object({
  available: z.number().int(),
  occupied: z.number().int(),
  /** Null of a past moment: nobody writes down which beds were in maintenance then. */
  maintenance: z.number().int().nullable(),
})
export type BedCount = z.infer<typeof BedCount>
const BedsByWard = z.record(z.enum(wards), BedCount)

export const BedCounts = z.object({
  id: z.literal('beds'),
  availableBeds: z.number().int(),
  occupiedBeds: z.number().int(),
  maintenanceBeds: z.number().int(),
  byWard: BedsByWard,
})

export const StockCounts = z.object({
  id: z.literal('stock'),
  totalItems: z.number().int(),
  lowStockItems: z.number().int(),
  draftOrders: z.number().int(),
  sentOrders: z.number().int(),
})

/** How many appointments a day has that are not cancelled; the day is the id. */
export const DayCount = z.object({ id: Day, count: z.number().int() })

export type PatientCounts = z.infer<typeof PatientCounts>
export type AppointmentCounts = z.infer<typeof AppointmentCounts>
export type BedCounts = z.infer<typeof BedCounts>
export type StockCounts = z.infer<typeof StockCounts>
export type DayCount = z.infer<typeof DayCount>

export const scopes = {
  'dashboard-patients': {
    summary: 'The dashboard’s figures of patients',
    permission: 'patient.view',
    record: PatientCounts,
  },
  'dashboard-appointments': {
    summary: 'The dashboard’s figures of appointments',
    permission: 'appointment.view',
    record: AppointmentCounts,
  },
  'dashboard-days': {
    summary: 'How many appointments each of the last days has',
    permission: 'appointment.view',
    record: DayCount,
  },
  'dashboard-beds': { summary: 'The dashboard’s figures of beds', permission: 'bed.view', record: BedCounts },
  'dashboard-stock': {
    summary: 'The dashboard’s figures of stock and orders',
    permission: 'inventory.view',
    record: StockCounts,
  },
} as const satisfies Record<string, ScopeKind>

const counts = {
  ...PatientCounts.omit({ id: true }).shape,
  ...AppointmentCounts.omit({ id: true }).shape,
  ...BedCounts.omit({ id: true, byWard: true }).shape,
  ...StockCounts.omit({ id: true }).shape,
}
type Nullable<Shape extends z.ZodRawShape> = { [Name in keyof Shape]: z.ZodNullable<Shape[Name]> }
const nullable = <Shape extends z.ZodRawShape>(shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, kind]) => [name, (kind as z.ZodType).nullable()]),
  ) as unknown as Nullable<Shape>

/** Null is what the role may not see. */
export const DashboardSummary = z.object({
  ...nullable(counts),
  recentAdmissions: z.array(Admission).nullable(),
  /** Appointments that are still expected today, the next one first. */
  upcomingAppointments: z.array(Appointment).nullable(),
})
export type DashboardSummary = z.infer<typeof DashboardSummary>

/** How many the lists of the summary hold at most. */
export const dashboardRows = 5

export const summarizeHospital = endpoint({
  name: 'summarizeHospital',
  summary: 'The dashboard’s figures and lists, as far as the role may see them',
  method: 'GET',
  path: '/dashboard/summary',
  permission: 'dashboard.view',
  kind: 'read',
  namesPatients: true,
  isAlikeByRole: true,
  reply: DashboardSummary,
})

/** Days, today included. */
export const appointmentPeriods = [7, 14, 30] as const
export type AppointmentPeriod = (typeof appointmentPeriods)[number]

export const readAppointmentStats = endpoint({
  name: 'readAppointmentStats',
  summary: 'How many appointments each of the last days has, cancelled ones aside; a day without any has 0',
  method: 'GET',
  path: '/dashboard/appointments/stats',
  permission: 'appointment.view',
  kind: 'read',
  isAlikeByRole: true,
  query: z.strictObject({
    days: z.coerce.number().pipe(z.literal(appointmentPeriods)).default(7),
  }),
  /** The count is text, as the spec has it. */
  reply: z.object({ daily: z.array(z.object({ day: z.string(), count: z.string() })) }),
})

/** Now, or at noon by the hospital's clock on an earlier day. */
export const bedMoments = [0, 1, 7, 30] as const
export type BedMoment = (typeof bedMoments)[number]
export const noon = '12:00'

export const readBedStats = endpoint({
  name: 'readBedStats',
  summary: 'Available, occupied and maintenance beds of each ward, now or at noon so many days ago',
  method: 'GET',
  path: '/dashboard/beds/stats',
  permission: 'bed.view',
  kind: 'read',
  isAlikeByRole: true,
  query: z.strictObject({ daysAgo: z.coerce.number().pipe(z.literal(bedMoments)).default(0) }),
  reply: BedsByWard,
})

/**
 * By how much patients became more since the month began, in percent with one decimal; null where there were none before.
 */
export function growthOf({
  totalPatients,
  patientsThisMonth,
}: Pick<PatientCounts, 'totalPatients' | 'patientsThisMonth'>): number | null {
  const before = totalPatients - patientsThisMonth
  return before > 0 ? Math.round((patientsThisMonth / before) * 1000) / 10 : null
}

export const auditWords = {
  summarizeHospital: 'dashboard',
}
