import { afterAll, expect, onTestFinished, test } from 'vitest'
import { strikeVitals } from '../../../contract/clinical/vitals.ts'
import { undoAppointmentChange } from '../../../contract/front-desk/appointments.ts'
import { editSettings, readSettings } from '../../../contract/hospital/settings.ts'
import type { Notification } from '../../../contract/people/notifications.ts'
import { chooseRole } from '../../../contract/people/staff.ts'
import { offerRoles, type StaffClient, startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { utcToday } from '../../testing/days.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { change, givenAppointment } from '../../testing/factories/appointments.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { toldOf } from '../../testing/factories/notifications.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { illSet, takeVitals, wellSet } from '../../testing/factories/vitals.ts'
import { refreshWaits } from './queries.ts'

const app = await startApp()
const otherServer = await startApp({ on: app })
afterAll(async () => {
  await otherServer.close()
  await app.close()
})
const admin = await app.founder()
const [keeper, desk, doctor, colleague] = [
  await app.signIn('inventory_manager'),
  await app.signIn('receptionist'),
  await app.signIn('doctor'),
  await app.signIn('doctor'),
]
const everybody = [admin, keeper, desk, doctor, colleague]
const minutesOn = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const look = (minutes: number, on = app) => refreshWaits(on.app.lantern.db, minutesOn(minutes))
const waitsOf = async (person: StaffClient, id: string) =>
  (await toldOf(person)).filter((one) => one.kind === 'WAITING' && one.appointment?.id === id)

async function givenWaiting() {
  const booked = await givenAppointment(desk, { doctorId: doctor.id, date: utcToday() })
  await change(desk, { id: booked.id }, { status: 'IN_QUEUE' })
  return booked
}
async function setLimit(waitingLimitMinutes: number | null) {
  const settings = (await admin.call(readSettings)).body
  return admin.call(editSettings, { body: { waitingLimitMinutes } }, ifMatch(settings))
}

test('a wait beyond the hospital’s limit is told once, to the doctor and to who runs the queue', async () => {
  const waiting = await givenWaiting()
  await look(59)
  for (const person of everybody) expect(await waitsOf(person, waiting.id)).toEqual([])
  await Promise.all([look(61), look(61, otherServer), look(61), look(61, otherServer)])
  for (const person of [doctor, desk, admin]) expect(await waitsOf(person, waiting.id)).toHaveLength(1)
  for (const person of [colleague, keeper]) expect(await waitsOf(person, waiting.id)).toEqual([])
  // A notification that was read is not raised again.
  await app.asOwner('update notification set read_at = now() where cause = $1', [waiting.id])
  await look(62)
  expect(await waitsOf(doctor, waiting.id)).toMatchObject([{ isRead: true }])
})

test('the patient is called, and the wait is told to nobody any more; taken back, it is again', async () => {
  const waiting = await givenWaiting()
  await look(61)
  await change(doctor, { id: waiting.id }, { status: 'IN_PROGRESS' })
  for (const person of [doctor, desk, admin]) expect(await waitsOf(person, waiting.id)).toEqual([])
  await look(61)
  expect(await waitsOf(desk, waiting.id)).toEqual([])
  await doctor.call(undoAppointmentChange, { params: { id: waiting.id } })
  await look(61)
  expect(await waitsOf(desk, waiting.id)).toHaveLength(1)
})

test('whoever takes over a patient who has waited too long is told of the wait', async () => {
  const waiting = await givenWaiting()
  const short = await givenWaiting()
  await look(61)
  await app.asOwner(`delete from notification where cause = $1 and kind = 'WAITING'`, [short.id])
  for (const { id, version } of [waiting, short])
    await change(desk, { id, version: version + 1 }, { doctorId: colleague.id })
  const news = (await toldOf(colleague)).filter(({ appointment }) => appointment?.id === waiting.id)
  expect(news).toMatchObject([{ kind: 'WAITING', isRead: false }])
  const booked = (await toldOf(colleague)).filter(({ appointment }) => appointment?.id === short.id)
  expect(booked).toMatchObject([{ kind: 'BOOKED' }])
  // The previous doctor is only notified of the move, and reception keeps the notification.
  const before = (await toldOf(doctor)).filter(({ appointment }) => appointment?.id === waiting.id)
  expect(before).toMatchObject([{ kind: 'MOVED' }])
  expect(await waitsOf(desk, waiting.id)).toHaveLength(1)
  // Once the patient is called, the notification is gone.
  await change(colleague, { id: waiting.id }, { status: 'IN_PROGRESS' })
  expect(await waitsOf(colleague, waiting.id)).toEqual([])
})

test('who is called while a server looks at who waits is not told to wait', async () => {
  for (let round = 0; round < 8; round++) {
    const waiting = await givenWaiting()
    await Promise.all([
      look(61),
      change(doctor, { id: waiting.id }, { status: 'IN_PROGRESS' }),
      look(61, otherServer),
    ])
    for (const person of [doctor, desk]) expect(await waitsOf(person, waiting.id)).toEqual([])
    await change(doctor, { id: waiting.id }, { status: 'COMPLETED' })
  }
})

test('an administrator sets the limit, and with it what is told', async () => {
  const waiting = await givenWaiting()
  expect((await setLimit(4)).problem).toMatchObject({ errors: [{ path: 'waitingLimitMinutes' }] })
  expect((await setLimit(90)).status).toBe(200)
  await look(61)
  expect(await waitsOf(desk, waiting.id)).toEqual([])
  await look(91)
  expect(await waitsOf(desk, waiting.id)).toHaveLength(1)
  await setLimit(null)
  await look(600)
  expect(await waitsOf(desk, waiting.id)).toEqual([])
  await setLimit(60)
})

test('a server raises long waits by itself', async () => {
  const waiting = await givenWaiting()
  const server = await startApp({ on: app, runsJobs: true, clock: () => minutesOn(61) })
  onTestFinished(() => server.close())
  await expect.poll(() => waitsOf(desk, waiting.id), { timeout: 10_000 }).toHaveLength(1)
})

test('who begins a shift as receptionist is told who waits for too long already', async () => {
  const waiting = await givenWaiting()
  await look(61)
  expect(await waitsOf(await app.signIn('receptionist'), waiting.id)).toHaveLength(1)
  expect(await waitsOf(await app.signIn('inventory_manager'), waiting.id)).toEqual([])
})

const rolesOf = async (person: StaffClient) => (await toldOf(person)).flatMap(({ role }) => role ?? []).sort()

test('a role is told to the person whom it was granted to, and gone when it is withdrawn', async () => {
  const somebody = await app.signIn('receptionist')
  expect(await rolesOf(somebody)).toEqual(['receptionist'])
  await offerRoles(admin, somebody.id, ['receptionist', 'inventory_manager'])
  expect(await rolesOf(somebody)).toEqual(['inventory_manager', 'receptionist'])
  expect((await rolesOf(desk)).length).toBe(1)
  await offerRoles(admin, somebody.id, ['receptionist'])
  expect(await rolesOf(somebody)).toEqual(['receptionist'])
  // A role that is offered again is notified again.
  await offerRoles(admin, somebody.id, ['receptionist', 'doctor'])
  await somebody.call(chooseRole, { body: { role: 'doctor' } })
  expect(await rolesOf(somebody)).toEqual(['doctor', 'receptionist'])
})

const adult = { dateOfBirth: '1980-05-01' }
const scoresOf = async (person: StaffClient, patient: { id: string }) =>
  (await toldOf(person)).filter(({ vitals }) => vitals?.patientId === patient.id)

test('a high NEWS2 is told to the attending doctor, with the bed, until the set is struck through', async () => {
  const patient = await givenPatient(desk, adult)
  const bed = await givenBed(admin)
  await admit(desk, { bedId: bed.id, doctorId: doctor.id, patientId: patient.id })
  await takeVitals(colleague, patient, wellSet)
  expect(await scoresOf(doctor, patient)).toEqual([])
  const { id } = (await takeVitals(colleague, patient, illSet)).body
  const expected: Partial<Notification>[] = [
    {
      kind: 'HIGH_NEWS2',
      isRead: false,
      vitals: expect.objectContaining({ score: 13, bedNumber: bed.bedNumber, ward: bed.ward }),
    },
  ]
  expect(await scoresOf(doctor, patient)).toMatchObject(expected)
  for (const person of [admin, keeper, desk, colleague]) expect(await scoresOf(person, patient)).toEqual([])
  await colleague.call(strikeVitals, { params: { id }, body: { reason: 'Of the patient in the next bed' } })
  expect(await scoresOf(doctor, patient)).toEqual([])
})

test('of an outpatient, a high NEWS2 is told to the doctor of the visit in progress', async () => {
  const patient = await givenPatient(desk, adult)
  await takeVitals(colleague, patient, illSet)
  expect(await scoresOf(doctor, patient)).toEqual([])
  const visit = await givenAppointment(desk, { doctorId: doctor.id, date: utcToday(), patientId: patient.id })
  await change(desk, { id: visit.id }, { status: 'IN_QUEUE' })
  await change(doctor, { id: visit.id }, { status: 'IN_PROGRESS' })
  await takeVitals(colleague, patient, illSet)
  expect(await scoresOf(doctor, patient)).toMatchObject([{ vitals: { score: 13, bedNumber: null } }])
})

test('at a visit to a colleague, a high NEWS2 is told to who is with the patient, not to whom it was booked with', async () => {
  const patient = await givenPatient(desk, adult)
  const visit = await givenAppointment(desk, { doctorId: doctor.id, date: utcToday(), patientId: patient.id })
  await change(desk, { id: visit.id }, { status: 'IN_QUEUE' })
  await change(colleague, { id: visit.id }, { status: 'IN_PROGRESS' })
  const third = await app.signIn('doctor')
  await takeVitals(third, patient, illSet)
  expect(await scoresOf(colleague, patient)).toMatchObject([{ vitals: { score: 13 } }])
  expect(await scoresOf(doctor, patient)).toEqual([])
})

test.each([
  ['the doctor took them', adult, illSet, doctor],
  ['a sign is missing', adult, { ...illSet, consciousness: undefined }, colleague],
  ['the band is medium', adult, { ...wellSet, respiratoryRate: 26, pulse: 115 }, colleague],
  [
    'the patient is a child',
    { dateOfBirth: `${Number(utcToday().slice(0, 4)) - 8}-01-01` },
    illSet,
    colleague,
  ],
])('no score is told where %s', async (_why, person, set, by) => {
  const patient = await givenPatient(desk, person)
  await admit(desk, { bedId: (await givenBed(admin)).id, doctorId: doctor.id, patientId: patient.id })
  const evenIfUnlikely = ['respiratoryRate', 'systolic', 'pulse', 'oxygenSaturation'] as const
  expect((await takeVitals(by, patient, { ...set, evenIfUnlikely: [...evenIfUnlikely] })).status).toBe(201)
  expect(await scoresOf(doctor, patient)).toEqual([])
})

test('vital signs that are entered late, behind a newer full set, are no news', async () => {
  const patient = await givenPatient(desk, adult)
  await admit(desk, { bedId: (await givenBed(admin)).id, doctorId: doctor.id, patientId: patient.id })
  await takeVitals(colleague, patient, wellSet)
  await takeVitals(colleague, patient, { ...illSet, takenAt: minutesOn(-30).toISOString() })
  expect(await scoresOf(doctor, patient)).toEqual([])
})
