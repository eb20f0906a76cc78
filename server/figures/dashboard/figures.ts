import { sql } from 'kysely'
import { daysAfter } from '../../../contract/days.ts'
import {
  type AppointmentCounts,
  type BedCount,
  type BedCounts,
  type BedMoment,
  type DayCount,
  noon,
  type PatientCounts,
  type StockCounts,
} from '../../../contract/figures/dashboard.ts'
import { type Ward, wards } from '../../../contract/wards/wards.ts'
import { isOnQueue } from '../../front-desk/appointments/public.ts'
import type { Database } from '../../ground/db/connect.ts'
import { statement } from '../../ground/db/prepared.ts'
import { dayBegins } from '../../ground/records/days.ts'
import { newPatientDays } from '../../people/patients/public.ts'

/** Each figure reads the rows that it counts, or a tally: the work does not grow with the years that are on record. */

const ofPatients = statement(
  (month: string, since: string) => sql<Omit<PatientCounts, 'id' | 'newPatientsSince'>>`
    select (select coalesce(sum(current), 0)::int from patient_tally) as "totalPatients",
      (select count(*)::int from patient where retired_at is null and created_at >= ${dayBegins(month)})
        as "patientsThisMonth",
      (select count(*)::int from patient where retired_at is null and created_at >= ${dayBegins(since)})
        as "newPatients"`,
)

export async function patientCounts(db: Database, today: string): Promise<Omit<PatientCounts, 'id'>> {
  const newPatientsSince = daysAfter(today, 1 - newPatientDays)
  const [counts] = await ofPatients(db, `${today.slice(0, 7)}-01`, newPatientsSince)
  return { ...only(counts), newPatientsSince }
}

const ofBoard = statement(
  (today: string) => sql<Omit<AppointmentCounts, 'id'>>`
    select count(*) filter (where status <> 'CANCELLED')::int as "appointmentsToday",
      count(*) filter (where status = 'SCHEDULED')::int as scheduled,
      count(*) filter (where status = 'IN_QUEUE')::int as "inQueue",
      count(*) filter (where status = 'IN_QUEUE' and date < ${today})::int as "inQueueFromEarlier",
      count(*) filter (where status = 'IN_PROGRESS')::int as "inProgress"
    from appointment where ${isOnQueue(today)}`,
)

export async function appointmentCounts(db: Database, today: string): Promise<Omit<AppointmentCounts, 'id'>> {
  const [counts] = await ofBoard(db, today)
  return only(counts)
}

const ofDays = statement(
  (days: readonly string[]) => sql<DayCount>`
    select day::text as id, count(appointment.id)::int as count
    from unnest(${days}::date[]) day
    left join appointment on appointment.date = day and appointment.status <> 'CANCELLED'
    group by day order by day`,
)

/** How many appointments each of these days has. */
export function dayCounts(db: Database, days: readonly string[]): Promise<DayCount[]> {
  return ofDays(db, days)
}

/** The last days, today included, in their order. */
export function lastDays(today: string, days: number): string[] {
  return Array.from({ length: days }, (_, index) => daysAfter(today, index + 1 - days))
}

interface WardRow {
  ward: Ward
  available: number
  occupied: number
  maintenance: number | null
}

const ofBeds = statement(
  () => sql<WardRow & { maintenance: number }>`
    select ward, count(*) filter (where stay.id is null and maintenance_since is null)::int as available,
      count(stay.id)::int as occupied,
      count(*) filter (where stay.id is null and maintenance_since is not null)::int as maintenance
    from bed left join stay on stay.open_bed_id = bed.id where bed.retired_at is null group by ward`,
)

/** As the board of a past moment has them: the beds that were there then, and who lay in them. */
const ofBedsAt = statement(
  (moment: string) => sql<WardRow>`
    with moment as (select ${moment}::timestamp at time zone time_zone as at from hospital)
    select ward, count(*) filter (where stay.id is null)::int as available, count(stay.id)::int as occupied,
      null::int as maintenance
    from moment cross join bed
    left join stay on stay.bed_id = bed.id and tstzrange(stay.started_at, stay.ended_at) @> at
    where stay.id is not null or (bed.created_at <= at and (bed.retired_at is null or bed.retired_at > at))
    group by ward`,
)

function byWard(rows: readonly WardRow[], maintenance: 0 | null): Record<Ward, BedCount> {
  const found = new Map(rows.map(({ ward, ...counts }) => [ward, counts]))
  const none = { available: 0, occupied: 0, maintenance }
  return Object.fromEntries(wards.map((ward) => [ward, found.get(ward) ?? none])) as Record<Ward, BedCount>
}

export async function bedCounts(db: Database): Promise<Omit<BedCounts, 'id'>> {
  const rows = await ofBeds(db)
  const sum = (of: 'available' | 'occupied' | 'maintenance') =>
    rows.reduce((total, row) => total + row[of], 0)
  return {
    availableBeds: sum('available'),
    occupiedBeds: sum('occupied'),
    maintenanceBeds: sum('maintenance'),
    byWard: byWard(rows, 0),
  }
}

/** The counts at noon, `daysAgo` days ago. */
export async function bedCountsAgo(db: Database, today: string, daysAgo: BedMoment) {
  const moment = `${daysAfter(today, -daysAgo)} ${noon}`
  return byWard(await ofBedsAt(db, moment), null)
}

const ofStore = statement(
  () => sql<Omit<StockCounts, 'id'>>`
    select items as "totalItems", low as "lowStockItems", drafts as "draftOrders", sent as "sentOrders"
    from (select coalesce(sum(items), 0)::int as items, coalesce(sum(low), 0)::int as low from store_tally) store,
      (select count(*) filter (where status = 'DRAFT')::int as drafts,
        count(*) filter (where status = 'SENT')::int as sent
      from purchase_order where status in ('DRAFT', 'SENT')) orders`,
)

export async function stockCounts(db: Database): Promise<Omit<StockCounts, 'id'>> {
  return only((await ofStore(db))[0])
}

/** An aggregate without groups has one row. */
function only<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('no figures came back')
  return row
}
