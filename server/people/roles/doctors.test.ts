import { afterAll, expect, test } from 'vitest'
import { doctorsOnly } from '../../../contract/people/grantable.ts'
import { listNotifications } from '../../../contract/people/notifications.ts'
import { addRole, editRole } from '../../../contract/people/roles.ts'
import { chooseRole, listDoctors } from '../../../contract/people/staff.ts'
import { offerRoles, startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { one } from '../../testing/example.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { book } from '../../testing/factories/appointments.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { givenHolder, givenRole, roleForm } from '../../testing/factories/roles.ts'
import { illSet, takeVitals } from '../../testing/factories/vitals.ts'

const app = await startApp()
const admin = await app.founder()
const desk = await app.signIn('receptionist')
afterAll(() => app.close())

const date = '2031-03-03'

test('somebody in a role of doctors is one: chosen, booked, and named so', async () => {
  const { somebody } = await givenHolder(app, admin, [
    'clinical.observe',
    'clinical.view',
    'appointment.treat',
    'appointment.view',
  ])
  expect(await somebody.me()).toMatchObject({ isDoctor: true })
  const offered = async () => (await admin.call(listDoctors)).body.some(({ id }) => id === somebody.id)
  expect(await offered()).toBe(true)
  expect((await book(desk, { doctorId: somebody.id, date })).status).toBe(201)
  const taken = await takeVitals(somebody, await givenPatient(desk), illSet)
  expect(taken.body).toMatchObject({ recordedAs: 'doctor', recordedById: somebody.id })

  // Another role: the bookings stay, and there are no new ones.
  await offerRoles(admin, somebody.id, ['receptionist'])
  await somebody.call(chooseRole, { body: { role: 'receptionist' } })
  expect(await somebody.me()).toMatchObject({ isDoctor: false })
  expect(await offered()).toBe(false)
  expect((await book(desk, { doctorId: somebody.id, date })).problem).toMatchObject({
    status: 422,
    errors: [{ path: 'doctorId' }],
  })
})

test('a role that is not one of doctors books nobody, however much it allows', async () => {
  const { somebody } = await givenHolder(app, admin, ['clinical.view', 'clinical.observe', 'bed.admit'])
  expect(await somebody.me()).toMatchObject({ isDoctor: false })
  expect((await book(desk, { doctorId: somebody.id, date })).status).toBe(422)
})

test('a high NEWS2 is told to doctors in their own roles who may answer it', async () => {
  const doctor = await app.signIn('doctor')
  const { somebody: answers } = await givenHolder(app, admin, ['clinical.observe', 'clinical.respond'])
  const { somebody: reads } = await givenHolder(app, admin, ['clinical.view', 'clinical.diagnose'])
  const patient = await givenPatient(desk, { dateOfBirth: '1980-05-01' })
  const bed = await givenBed(admin)
  // The doctor in charge can't acknowledge it, so all doctors who can are notified.
  const admission = await admit(desk, { bedId: bed.id, doctorId: reads.id, patientId: patient.id })
  expect(admission.status, admission.text).toBe(201)
  await takeVitals(doctor, patient, illSet)
  const isTold = async (client: typeof answers) =>
    (await client.call(listNotifications)).body.items.some(({ kind }) => kind === 'HIGH_NEWS2')
  expect([await isTold(answers), await isTold(reads)]).toEqual([true, false])
})

test('what doctors sign is not given to others, beside its boxes, and by the database too', async () => {
  const refused = {
    status: 422,
    errors: [{ path: 'permissions', message: 'Only doctors can have these permissions' }],
  }
  for (const permission of doctorsOnly) {
    const body = roleForm({ permissions: [permission] })
    expect((await admin.call(addRole, { body })).problem).toMatchObject(refused)
  }
  const clerk = await givenRole(admin)
  const body = { permissions: ['clinical.prescribe' as const] }
  expect((await admin.call(editRole, { ...one(clerk), body }, ifMatch(clerk))).problem).toMatchObject({
    ...refused,
    errors: [{ path: 'permissions', message: 'Only doctors can have these permissions.' }],
  })
})

test('a role stays one of doctors, or of others', async () => {
  const { id } = await givenRole(admin, { areDoctors: true, permissions: ['clinical.write'] })
  await expect(app.asOwner('update role set are_doctors = false where id = $1', [id])).rejects.toMatchObject({
    constraint: 'role_of_doctors_stays',
  })
})
