import {
  analyzeStays,
  analyzeVisits,
  exportWeeklyReport,
  type Period,
  weekOf,
} from '../../../contract/figures/analytics.ts'
import { readAppointmentStats, readBedStats, summarizeHospital } from '../../../contract/figures/dashboard.ts'
import { analyzeStore } from '../../../contract/figures/store.ts'
import { listAppointments, listQueue } from '../../../contract/front-desk/appointments.ts'
import { summarizePatients } from '../../../contract/people/patients.ts'
import { listInventoryItems, summarizeInventory } from '../../../contract/store/items.ts'
import { listPurchaseOrders } from '../../../contract/store/purchase-orders.ts'
import { listStoreMovements } from '../../../contract/store/stock.ts'
import { listAdmissions } from '../../../contract/wards/admissions.ts'
import { listBeds } from '../../../contract/wards/beds.ts'
import { dayText } from '../../../server/demo/calendar.ts'
import type { Person } from '../people/person.ts'
import type { Asked, Check } from './check.ts'

/** Figures that differ: the name, the shown figure and the counted one. */
type Pairs = readonly (readonly [what: string, said: unknown, counted: unknown])[]

const unlike = (pairs: Pairs) =>
  pairs
    .filter(([, said, counted]) => said !== counted)
    .map(([what, said, counted]) => `${what}: ${String(said)} is said, ${String(counted)} are there`)

/** A list's total is only exact up to a bound, so larger totals are counted in the database. */
export const figures: Check = {
  name: 'figures',
  holds: 'Dashboard, analytics and the weekly report say what the lists and the rows have that they count.',
  async find(asked) {
    const admin = asked.simulation.life.staff.admins.one()
    const { firstDay, size } = asked.simulation
    const last = dayText(firstDay + size.days - 1)
    const weeks = new Set([dayText(firstDay + 1), dayText(firstDay + Math.floor(size.days / 2)), last])
    const pairs: Pairs[] = [await ofDashboard(admin, asked)]
    pairs.push(
      await ofPeriod(admin, asked, { from: dayText(firstDay + Math.max(0, size.days - 366)), to: last }),
    )
    for (const day of weeks)
      pairs.push(await ofPeriod(admin, asked, weekOf(day)), await ofReport(admin, asked, day))
    return pairs.flatMap(unlike)
  },
}

async function ofDashboard(admin: Person, { query }: Asked): Promise<Pairs> {
  const said = await admin.get(summarizeHospital)
  const patients = await admin.get(summarizePatients)
  const beds = await admin.get(listBeds)
  const board = await admin.get(listQueue)
  const stats = await admin.get(readBedStats)
  const { daily } = await admin.get(readAppointmentStats, { query: { days: 30 } })
  const store = await admin.get(summarizeInventory)
  const items = await admin.get(listInventoryItems, { query: { limit: 1 } })
  const low = await admin.get(listInventoryItems, { query: { limit: 1, lowStock: 'true' } })
  const drafts = await admin.get(listPurchaseOrders, { query: { limit: 1, status: 'DRAFT' } })
  const sent = await admin.get(listPurchaseOrders, { query: { limit: 1, status: 'SENT' } })
  const [rows] = await query<{ patients: number; young: number; value: number }>(
    `select (select count(*)::int from patient where retired_at is null) as patients,
       (select count(*)::int from patient, hospital where retired_at is null
         and created_at >= (hospital_today() - 29)::timestamp at time zone time_zone) as young,
       (select coalesce(sum(worth), 0)::float8 from stock_movement) as value`,
  )
  const days = await query<{ day: string; count: string }>(
    `select date::text as day, count(*)::text as count from appointment
     where status <> 'CANCELLED' and date between $1 and $2 group by date`,
    [daily[0]?.day, daily.at(-1)?.day],
  )
  const inState = (state: string) => beds.filter(({ status }) => status === state).length
  const onBoard = (status: string) => board.filter((one) => one.status === status).length
  const sum = (of: 'occupied' | 'available') =>
    Object.values(stats).reduce((total, ward) => total + ward[of], 0)
  return [
    ['patients on the dashboard', said.totalPatients, rows?.patients],
    ['patients above their list', patients.totalPatients, rows?.patients],
    ['new patients', said.newPatients, rows?.young],
    ['occupied beds', said.occupiedBeds, inState('OCCUPIED')],
    ['available beds', said.availableBeds, inState('AVAILABLE')],
    ['beds in maintenance', said.maintenanceBeds, inState('MAINTENANCE')],
    ['occupied beds by ward', sum('occupied'), inState('OCCUPIED')],
    ['scheduled', said.scheduled, onBoard('SCHEDULED')],
    ['in the queue', said.inQueue, onBoard('IN_QUEUE')],
    ['with a doctor', said.inProgress, onBoard('IN_PROGRESS')],
    ['items', said.totalItems, items.total],
    ['low items', said.lowStockItems, low.total],
    ['value of the store', store.totalValue, rows?.value],
    ['drafts', said.draftOrders, drafts.total],
    ['sent orders', said.sentOrders, sent.total],
    ...daily.map(({ day, count }): Pairs[number] => [
      `appointments of ${day}`,
      count,
      days.find((one) => one.day === day)?.count ?? '0',
    ]),
  ]
}

interface Counted {
  booked: number
  seen: number
  missed: number
  cancelled: number
  admittedFromQueue: number
  admissions: number
  discharges: number
  readmissions: number
  used: number
  received: number
  worth: number
}

async function ofPeriod(admin: Person, { query }: Asked, period: Period): Promise<Pairs> {
  const visits = await admin.get(analyzeVisits, { query: period })
  const stays = await admin.get(analyzeStays, { query: period })
  const store = await admin.get(analyzeStore, { query: period })
  const booked = await admin.get(listAppointments, { query: { ...period, limit: 1 } })
  const missed = await admin.get(listAppointments, {
    query: { ...period, limit: 1, status: 'CANCELLED', cancelReason: 'DID_NOT_ATTEND' },
  })
  const admissions = await admin.get(listAdmissions, { query: { ...period, limit: 1 } })
  const discharges = await admin.get(listAdmissions, { query: { ...period, limit: 1, of: 'discharges' } })
  const again = await admin.get(listAdmissions, { query: { ...period, limit: 1, readmissions: 'true' } })
  const until = await admin.get(listStoreMovements, { query: { to: period.to, limit: 1 } })
  const [rows] = await query<Counted>(counted, [period.from, period.to])
  const name = `${period.from} to ${period.to}`
  const sum = <Row>(list: readonly Row[], of: (row: Row) => number) =>
    Math.round(list.reduce((total, row) => total + of(row), 0) * 100) / 100
  const listed = (
    { total, totalIsAtLeast }: { total: number; totalIsAtLeast?: boolean | undefined },
    or: number,
  ) => (totalIsAtLeast ? or : total)
  return [
    [`booked, ${name}`, visits.total.booked, rows?.booked],
    [`booked in the list, ${name}`, listed(booked, visits.total.booked), rows?.booked],
    [`booked by day, ${name}`, sum(visits.days, (day) => day.booked), rows?.booked],
    [`booked by doctor, ${name}`, sum(visits.doctors, (doctor) => doctor.booked), rows?.booked],
    [`seen, ${name}`, visits.total.seen, rows?.seen],
    [`missed, ${name}`, visits.total.notAttended, rows?.missed],
    [`cancelled, ${name}`, visits.total.cancelled, rows?.cancelled],
    [`admitted from the queue, ${name}`, visits.total.admitted, rows?.admittedFromQueue],
    [`missed in the list, ${name}`, listed(missed, visits.total.notAttended), rows?.missed],
    [`admissions, ${name}`, stays.total.admissions, rows?.admissions],
    [`admissions in the list, ${name}`, listed(admissions, stays.total.admissions), rows?.admissions],
    [`admissions by ward, ${name}`, sum(stays.wards, (ward) => ward.admissions), rows?.admissions],
    [`discharges, ${name}`, stays.total.discharges, rows?.discharges],
    [`discharges in the list, ${name}`, listed(discharges, stays.total.discharges), rows?.discharges],
    [`readmissions, ${name}`, stays.total.readmissions, rows?.readmissions],
    [`readmissions in the list, ${name}`, listed(again, stays.total.readmissions), rows?.readmissions],
    [`used, ${name}`, store.total.used, rows?.used],
    [`used by day, ${name}`, sum(store.days, (day) => day.used), rows?.used],
    [`received, ${name}`, store.total.received, rows?.received],
    [`worth at the end, ${name}`, store.total.worth, rows?.worth],
    [`worth in the list, ${name}`, until.worth, rows?.worth],
  ]
}

const counted = `
  with period as (
    select $1::date as first, $2::date as last, $1::date::timestamp at time zone time_zone as since,
      ($2::date + 1)::timestamp at time zone time_zone as until from hospital
  ), visits as (select appointment.* from appointment, period where date between first and last
  ), moved as (select stock_movement.* from stock_movement, period where at >= since and at < until
  ), admitted as (select admission.* from admission, period where admitted_at >= since and admitted_at < until)
  select (select count(*)::int from visits) as booked,
    (select count(*)::int from visits where status = 'COMPLETED') as seen,
    (select count(*)::int from visits where cancel_reason = 'DID_NOT_ATTEND') as missed,
    (select count(*)::int from visits where cancel_reason in ('PATIENT_CANCELLED', 'OTHER')) as cancelled,
    (select count(*)::int from visits where cancel_reason = 'ADMITTED') as "admittedFromQueue",
    (select count(*)::int from admitted) as admissions,
    (select count(*)::int from admission, period where discharged_at >= since and discharged_at < until) as discharges,
    (select count(*)::int from admitted one where exists (
      select from admission before where before.patient_id = one.patient_id and before.discharged_at <= one.admitted_at
        and before.discharged_at > one.admitted_at - interval '30 days')) as readmissions,
    (select coalesce(-sum(worth), 0)::float8 from moved where kind in ('ISSUE', 'RETURN')) as used,
    (select coalesce(sum(worth), 0)::float8 from moved where kind = 'RECEIVE') as received,
    (select coalesce(sum(worth), 0)::float8 from stock_movement, period where at < until) as worth`

/** A line for each day, and one for the week. */
async function ofReport(admin: Person, { query }: Asked, day: string): Promise<Pairs> {
  const csv = await admin.get(exportWeeklyReport, { query: { day } })
  const [head = [], ...lines] = csv
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const week = weekOf(day)
  const [rows] = await query<Counted>(counted, [week.from, week.to])
  const field = (line: readonly string[] | undefined, name: string) => Number(line?.[head.indexOf(name)])
  const total = lines.at(-1)
  const days = lines.slice(0, -1)
  const summed = (name: string) => days.reduce((sum, line) => sum + field(line, name), 0)
  const names = [
    ['Booked', rows?.booked],
    ['Seen', rows?.seen],
    ['Not attended', rows?.missed],
    ['Cancelled', rows?.cancelled],
    ['Admitted from queue', rows?.admittedFromQueue],
    ['Admissions', rows?.admissions],
    ['Discharges', rows?.discharges],
  ] as const
  return names.flatMap(
    ([name, there]): Pairs => [
      [`${name} in the report of the week of ${day}`, field(total, name), there],
      [`${name} of the days of that report`, summed(name), there],
    ],
  )
}
