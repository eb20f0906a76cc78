import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { analyzeClinics, exportClinicFigures } from '../../../contract/figures/clinics.ts'
import { listAppointments } from '../../../contract/front-desk/appointments.ts'
import { startApp } from '../../testing/app.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { givenClinic } from '../../testing/factories/clinics.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { weekdayOf } from '../../testing/factories/schedules.ts'

/** Hours that are over, and what became of their places: each figure was computed by hand. */

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const [ann, ben] = [await app.signIn('doctor'), await app.signIn('doctor')]
const heart = await givenClinic(admin, { name: 'Heart', rooms: [] })
const skin = await givenClinic(admin, { name: 'Skin', rooms: [] })
const today = utcToday()
const day = (before: number) => daysAfter(today, -before)
const period = { from: day(10), to: day(1) }

async function session(
  doctorId: string,
  clinicId: string,
  before: number,
  minutes: string,
  kind: string,
  slot: number | null,
  capacity: number,
) {
  const id = randomUUID()
  await app.asOwner(
    `insert into practice_session (id, doctor_id, clinic_id, weekday, minutes, kind, slot_minutes, capacity, valid)
     values ($1, $2, $3, $4, $5, $6, $7, $8, daterange($9, null))`,
    [id, doctorId, clinicId, weekdayOf(day(before)), minutes, kind, slot, capacity, day(30)],
  )
  return id
}
const annHeart = await session(ann.id, heart.id, 7, '[540,600)', 'SLOTS', 15, 1)
const annSkin = await session(ann.id, skin.id, 5, '[780,900)', 'TOKENS', null, 10)
await session(ben.id, heart.id, 7, '[540,660)', 'SLOTS', 30, 2)
await session(ben.id, skin.id, 4, '[540,600)', 'SLOTS', 15, 1)
const closure = (cause: string, doctorId: string | null, from: string, until: string) =>
  app.asOwner(
    `insert into closure (cause, doctor_id, during, reason, made_by) values ($1, $2, tsrange($3, $4), 'Away', $5)`,
    [cause, doctorId, from, until, admin.id],
  )
// Leaves one of four times, and none.
await closure('SESSION_CANCELLED', ben.id, `${day(7)} 09:00`, `${day(7)} 10:10`)
await closure('HOLIDAY', null, `${day(4)} 00:00`, `${day(3)} 00:00`)

let number = 0
async function visit(of: {
  doctorId: string
  before: number
  time: string
  made: number
  sessionId?: string
  seat?: number
  status?: string
  reason?: string
  walkIn?: boolean
  type?: string
  waited?: number
}) {
  const date = day(of.before)
  const queued = of.waited === undefined ? null : `${date}T09:00:00Z`
  const started =
    of.waited === undefined ? null : new Date(Date.parse(`${queued}`) + of.waited * 60_000 + 59_000)
  await app.asOwner(
    `insert into appointment (patient_id, doctor_id, date, time, type, queue_number, status, cancel_reason, session_id, minutes,
       seat, walk_in, created_at, queued_at, started_at, completed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $9::uuid is null then null else 15 end, $10, $11,
       $12::date + time '12:00', $13, $14, $14)`,
    [
      (await givenPatient(desk)).id,
      of.doctorId,
      date,
      of.time,
      of.type ?? 'GENERAL',
      ++number,
      of.status ?? 'COMPLETED',
      of.reason ?? null,
      of.sessionId ?? null,
      of.seat ?? 1,
      of.walkIn ?? false,
      day(of.made),
      queued,
      started?.toISOString() ?? null,
    ],
  )
}
await app.asOwner('alter table appointment disable trigger user')
const inHeart = { doctorId: ann.id, before: 7, sessionId: annHeart }
await visit({ ...inHeart, time: '09:00', made: 10, waited: 20 })
await visit({ ...inHeart, time: '09:15', made: 17, status: 'SCHEDULED' })
await visit({ ...inHeart, time: '09:30', made: 7, status: 'CANCELLED', reason: 'DID_NOT_ATTEND' })
await visit({ ...inHeart, time: '09:45', made: 9, status: 'CANCELLED', reason: 'PATIENT_CANCELLED' })
await visit({ ...inHeart, time: '09:30', made: 7, seat: 1001, walkIn: true, waited: 40 })
await visit({ doctorId: ann.id, before: 5, sessionId: annSkin, time: '13:00', made: 25, waited: 5 })
// A visit entered after its day and outside any session, and an emergency.
await visit({ doctorId: ben.id, before: 3, time: '13:10', made: 2, status: 'SCHEDULED' })
await visit({ doctorId: ben.id, before: 3, time: '13:20', made: 3, status: 'SCHEDULED', type: 'EMERGENCY' })
await visit({ doctorId: ben.id, before: 12, time: '08:00', made: 12, waited: 1 })
// Its day is not over.
await visit({ doctorId: ben.id, before: 0, time: '08:00', made: 1, status: 'SCHEDULED' })
await app.asOwner('alter table appointment enable trigger user')

const who = ({ id }: { id: string }) => (id === ann.id ? 'Ann' : 'Ben')

test('places, no-shows, lead times and waits are what is computed by hand', async () => {
  const { body, status, text } = await desk.call(analyzeClinics, { query: period })
  expect(status, text).toBe(200)
  expect(body.total).toEqual({
    held: 3,
    offered: 4 + 10 + 2,
    booked: 4,
    seen: 2,
    due: 5,
    notArrived: 2,
    didNotAttend: 1,
    leadTime: { count: 4, median: 3, ninetieth: 20 },
  })
  expect(body.before).toEqual({
    held: 6,
    offered: 4 + 8 + 2 * 10 + 2 * 4,
    booked: 0,
    seen: 0,
    due: 1,
    notArrived: 0,
    didNotAttend: 0,
    leadTime: { count: 1, median: 0, ninetieth: 0 },
  })
  const ofHeart = { held: 2, offered: 6, booked: 3, seen: 1 }
  const ofSkin = { held: 1, offered: 10, booked: 1, seen: 1 }
  expect(body.clinics).toEqual([
    { clinic: { id: heart.id, name: 'Heart' }, ...ofHeart, waiting: { count: 2, median: 20, ninetieth: 40 } },
    { clinic: { id: skin.id, name: 'Skin' }, ...ofSkin, waiting: { count: 1, median: 5, ninetieth: 5 } },
  ])
  const sessions = body.sessions.map(({ clinic, doctor, held, offered, booked, seen }) =>
    [clinic.name, who(doctor), held, offered, booked, seen].join(' '),
  )
  expect(sessions.toSorted()).toEqual([
    'Heart Ann 1 4 3 1',
    'Heart Ben 1 2 0 0',
    'Skin Ann 1 10 1 1',
    'Skin Ben 0 0 0 0',
  ])
  expect(
    body.doctors
      .map(({ doctor, due, notArrived, didNotAttend, leadTime }) =>
        [who(doctor), due, notArrived, didNotAttend, leadTime?.median].join(' '),
      )
      .toSorted(),
  ).toEqual(['Ann 4 1 1 3', 'Ben 1 1 0 '])
  expect(body.hours).toEqual([
    { hour: 9, due: 3, notArrived: 1, didNotAttend: 1 },
    { hour: 13, due: 2, notArrived: 1, didNotAttend: 0 },
  ])
})

test('each figure of the clinics is the length of the list that it leads to', async () => {
  const { body } = await desk.call(analyzeClinics, { query: period })
  const counted = async (query: object) =>
    (await desk.call(listAppointments, { query: { ...period, limit: 1, ...query } })).body.total
  const { total } = body
  expect(await counted({ counted: 'PLACE' })).toBe(total.booked)
  expect(await counted({ counted: 'PLACE', status: 'COMPLETED' })).toBe(total.seen)
  expect(await counted({ counted: 'LEAD_TIME' })).toBe(total.leadTime?.count)
  for (const { clinic, doctor, booked, seen } of body.sessions) {
    const place = { counted: 'PLACE', sessionClinicId: clinic.id, doctorId: doctor.id }
    expect(await counted(place)).toBe(booked)
    expect(await counted({ ...place, status: 'COMPLETED' })).toBe(seen)
  }
  for (const { clinic, waiting } of body.clinics)
    expect(await counted({ sessionClinicId: clinic.id, status: 'IN_PROGRESS,COMPLETED' })).toBe(
      waiting?.count,
    )
  const rows = [
    ...body.doctors.map(({ doctor, ...row }) => ({ ...row, of: { doctorId: doctor.id } })),
    ...body.hours.map(({ hour, ...row }) => ({ ...row, of: { bookedHour: hour } })),
  ]
  for (const { of, due, notArrived, didNotAttend } of rows) {
    expect(await counted({ ...of, counted: 'DUE' })).toBe(due)
    expect(await counted({ ...of, counted: 'NO_SHOW', status: 'SCHEDULED' })).toBe(notArrived)
    expect(await counted({ ...of, counted: 'NO_SHOW', status: 'CANCELLED' })).toBe(didNotAttend)
  }
})

test('as CSV they have a line for each session, and a part of nothing is empty', async () => {
  const { text } = await desk.call(exportClinicFigures, { query: { ...period, by: 'session' } })
  const lines = text.trim().split('\r\n')
  expect(lines[0]).toContain('Clinic,Doctor,Sessions held,Places offered,Booked,Booked (%),Seen,Seen (%)')
  expect(lines).toContainEqual(expect.stringMatching(/^Heart,.*,1,4,3,75,1,25$/))
  expect(lines).toContainEqual(expect.stringMatching(/^Skin,.*,0,0,0,,0,$/))
})
