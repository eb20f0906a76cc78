import { queryOptions } from '@tanstack/react-query'
import {
  type AppointmentPeriod,
  type BedCounts,
  type BedMoment,
  type DashboardSummary,
  type DayCount,
  readAppointmentStats,
  readBedStats,
  scopes,
  summarizeHospital,
} from '../../../contract/figures/dashboard.ts'
import { type Holder, may } from '../../../contract/permissions.ts'
import { listAdmissions } from '../../../contract/wards/admissions.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import type { Place } from '../../ground/client/live/record-events.ts'

const parts = ['dashboard-patients', 'dashboard-appointments', 'dashboard-beds', 'dashboard-stock'] as const

/** Places the record of an event in an answer that is no newer. */
function placed<Data, Told extends { id: string }>(put: (data: Data, told: Told) => Data): Place {
  return (data, readAsOf, { record, asOf }) =>
    asOf < readAsOf || !record ? data : put(data as Data, record as unknown as Told)
}

/** The figures, which arrive as they change, and the lists beside them. */
export function summaryQuery(me: Holder) {
  const follows = parts.filter((part) => may(me, scopes[part].permission))
  return queryOptions({
    queryKey: ['dashboard', 'summary', me.permissions],
    ...following(
      [...follows, ...(may(me, 'bed.view') ? (['admissions'] as const) : [])],
      (options): Promise<DashboardSummary> => api(summarizeHospital, {}, options),
      placed<DashboardSummary, { id: string }>((summary, { id: _, ...figures }) => ({
        ...summary,
        ...figures,
      })),
    ),
  })
}

export function appointmentStatsQuery(days: AppointmentPeriod) {
  return queryOptions({
    queryKey: ['dashboard', 'appointments', days],
    ...following(
      ['dashboard-days'],
      (options) => api(readAppointmentStats, { query: { days } }, options),
      placed<{ daily: { day: string; count: string }[] }, DayCount>(({ daily }, { id, count }) => ({
        daily: daily.map((one) => (one.day === id ? { day: id, count: String(count) } : one)),
      })),
    ),
  })
}

/** An admission of a past day may still be corrected: it is read again. */
export function bedStatsQuery(daysAgo: BedMoment) {
  return queryOptions({
    queryKey: ['dashboard', 'beds', daysAgo],
    ...following(
      ['dashboard-beds'],
      (options) => api(readBedStats, { query: { daysAgo } }, options),
      daysAgo === 0 ? placed<BedCounts['byWard'], BedCounts>((_, { byWard }) => byWard) : undefined,
    ),
  })
}

/** A doctor's inpatients, the latest admission first. */
export function inpatientsQuery(doctorId: string) {
  return queryOptions({
    queryKey: ['admission', 'of-doctor', doctorId],
    ...following(['admissions'], (options) =>
      api(listAdmissions, { query: { doctorId, status: 'active', limit: 5 } }, options),
    ),
  })
}
