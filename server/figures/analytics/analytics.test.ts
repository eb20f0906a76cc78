import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { daysAfter } from '../../../contract/days.ts'
import {
  analyzeStays,
  analyzeVisits,
  daysOf,
  exportWeeklyReport,
  type Spread,
  weekOf,
} from '../../../contract/figures/analytics.ts'
import { listAppointments } from '../../../contract/front-desk/appointments.ts'
import { cancelReasons } from '../../../contract/front-desk/cancel-reasons.ts'
import { type Admission, listAdmissions, readmittedWithin } from '../../../contract/wards/admissions.ts'
import { wards } from '../../../contract/wards/wards.ts'
import { startApp } from '../../testing/app.ts'
import { utcToday } from '../../testing/days.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'

/** Counts every figure again from random rows, in a time zone with a half-hour offset. */

const app = await startApp()
const admin = await app.founder()
const doctors = [await app.signIn('doctor'), await app.signIn('doctor'), await app.signIn('doctor')]
const desk = await app.signIn('receptionist')
const keeper = await app.signIn('inventory_manager')
afterAll(() => app.close())

const offset = 5.5 * 3_600_000
const today = utcToday()
const period = { from: daysAfter(today, -29), to: daysAfter(today, -3) }
const earlier = { from: daysAfter(today, -56), to: daysAfter(today, -30) }

/** The seed of the random numbers, fixed so that they are the same in each run. */
let seed = 20_261_122
function random(below: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}
const oneOf = <Value>(values: readonly Value[]) => values[random(values.length)] as Value
const hour = 3_600_000
/** The moment this many milliseconds into a day, by the hospital's clock. */
const momentOf = (day: string, passed: number) => Date.parse(`${day}T00:00:00Z`) - offset + passed
const dayOf = (moment: number) => new Date(moment + offset).toISOString().slice(0, 10)
const iso = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString())

interface Visit {
  patientId: string
  date: string
  doctorId: string
  status: 'SCHEDULED' | 'COMPLETED' | 'CANCELLED'
  reason: (typeof cancelReasons)[number] | null
  queued: number | null
  started: number | null
  completed: number | null
}

interface Lying {
  patientId: string
  stays: { bed: number; from: number; until: number | null }[]
}

const patients = await Promise.all(Array.from({ length: 40 }, () => givenPatient(desk)))
await app.asOwner(`update hospital set time_zone = 'Asia/Kolkata'`)

const beds = wards.flatMap((ward) => [
  { id: randomUUID(), ward, created: momentOf(daysAfter(today, -80), 0), retired: null as number | null },
  { id: randomUUID(), ward, created: momentOf(daysAfter(today, -20), 9 * hour), retired: null },
])
beds.push({
  id: randomUUID(),
  ward: 'ICU',
  created: momentOf(daysAfter(today, -70), 0),
  retired: momentOf(daysAfter(today, -15), 13 * hour),
})

const visits = await fillVisits()
const lyings = await fillBeds()

/** Adds appointments with about ten thousand events: booked, queued, started, completed or cancelled. */
async function fillVisits(): Promise<Visit[]> {
  const made: Visit[] = []
  for (let n = 0; n < 3200; n++) {
    const date = daysAfter(today, -1 - random(60))
    const doctorId = oneOf(doctors).id
    // A patient sees a doctor once a day.
    const others = made.filter((visit) => visit.date === date && visit.doctorId === doctorId)
    const patientId = patients[others.length]?.id
    if (!patientId) continue
    const outcome = random(10)
    const queued = outcome < 8 ? momentOf(date, 8 * hour + random(9 * 3600) * 1000) : null
    const started = queued !== null && outcome < 7 ? queued + random(7200) * 1000 : null
    const completed = started === null ? null : started + random(3600) * 1000
    const isCancelled = outcome >= 7 && random(5) > 0
    made.push({
      date,
      doctorId,
      patientId,
      status: completed ? 'COMPLETED' : isCancelled ? 'CANCELLED' : 'SCHEDULED',
      reason: !completed && isCancelled ? oneOf(cancelReasons) : null,
      queued,
      started,
      completed,
    })
  }
  await app.asOwner('alter table appointment disable trigger user')
  await app.asOwner(
    `insert into appointment (patient_id, doctor_id, date, time, type, queue_number, status, cancel_reason, admitted_to, queued_at, started_at, completed_at)
     select (visit->>'patientId')::uuid, (visit->>'doctorId')::uuid, (visit->>'date')::date,
       time '00:00' + make_interval(secs => n), 'GENERAL', n, (visit->>'status')::appointment_status,
       (visit->>'reason')::cancel_reason, case visit->>'reason' when 'ADMITTED' then 'R-0' end,
       to_timestamp((visit->>'queued')::float8 / 1000),
       to_timestamp((visit->>'started')::float8 / 1000), to_timestamp((visit->>'completed')::float8 / 1000)
     from jsonb_array_elements($1::jsonb) with ordinality of (visit, n)`,
    [JSON.stringify(made)],
  )
  await app.asOwner('alter table appointment enable trigger user')
  return made
}

/** Adds stays that never put a patient in two beds or two patients in one bed. */
async function fillBeds(): Promise<Lying[]> {
  const made: Lying[] = []
  const freeFrom = beds.map(({ created }, index) => (index % 3 === 0 ? created - 40 * hour : created))
  const wellFrom = new Map(patients.map(({ id }) => [id, 0]))
  for (let n = 0; n < 260; n++) {
    const stays: Lying['stays'] = []
    let at = momentOf(daysAfter(today, -70 + Math.floor(n / 4)), random(24 * 60) * 60_000)
    const patientId = oneOf(patients).id
    if ((wellFrom.get(patientId) ?? 0) > at) continue
    for (let moves = random(3); moves >= 0; moves--) {
      const free = freeFrom.flatMap((from, bed) => (from <= at && beds[bed]?.retired === null ? [bed] : []))
      if (free.length === 0) break
      const bed = oneOf(free)
      const until = at + (1 + random(3 * 24 * 60)) * 60_000
      const isOpen = moves === 0 && until > Date.now() - hour
      if (!isOpen && until > Date.now()) break
      stays.push({ bed, from: at, until: isOpen ? null : until })
      freeFrom[bed] = isOpen ? Number.POSITIVE_INFINITY : until
      at = until
    }
    if (stays.length === 0) continue
    wellFrom.set(patientId, stays.at(-1)?.until ?? Number.POSITIVE_INFINITY)
    made.push({ patientId, stays })
  }
  const admissions = made.map(({ patientId, stays }) => ({
    id: randomUUID(),
    patientId,
    admitted: iso(stays[0]?.from ?? null),
    discharged: iso(stays.at(-1)?.until ?? null),
    stays: stays.map(({ bed, from, until }) => ({ bed: beds[bed]?.id, from: iso(from), until: iso(until) })),
  }))
  for (const table of ['bed', 'admission', 'stay'])
    await app.asOwner(`alter table ${table} disable trigger user`)
  for (const [n, { id, ward, created, retired }] of beds.entries()) {
    await app.asOwner(
      `insert into bed (id, bed_number, ward, unit_id, created_at, retired_at)
       values ($1, $2, $3, oldest_unit($3), $4, $5)`,
      [id, `R-${n}`, ward, iso(created), iso(retired)],
    )
  }
  await app.asOwner(
    `with made as (select * from jsonb_to_recordset($1::jsonb)
       as admission(id uuid, "patientId" uuid, admitted timestamptz, discharged timestamptz, stays jsonb)),
     admitted as (
       insert into admission (id, patient_id, admitted_at, discharged_at, destination)
       select id, "patientId", admitted, discharged, case when discharged is not null then 'HOME'::destination end from made)
     insert into stay (admission_id, bed_id, started_at, ended_at)
     select id, stay.bed, stay."from", stay.until
     from made, jsonb_to_recordset(stays) as stay(bed uuid, "from" timestamptz, until timestamptz)`,
    [JSON.stringify(admissions)],
  )
  for (const table of ['bed', 'admission', 'stay'])
    await app.asOwner(`alter table ${table} enable trigger user`)
  return made
}

/** The median and the 90th percentile, by nearest rank. */
function spreadOf(values: number[]): Spread | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((one, other) => one - other)
  const rank = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] as number
  return { count: values.length, median: rank(0.5), ninetieth: rank(0.9) }
}

const isIn = (day: string, { from, to }: typeof period) => day >= from && day <= to

function visitFiguresOf(all: Visit[]) {
  return {
    booked: all.length,
    seen: all.filter(({ status }) => status === 'COMPLETED').length,
    cancelled: all.filter(({ reason }) => reason === 'PATIENT_CANCELLED' || reason === 'OTHER').length,
    notAttended: all.filter(({ reason }) => reason === 'DID_NOT_ATTEND').length,
    admitted: all.filter(({ reason }) => reason === 'ADMITTED').length,
    waiting: spreadOf(
      all.flatMap(({ queued, started }) =>
        queued !== null && started !== null ? [Math.floor((started - queued) / 60_000)] : [],
      ),
    ),
    consultation: spreadOf(
      all.flatMap(({ started, completed }) =>
        started !== null && completed !== null ? [Math.floor((completed - started) / 60_000)] : [],
      ),
    ),
  }
}

test('what became of a period’s appointments, and the period before, is what counting them again gives', async () => {
  const { body, status, text } = await admin.call(analyzeVisits, { query: period })
  expect(status, text).toBe(200)
  const all = visits.filter(({ date }) => isIn(date, period))
  expect(all.length).toBeGreaterThan(1000)
  expect(body.total).toEqual(visitFiguresOf(all))
  expect(body.before).toEqual(visitFiguresOf(visits.filter(({ date }) => isIn(date, earlier))))
  expect(body.days).toEqual(
    daysOf(period).map((day) => {
      const {
        waiting: _,
        consultation: __,
        ...outcomes
      } = visitFiguresOf(all.filter(({ date }) => date === day))
      return { day, ...outcomes }
    }),
  )
  for (const { doctor, ...figures } of body.doctors) {
    expect(figures).toEqual(visitFiguresOf(all.filter(({ doctorId }) => doctorId === doctor.id)))
  }
  expect(body.doctors.map(({ doctor }) => doctor.id).toSorted()).toEqual(
    doctors.map(({ id }) => id).toSorted(),
  )
  const hourOf = ({ queued }: Visit) => (queued === null ? null : new Date(queued + offset).getUTCHours())
  expect(body.hours.map((one) => one.hour)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16])
  for (const { hour: of, ...spreads } of body.hours) {
    const { waiting, consultation } = visitFiguresOf(all.filter((visit) => hourOf(visit) === of))
    expect(spreads).toEqual({ waiting, consultation })
  }
})

test('each figure of appointments is the length of the list that it leads to', async () => {
  const { body } = await admin.call(analyzeVisits, { query: period })
  const counted = async (query: object) => {
    const list = await desk.call(listAppointments, { query: { ...period, limit: 1, ...query } })
    return list.body.total
  }
  const cancelled = { status: 'CANCELLED', cancelReason: 'PATIENT_CANCELLED,OTHER' }
  const notAttended = { status: 'CANCELLED', cancelReason: 'DID_NOT_ATTEND' }
  for (const { doctor, ...figures } of body.doctors) {
    const doctorId = doctor.id
    expect(await counted({ doctorId })).toBe(figures.booked)
    expect(await counted({ doctorId, status: 'COMPLETED' })).toBe(figures.seen)
    expect(await counted({ doctorId, ...cancelled })).toBe(figures.cancelled)
    expect(await counted({ doctorId, ...notAttended })).toBe(figures.notAttended)
    const admitted = { status: 'CANCELLED', cancelReason: 'ADMITTED' }
    expect(await counted({ doctorId, ...admitted })).toBe(figures.admitted)
  }
  for (const { hour: queuedHour, waiting } of body.hours) {
    expect(await counted({ queuedHour, status: 'IN_PROGRESS,COMPLETED' })).toBe(waiting?.count)
  }
})

const hours = (milliseconds: number) => milliseconds / hour
const shared = (from: number, until: number | null, start: number, end: number) =>
  Math.max(0, hours(Math.min(until ?? end, end) - Math.max(from, start)))

function stayFiguresOf(of: typeof period, ward?: string) {
  const [start, end] = [momentOf(of.from, 0), momentOf(daysAfter(of.to, 1), 0)]
  const wardOf = (bed: number | undefined) => beds[bed ?? -1]?.ward
  const first = ({ stays }: Lying) => stays[0]
  const last = ({ stays }: Lying) => stays.at(-1)
  const came = lyings.filter(
    (one) => isIn(dayOf(first(one)?.from ?? 0), of) && (!ward || wardOf(first(one)?.bed) === ward),
  )
  const left = lyings.filter((one) => {
    const until = last(one)?.until ?? null
    return until !== null && isIn(dayOf(until), of) && (!ward || wardOf(last(one)?.bed) === ward)
  })
  const all = lyings.flatMap(({ stays }) => stays).filter(({ bed }) => !ward || wardOf(bed) === ward)
  const occupied = all.reduce((sum, { from, until }) => sum + shared(from, until, start, end), 0)
  const early = all.reduce((sum, { bed, from, until }) => {
    const entered = beds[bed]?.created ?? 0
    return sum + shared(from, Math.min(until ?? entered, entered), start, end)
  }, 0)
  const there = beds
    .filter((bed) => !ward || bed.ward === ward)
    .reduce((sum, { created, retired }) => sum + shared(created, retired, start, end), 0)
  const isAgain = (one: Lying) =>
    lyings.some((other) => {
      const before = (first(one)?.from ?? 0) - (last(other)?.until ?? Number.POSITIVE_INFINITY)
      return (
        other !== one &&
        other.patientId === one.patientId &&
        before >= 0 &&
        before < readmittedWithin * 24 * hour
      )
    })
  return {
    admissions: came.length,
    readmissions: came.filter(isAgain).length,
    discharges: left.length,
    stay: spreadOf(left.map((one) => Math.floor(hours((last(one)?.until ?? 0) - (first(one)?.from ?? 0))))),
    occupiedHours: occupied,
    bedHours: there + early,
  }
}

/** Hours are rounded to hundredths for each ward and day. */
function expectFigures(
  told: { occupiedHours: number; bedHours: number },
  counted: { occupiedHours: number; bedHours: number },
) {
  const { occupiedHours, bedHours, ...others } = counted
  expect(told).toMatchObject(others)
  expect(Math.abs(told.occupiedHours - occupiedHours)).toBeLessThan(1)
  expect(Math.abs(told.bedHours - bedHours)).toBeLessThan(1)
}

test('occupancy, admissions, discharges and lengths of stay are what counting them again gives', async () => {
  const { body, status, text } = await admin.call(analyzeStays, { query: period })
  expect(status, text).toBe(200)
  expect(body.total.admissions).toBeGreaterThan(40)
  expect(body.total.readmissions).toBeGreaterThan(5)
  expectFigures(body.total, stayFiguresOf(period))
  expectFigures(body.before, stayFiguresOf(earlier))
  expect(body.wards.map(({ ward }) => ward)).toEqual(wards)
  for (const { ward, ...figures } of body.wards) expectFigures(figures, stayFiguresOf(period, ward))
  for (const { day, ...figures } of body.days) {
    const { readmissions: _, stay: __, ...counted } = stayFiguresOf({ from: day, to: day })
    expectFigures(figures, counted)
  }
})

test('each figure of admissions is the length of the list that it leads to', async () => {
  const { body } = await admin.call(analyzeStays, { query: period })
  const counted = async (query: object) =>
    (await desk.call(listAdmissions, { query: { ...period, limit: 1, ...query } })).body.total
  for (const { ward, ...figures } of [...body.wards, { ward: undefined, ...body.total }]) {
    expect(await counted({ ...(ward && { admittedTo: ward }) })).toBe(figures.admissions)
    expect(await counted({ ...(ward && { admittedTo: ward }), readmissions: 'true' })).toBe(
      figures.readmissions,
    )
    expect(await counted({ of: 'discharges', ...(ward && { dischargedFrom: ward }) })).toBe(
      figures.discharges,
    )
  }
  const listed = (await desk.call(listAdmissions, { query: { ...period, of: 'discharges', limit: 200 } }))
    .body.items
  const discharges = listed.map(({ dischargeDate }: Admission) => dischargeDate)
  expect(discharges).toEqual(discharges.toSorted().toReversed())
})

test('a bed that moves to a ward of another kind leaves the past to the wards in which it was spent', async () => {
  const read = async () => (await admin.call(analyzeStays, { query: period })).body
  const before = await read()
  const openOnes = new Set(
    lyings.flatMap(({ stays }) => stays.flatMap((one) => (one.until ? [] : [one.bed]))),
  )
  const moved = beds.find((_, index) => !openOnes.has(index))
  const to = wards.find((ward) => ward !== moved?.ward)
  await app.asOwner('update bed set ward = $2 where id = $1', [moved?.id, to])
  const after = await read()
  expectFigures(after.total, before.total)
  for (const [n, { ward: _, ...figures }] of before.wards.entries()) {
    const bedHours = after.wards[n]?.bedHours ?? 0
    expect(Math.abs(bedHours - figures.bedHours) > 1).toBe([moved?.ward, to].includes(wards[n]))
    // Rounding moves a hundredth a day from one ward to the other.
    expect(bedHours).toBeGreaterThanOrEqual(figures.occupiedHours - 0.5)
    expectFigures(after.wards[n] ?? figures, { ...figures, bedHours })
  }
})

test('a week as CSV has a line for each day, and one for all', async () => {
  const { text, status } = await desk.call(exportWeeklyReport, { query: { day: period.from } })
  expect(status, text).toBe(200)
  const lines = text.trim().split('\r\n')
  const week = weekOf(period.from)
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([...daysOf(week), 'Week'])
  const { total } = (await desk.call(analyzeVisits, { query: week })).body
  expect(lines.at(-1)).toContain(
    `Week,${total.booked},${total.seen},${total.cancelled},${total.notAttended},${total.admitted},`,
  )
})

test('a period that is none is refused beside its field, and who may not see a part gets none of it', async () => {
  const asked = async (query: { from: string; to: string }) => {
    const { status, problem } = await admin.call(analyzeVisits, { query })
    return [status, problem?.errors?.map(({ path, message }) => `${path}: ${message}`)]
  }
  expect(await asked({ from: today, to: daysAfter(today, -1) })).toEqual([
    422,
    ['to: The last day is before the first'],
  ])
  expect(await asked({ from: '2025-01-01', to: '2026-01-02' })).toEqual([
    422,
    ['to: Choose at most 366 days'],
  ])
  expect((await keeper.call(analyzeVisits, { query: period })).status).toBe(403)
  expect((await keeper.call(analyzeStays, { query: period })).status).toBe(403)
  expect((await doctors[0]?.call(analyzeStays, { query: period }))?.status).toBe(200)
})
