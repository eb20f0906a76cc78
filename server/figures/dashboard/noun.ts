import type { FastifyInstance } from 'fastify'
import {
  dashboardRows,
  readAppointmentStats,
  readBedStats,
  summarizeHospital,
} from '../../../contract/figures/dashboard.ts'
import { may, type Permission } from '../../../contract/permissions.ts'
import { appointmentPage } from '../../front-desk/appointments/public.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { admissionPage } from '../../wards/admissions/public.ts'
import * as figures from './figures.ts'
import { live } from './live.ts'

export const dashboard = { routes: dashboardRoutes, live } satisfies Noun

/** No figures: those that a role may see replace these. */
const noFigures = {
  totalPatients: null,
  patientsThisMonth: null,
  newPatients: null,
  newPatientsSince: null,
  appointmentsToday: null,
  scheduled: null,
  inQueue: null,
  inQueueFromEarlier: null,
  inProgress: null,
  availableBeds: null,
  occupiedBeds: null,
  maintenanceBeds: null,
  totalItems: null,
  lowStockItems: null,
  draftOrders: null,
  sentOrders: null,
}

function dashboardRoutes(app: FastifyInstance) {
  serve(app, summarizeHospital, async ({ db, staff, today, audit }) => {
    const day = await today()
    async function shown<Part>(permission: Permission, read: () => Promise<Part>) {
      return may(staff, permission) ? read() : null
    }
    const first = { page: 1, limit: dashboardRows }
    const [patients, appointments, beds, stock, admitted, upcoming] = await Promise.all([
      shown('patient.view', () => figures.patientCounts(db, day)),
      shown('appointment.view', () => figures.appointmentCounts(db, day)),
      shown('bed.view', async () => {
        const { byWard: _, ...counts } = await figures.bedCounts(db)
        return counts
      }),
      shown('inventory.view', () => figures.stockCounts(db)),
      shown('bed.view', () => admissionPage(db, {}, first)),
      shown('appointment.view', () =>
        appointmentPage(db, { from: day, to: day, status: ['SCHEDULED'], direction: 'asc' }, first),
      ),
    ])
    const lists = [...(admitted?.items ?? []), ...(upcoming?.items ?? [])]
    audit.patientIds = [...new Set(lists.map(({ patientId }) => patientId))]
    return {
      ...noFigures,
      ...patients,
      ...appointments,
      ...beds,
      ...stock,
      recentAdmissions: admitted?.items ?? null,
      upcomingAppointments: upcoming?.items ?? null,
    }
  })

  serve(app, readAppointmentStats, async ({ db, query, today }) => {
    const days = await figures.dayCounts(db, figures.lastDays(await today(), query.days))
    return { daily: days.map(({ id, count }) => ({ day: id, count: String(count) })) }
  })

  serve(app, readBedStats, async ({ db, query: { daysAgo }, today }) => {
    return daysAgo === 0
      ? (await figures.bedCounts(db)).byWard
      : figures.bedCountsAgo(db, await today(), daysAgo)
  })
}
