import { afterAll, expect, test } from 'vitest'
import { readAppointment, undoAppointmentChange } from '../../../contract/front-desk/appointments.ts'
import { type Patient, readPatient } from '../../../contract/people/patients.ts'
import { dischargePatient, readAdmission, takeBackDeath } from '../../../contract/wards/admissions.ts'
import { startApp } from '../../testing/app.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { change, givenAppointment } from '../../testing/factories/appointments.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'

const app = await startApp()
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')
const others = await Promise.all(Array.from({ length: 12 }, () => app.signIn('doctor')))
afterAll(() => app.close())

const tomorrow = daysAfter(utcToday(), 1)

async function dying(patient?: Patient) {
  const dies = patient ?? (await givenPatient(desk))
  const bed = await givenBed(admin)
  const admission = (await admit(desk, { bedId: bed.id, doctorId: doctor.id, patientId: dies.id })).body
  const die = () =>
    desk.call(dischargePatient, { params: { id: admission.id }, body: { destination: 'DIED' } })
  return { patient: dies, bed, die }
}

test('nobody is called or waited for who has died', async () => {
  const patient = await givenPatient(desk)
  const book = (doctorId: string, date: string) =>
    givenAppointment(desk, { patientId: patient.id, doctorId, date })
  const [ahead, waiting, begun] = [
    await book(doctor.id, tomorrow),
    await book(others[0]?.id ?? '', utcToday()),
    await book(others[1]?.id ?? '', utcToday()),
  ]
  await change(desk, waiting, { status: 'IN_QUEUE' })
  const queued = (await change(desk, begun, { status: 'IN_QUEUE' })).body
  await change(others[1] ?? doctor, queued, { status: 'IN_PROGRESS' })
  const { bed, die } = await dying(patient)
  expect((await die()).status).toBe(200)

  const now = async ({ id }: { id: string }) => (await desk.call(readAppointment, { params: { id } })).body
  const cancelled = { status: 'CANCELLED', cancelReason: 'OTHER', cancelNote: 'The patient has died.' }
  expect(await now(ahead)).toMatchObject(cancelled)
  // The admission had already ended these.
  const admittedTo = bed.bedNumber
  expect(await now(waiting)).toMatchObject({ status: 'CANCELLED', cancelReason: 'ADMITTED', admittedTo })
  expect(await now(begun)).toMatchObject({ status: 'COMPLETED', cancelNote: null, admittedTo })
  const { deceasedAt } = (await desk.call(readPatient, { params: { id: patient.id } })).body
  expect(deceasedAt).not.toBeNull()

  const undone = await desk.call(undoAppointmentChange, { params: { id: ahead.id } })
  expect(undone.problem.status).toBe(422)
  expect(await now(ahead)).toMatchObject(cancelled)
  const wishes = { patientId: patient.id, doctorId: doctor.id, date: daysAfter(tomorrow, 1) }
  await expect(givenAppointment(desk, wishes)).rejects.toThrow('the patient has died')
})

test('dying and being booked at once: no open appointment is left (appointment_open_needs_current_patient)', async () => {
  for (let round = 0; round < 4; round++) {
    const { patient, die } = await dying()
    const bookings = others.map(({ id }) =>
      givenAppointment(desk, { patientId: patient.id, doctorId: id, date: tomorrow }).catch(() => null),
    )
    const [death] = await Promise.all([die(), ...bookings])
    expect(death.status, death.text).toBe(200)
    const open = 'select id from appointment where open_patient_id = $1'
    expect(await app.asOwner(open, [patient.id])).toEqual([])
  }
})

test('an administrator takes a death back that was recorded by mistake, with the reason, on the record', async () => {
  const { patient, die } = await dying()
  const wishes = { patientId: patient.id, doctorId: doctor.id, date: tomorrow }
  const booked = await givenAppointment(desk, wishes)
  const died = (await die()).body
  const params = { id: patient.id }
  const takeBack = (reason: string, by = admin) => by.call(takeBackDeath, { params, body: { reason } })
  expect((await takeBack(' ')).problem).toMatchObject({ status: 422, errors: [{ path: 'reason' }] })
  for (const by of [desk, doctor]) expect((await takeBack('Wrong bed', by)).status).toBe(403)

  const answers = await Promise.all([takeBack('Wrong bed'), takeBack('Wrong patient')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.problem.code).toBe('no_death_recorded')
  expect((await desk.call(readPatient, { params })).body.deceasedAt).toBeNull()

  // The discharge stays, and is marked as a mistake.
  const { firstName, lastName } = await admin.me()
  expect((await desk.call(readAdmission, { params: { id: died.id } })).body).toMatchObject({
    status: 'discharged',
    destination: 'DIED',
    dischargeDate: died.dischargeDate,
    deathTakenBack: { by: `${firstName} ${lastName}`, reason: expect.stringContaining('Wrong') },
  })
  expect((await desk.call(readAppointment, { params: { id: booked.id } })).body.status).toBe('CANCELLED')
  expect((await givenAppointment(desk, wishes)).status).toBe('SCHEDULED')
  const bed = await givenBed(admin)
  expect((await admit(desk, { bedId: bed.id, doctorId: doctor.id, patientId: patient.id })).status).toBe(201)
})
