import { afterAll, expect, test } from 'vitest'
import {
  bookSeries,
  cancelSeries,
  checkSeries,
  seriesDays,
} from '../../../contract/front-desk/appointment-series.ts'
import { listPatientAppointments } from '../../../contract/front-desk/appointments.ts'
import { editSettings, readSettings } from '../../../contract/hospital/settings.ts'
import { startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { givenSeries } from '../../testing/factories/appointment-series.ts'
import { givenAppointment } from '../../testing/factories/appointments.ts'
import { givenClinic } from '../../testing/factories/clinics.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { away, givenSession, weekdayOf } from '../../testing/factories/schedules.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const desk = await app.signIn('receptionist')
/** A Monday; the clocks of London go forward on 31 March 2030. */
const first = '2030-03-04'
const weekly = (times: number) => seriesDays(first, { every: 1, unit: 'weeks', times })
const at = (time: string) => (date: string) => ({ date, time })

async function bookedOf(patientId: string) {
  const { items } = (
    await desk.call(listPatientAppointments, { params: { id: patientId }, query: { limit: 60 } })
  ).body
  return items
}

async function someone() {
  return {
    patientId: (await givenPatient(desk)).id,
    doctorId: (await app.signIn('doctor')).id,
    type: 'GENERAL' as const,
  }
}

test('12 weekly appointments at nine stay at nine when the clocks change; with one day closed, nothing is booked', async () => {
  const settings = (await admin.call(readSettings)).body
  await admin.call(editSettings, { body: { timeZone: 'Europe/London' } }, ifMatch(settings))
  const of = await someone()
  const [clinic] = await app.asOwner<{ id: string }>(
    `insert into clinic (name) values ('Wounds') returning id`,
  )
  await givenSession(admin, { doctorId: of.doctorId, clinicId: clinic?.id ?? '', weekday: weekdayOf(first) })
  const closure = (await away(admin, { doctorId: of.doctorId, from: weekly(12)[4] ?? '' })).body
  // The first place of another day is taken, and one day is a Tuesday.
  await givenAppointment(desk, { doctorId: of.doctorId, date: weekly(12)[6] ?? '', time: '09:00' })
  const places = weekly(12).map(at('09:00')).with(8, { date: '2030-04-30', time: '09:00' })
  const asText = (list: typeof places) => list.map(({ date, time }) => `${date}T${time}`).join()
  const checked = async (list: typeof places) =>
    (await desk.call(checkSeries, { query: { ...of, places: asText(list) } })).body
  expect((await checked(places))[0]?.place).toBe('Wounds')
  expect((await checked(places)).map(({ refused }) => refused?.replace(/\. .*/, '') ?? null)).toEqual([
    ...Array(4).fill(null),
    'The doctor is away on 1 Apr 2030 at 9:00 AM',
    null,
    'All places on 15 Apr 2030 at 9:00 AM are taken',
    null,
    'The doctor sees no patients on 30 Apr 2030 at 9:00 AM',
    ...Array(3).fill(null),
  ])

  const refused = await desk.call(bookSeries, { body: { ...of, places } })
  expect(refused).toMatchObject({ status: 409, problem: { code: 'doctor_away' } })
  expect(refused.problem.errors?.[0]?.path).toBe('places.4.time')
  expect(refused.problem.detail).toContain('Nothing was booked.')
  expect(await bookedOf(of.patientId)).toEqual([])

  // Changed where it was refused, all of it is booked.
  await app.asOwner('update closure set retired_at = now() where id = $1', [closure.id])
  const changed = places
    .with(6, { date: weekly(12)[6] ?? '', time: '09:15' })
    .with(8, at('09:00')(weekly(12)[8] ?? ''))
  expect((await checked(changed)).every((one) => one.refused === null)).toBe(true)
  const { id, appointments } = await givenSeries(desk, { ...of, places: changed })
  expect(appointments.map(({ date, time, seriesId }) => ({ date, time, seriesId }))).toEqual(
    changed.map((place) => ({ ...place, seriesId: id })),
  )
  expect((await checked(changed)).every((one) => one.refused?.includes('already has an appointment'))).toBe(
    true,
  )
})

test('this and all later ones are cancelled with a reason; earlier ones, and what is cancelled or begun, stay', async () => {
  const of = await someone()
  const places = weekly(5).map(at('10:00'))
  const { appointments } = await givenSeries(desk, { ...of, places })
  const ids = appointments.map(({ id }) => id)
  const other = await givenAppointment(desk, { ...of, date: '2030-06-03' })
  const answer = await desk.call(cancelSeries, {
    params: { id: ids[2] ?? '' },
    body: { cancelReason: 'PATIENT_CANCELLED' },
  })
  expect(answer.body).toEqual({ cancelled: 3 })
  const now = await bookedOf(of.patientId)
  const statusOf = (id?: string) => now.find((one) => one.id === id)?.status
  expect(ids.map(statusOf)).toEqual(['SCHEDULED', 'SCHEDULED', 'CANCELLED', 'CANCELLED', 'CANCELLED'])
  expect(statusOf(other.id)).toBe('SCHEDULED')
  const again = await desk.call(cancelSeries, {
    params: { id: ids[2] ?? '' },
    body: { cancelReason: 'OTHER' },
  })
  expect(again.problem.code).toBe('transition_refused')
})

/** Two series that want the last places of the same hours at once: the answers, and how many appointments each has. */
async function raced() {
  const of = await someone()
  const other = await givenPatient(desk)
  const clinicId = (await givenClinic(admin)).id
  await givenSession(admin, { doctorId: of.doctorId, clinicId, weekday: weekdayOf(first) })
  const places = weekly(6).map(at('09:30'))
  const both = await Promise.all([
    desk.call(bookSeries, { body: { ...of, places } }),
    desk.call(bookSeries, { body: { ...of, patientId: other.id, places: places.toReversed() } }),
  ])
  const counts = [await bookedOf(of.patientId), await bookedOf(other.id)].map(({ length }) => length)
  return { statuses: both.map(({ status }) => status).toSorted(), counts: counts.toSorted() }
}

test('two series that want the same last places at once: one has all of them, the other none', async () => {
  expect(await raced()).toEqual({ statuses: [201, 409], counts: [0, 6] })
  // The planted fault: without what keeps places, both are booked.
  await app.asOwner(
    'drop trigger appointment_placed on appointment; drop index appointment_one_per_doctor_slot',
  )
  expect(await raced()).toEqual({ statuses: [201, 201], counts: [6, 6] })
})
