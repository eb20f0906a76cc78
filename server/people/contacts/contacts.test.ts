import { afterAll, expect, test, vi } from 'vitest'
import { listAudit } from '../../../contract/hospital/audit.ts'
import {
  addContact,
  editContact,
  endContact,
  listContacts,
  listPastContacts,
} from '../../../contract/people/contacts.ts'
import { deletePatient } from '../../../contract/people/patients.ts'
import { registerPatient } from '../../../contract/people/registration.ts'
import { startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { one } from '../../testing/example.ts'
import { contactForm, givenContact } from '../../testing/factories/patients/contacts.ts'
import { givenPatient, patientForm } from '../../testing/factories/patients/patients.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
const admin = await app.founder()
afterAll(() => app.close())
const desk = await app.signIn('receptionist')
const nurse = await app.signIn('nurse')

const namesOf = async (patient: { id: string }) =>
  (await nurse.call(listContacts, one(patient))).body.map(({ name }) => name)

test('whom to call in an emergency comes first, then guardians, then the others as they were added', async () => {
  const patient = await givenPatient(desk)
  await givenContact(desk, patient, { name: 'Friend', isEmergency: false })
  await givenContact(desk, patient, { name: 'Guardian', isEmergency: false, isGuardian: true })
  await givenContact(desk, patient, { name: 'Call first' })
  await givenContact(desk, patient, { name: 'Neighbour', isEmergency: false, phone: null })
  expect(await namesOf(patient)).toEqual(['Call first', 'Guardian', 'Friend', 'Neighbour'])
})

test('an emergency contact has a phone number, and other relationships have words', async () => {
  const patient = await givenPatient(desk)
  const refused = async (changed: Parameters<typeof contactForm>[0]) =>
    (await desk.call(addContact, { ...one(patient), body: contactForm(changed) })).problem
  expect(await refused({ phone: null })).toMatchObject({
    code: 'invalid_input',
    errors: [{ path: 'phone', message: 'An emergency contact needs a phone number' }],
  })
  expect(await refused({ phone: 'ask her' })).toMatchObject({ errors: [{ path: 'phone' }] })
  expect(await refused({ relationship: 'OTHER' })).toMatchObject({
    errors: [{ path: 'relationshipDetail', message: 'Enter the relationship' }],
  })
  const other = { relationship: 'OTHER', relationshipDetail: 'Parish priest' } as const
  expect(await givenContact(desk, patient, other)).toMatchObject(other)
})

test('two who add the same contact at once add one; a father and a son may have one name', async () => {
  const patient = await givenPatient(desk)
  const add = (name: string, relationship: 'FATHER' | 'SON') =>
    desk.call(addContact, { ...one(patient), body: contactForm({ name, relationship }) })
  const both = await Promise.all([add('John Smith', 'FATHER'), add('JOHN SMITH', 'FATHER')])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  const refused = both.find(({ status }) => status === 409)
  expect(refused?.problem).toMatchObject({ code: 'contact_listed', errors: [{ path: 'name' }] })
  expect((await add('John Smith', 'SON')).status).toBe(201)
})

test('a patient has 20 contacts at most, also where two are added at once', async () => {
  const patient = await givenPatient(desk)
  for (let number = 1; number < 20; number++) await givenContact(desk, patient)
  const last = await Promise.all(
    [1, 2].map(() => desk.call(addContact, { ...one(patient), body: contactForm() })),
  )
  expect(last.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(last.find(({ status }) => status === 409)?.problem.code).toBe('too_many_contacts')
})

test('one that was ended no longer counts, and stays in the history with who ended it and why', async () => {
  const patient = await givenPatient(desk)
  const contact = await givenContact(desk, patient, { name: 'Moved Away' })
  const end = () => desk.call(endContact, { ...one(contact), body: { reason: 'Lives abroad' } })
  const ended = (await end()).body
  expect(ended.ended).toMatchObject({ reason: 'Lives abroad', by: expect.any(String) })
  expect(await namesOf(patient)).toEqual([])
  const past = (await nurse.call(listPastContacts, one(patient))).body
  expect(past.items).toEqual([ended])
  expect((await end()).problem.status).toBe(404)
  const edit = { ...one(contact), body: { name: 'Back Again' } }
  expect((await desk.call(editContact, edit, ifMatch(ended))).problem.status).toBe(404)
  // A contact who was ended can be added again.
  expect((await givenContact(desk, patient, { name: 'Moved Away' })).ended).toBeNull()
})

test('an edit of an older version is refused with who changed it, and every change is in the trail', async () => {
  const patient = await givenPatient(desk)
  const contact = await givenContact(desk, patient, { phone: '+44 20 7946 0001' })
  const edit = (body: { phone: string }) =>
    desk.call(editContact, { ...one(contact), body }, ifMatch(contact))
  expect((await edit({ phone: '+44 20 7946 0002' })).body.version).toBe(2)
  const stale = (await edit({ phone: '+44 20 7946 0003' })).problem
  expect(stale).toMatchObject({ code: 'stale_version', current: { phone: '+44 20 7946 0002' } })
  await app.flushAudit()
  const { items } = (await admin.call(listAudit, { query: { patientId: patient.id } })).body
  const told = items.find(({ action, outcome }) => action === 'editContact' && outcome === 'done')
  expect(told?.changes).toEqual({ phone: ['+44 20 7946 0001', '+44 20 7946 0002'] })
})

test('a contact can be a patient too, but not the same one', async () => {
  const [child, mother] = [await givenPatient(desk), await givenPatient(desk)]
  const contact = await givenContact(desk, child, { otherPatientId: mother.id })
  expect(contact).toMatchObject({ otherPatientId: mother.id, otherPatientMrn: mother.mrn })
  const itself = { ...one(child), body: contactForm({ otherPatientId: child.id }) }
  expect((await desk.call(addContact, itself)).problem.errors).toMatchObject([{ path: 'otherPatientId' }])
  await admin.call(deletePatient, one(mother))
  const [left] = (await nurse.call(listContacts, one(child))).body
  expect(left).toMatchObject({ name: contact.name, otherPatientId: null, otherPatientMrn: null })
})

test('contacts are registered with the patient, or with a wrong one nobody is', async () => {
  const register = (...contacts: ReturnType<typeof contactForm>[]) =>
    desk.call(registerPatient, { body: { ...patientForm(), contacts } })
  const patient = (await register(contactForm({ name: 'Mother', isGuardian: true }))).body
  expect(await namesOf(patient)).toEqual(['Mother'])
  expect((await register(contactForm({ phone: null }))).problem.code).toBe('invalid_input')
})

test('screens that show a patient’s contacts learn of a change, and no others', async () => {
  const [patient, another] = [await givenPatient(desk), await givenPatient(desk)]
  const scopes = [`patient-contacts:${patient.id}`, `patient-contacts:${another.id}`] as const
  const stream = await openLive(app.url, nurse, ...scopes)
  await givenContact(desk, patient)
  await vi.waitFor(() => expect(stream.stale(scopes[0])).toBe(1))
  expect(stream.stale(scopes[1])).toBe(0)
  stream.close()
})

test('a nurse reads contacts and changes none', async () => {
  const patient = await givenPatient(desk)
  await givenContact(desk, patient)
  expect(await namesOf(patient)).toHaveLength(1)
  const added = await nurse.call(addContact, { ...one(patient), body: contactForm() })
  expect(added.problem).toMatchObject({ status: 403, permission: 'patient.edit' })
})
