import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { dischargePatient } from '../../contract/admissions.ts'
import { listAppointmentsOfDay } from '../../contract/appointments.ts'
import { listAllergies, strikeAllergy } from '../../contract/clinical/allergies.ts'
import {
  allergyState,
  allergyWords,
  deletePatient,
  editPatient,
  exportPatients,
  readPatient,
} from '../../contract/patients.ts'
import { admit } from '../admissions/factories.ts'
import { givenAppointment } from '../appointments/factories.ts'
import { givenBed } from '../beds/factories.ts'
import { givenPatient } from '../patients/factories.ts'
import { startApp } from '../testing/app.ts'
import { idempotent, ifMatch } from '../testing/client.ts'
import { openLive } from '../testing/live-stream.ts'
import { toPenicillin, writeAllergy } from './factories.ts'

const app = await startApp()
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const keeper = await app.signIn('inventory_manager')
const doctor = await app.signIn('doctor')
const colleague = await app.signIn('doctor')
afterAll(() => app.close())

const strike = (id: string, reason = 'Another patient was meant', by = doctor) =>
  by.call(strikeAllergy, { params: { id }, body: { reason } })
const entriesOf = async ({ id }: { id: string }) =>
  (await doctor.call(listAllergies, { params: { id } })).body.items
const asDeskReads = async ({ id }: { id: string }) => (await desk.call(readPatient, { params: { id } })).body
const penicillin = { substance: 'Penicillin', severity: 'SEVERE' }

test('a doctor records an allergy: doctors and administrators read all of it, reception what is dangerous', async () => {
  const patient = await givenPatient(desk, { allergies: null })
  const recorded = await writeAllergy(doctor, patient)
  expect(recorded.status, recorded.text).toBe(201)
  const { firstName, lastName } = await doctor.me()
  expect(recorded.body).toMatchObject({
    ...toPenicillin,
    patientId: patient.id,
    recordedBy: `${firstName} ${lastName}`,
    struck: null,
  })
  for (const reader of [doctor, admin]) {
    const read = await reader.call(listAllergies, { params: { id: patient.id } })
    expect(read.body.items).toEqual([recorded.body])
  }
  const seen = await asDeskReads(patient)
  expect(seen.allergens).toEqual([penicillin])
  expect(allergyState(seen)).toBe('known')
  expect(JSON.stringify(seen)).not.toContain('Swollen face')
  const csv = await desk.call(exportPatients, { query: { search: patient.mrn } })
  expect(csv.text).toContain('Penicillin (severe)')
})

test('reception and store neither read entries nor write them, and an administrator writes none', async () => {
  const patient = await givenPatient(desk)
  const { id } = (await writeAllergy(doctor, patient)).body
  for (const other of [desk, keeper]) {
    expect((await other.call(listAllergies, { params: { id: patient.id } })).problem).toMatchObject({
      status: 403,
      permission: 'clinical.view',
    })
    await expect(openLive(app.url, other, `patient-allergies:${patient.id}`)).rejects.toThrow('forbidden')
  }
  for (const other of [desk, keeper, admin]) {
    const latex = await writeAllergy(other, patient, { substance: 'Latex' })
    expect(latex.problem).toMatchObject({ status: 403, permission: 'clinical.record' })
    expect((await strike(id, 'Wrong', other)).status).toBe(403)
  }
  expect((await asDeskReads(patient)).allergens).toEqual([penicillin])
})

test('text and entries count together: one entry outweighs ‘none known’, and the text stays as it was typed', async () => {
  const patient = await givenPatient(desk, { allergies: 'None known' })
  expect(allergyState(await asDeskReads(patient))).toBe('none known')
  const { id } = (await writeAllergy(doctor, patient)).body
  const known = await asDeskReads(patient)
  expect([allergyState(known), allergyWords(known), known.allergies]).toEqual([
    'known',
    'Penicillin (severe)',
    'None known',
  ])
  // The entry is no edit of the record: what reception has open is still the latest version.
  const body = { allergies: 'Strawberries' }
  const edited = await desk.call(editPatient, { params: { id: patient.id }, body }, ifMatch(patient))
  expect(edited.status, edited.text).toBe(200)
  expect(allergyWords(edited.body)).toBe('Penicillin (severe); Strawberries')
  await strike(id)
  expect(allergyWords(await asDeskReads(patient))).toBe('Strawberries')
})

test('the most severe stands first, and one struck through with a reason leaves what is shown, not the history', async () => {
  const patient = await givenPatient(desk, { allergies: null })
  await writeAllergy(doctor, patient, { substance: 'Latex', severity: 'MILD', certainty: 'SUSPECTED' })
  const wrong = (await writeAllergy(doctor, patient)).body
  expect((await asDeskReads(patient)).allergens.map(({ substance }) => substance)).toEqual([
    'Penicillin',
    'Latex',
  ])
  expect((await strike(wrong.id, ' ')).problem).toMatchObject({ status: 422, errors: [{ path: 'reason' }] })
  const struck = await strike(wrong.id, 'Rash was from a virus', colleague)
  expect(struck.body.struck).toMatchObject({ reason: 'Rash was from a virus' })
  expect((await asDeskReads(patient)).allergens).toEqual([{ substance: 'Latex', severity: 'MILD' }])
  expect((await entriesOf(patient)).map(({ substance, struck }) => [substance, struck === null])).toEqual([
    ['Penicillin', false],
    ['Latex', true],
  ])
  expect((await strike(wrong.id)).problem).toMatchObject({ status: 409, code: 'entry_struck' })
  // What was struck through can be recorded anew.
  expect((await writeAllergy(doctor, patient, { severity: 'MILD' })).status).toBe(201)
})

test('two doctors at once: of one substance one entry stands, of two substances both are shown', async () => {
  const patient = await givenPatient(desk, { allergies: null })
  const same = await Promise.all([
    writeAllergy(doctor, patient),
    writeAllergy(colleague, patient, { substance: 'PENICILLIN', severity: 'MILD' }),
  ])
  expect(same.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(same.find(({ status }) => status === 409)?.problem).toMatchObject({
    code: 'allergy_recorded',
    errors: [{ path: 'substance' }],
  })
  const others = ['Latex', 'Codeine', 'Shellfish', 'Aspirin']
  await Promise.all(
    others.map((substance, place) => writeAllergy(place % 2 ? doctor : colleague, patient, { substance })),
  )
  const shown = (await asDeskReads(patient)).allergens.map(({ substance }) => substance.toLowerCase())
  expect(shown.toSorted()).toEqual([...others, 'Penicillin'].map((one) => one.toLowerCase()).toSorted())
})

test('an entry that is written while another is not done yet loses neither of them', async () => {
  const patient = await givenPatient(desk, { allergies: null })
  const holder = new pg.Client({ connectionString: app.database.ownerUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query(
    `insert into allergy (patient_id, recorded_by, substance, severity, certainty)
     values ($1, $2, 'Latex', 'MILD', 'CONFIRMED')`,
    [patient.id, colleague.id],
  )
  const asked = writeAllergy(doctor, patient)
  await expect
    .poll(
      () =>
        app.asOwner(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      { interval: 10 },
    )
    .toHaveLength(1)
  await holder.query('commit')
  await holder.end()
  expect((await asked).status).toBe(201)
  expect((await asDeskReads(patient)).allergens).toEqual([
    penicillin,
    { substance: 'Latex', severity: 'MILD' },
  ])
})

test('sent twice it is recorded once', async () => {
  const patient = await givenPatient(desk)
  const key = idempotent()
  const [first, second] = [
    await writeAllergy(doctor, patient, {}, key),
    await writeAllergy(doctor, patient, {}, key),
  ]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  expect(await entriesOf(patient)).toHaveLength(1)
})

test('nothing is recorded of somebody who has died or whose record was removed', async () => {
  const dead = await givenPatient(desk)
  const bed = await givenBed(admin)
  const stay = await admit(desk, { bedId: bed.id, doctorId: doctor.id, patientId: dead.id })
  await desk.call(dischargePatient, { params: { id: stay.body.id }, body: { destination: 'DIED' } })
  expect((await writeAllergy(doctor, dead)).problem).toMatchObject({
    code: 'patient_deceased',
    detail: 'This patient has died. Nothing more can be recorded.',
  })
  const gone = await givenPatient(desk)
  await admin.call(deletePatient, { params: { id: gone.id } })
  expect((await writeAllergy(doctor, gone)).status).toBe(404)
  expect((await doctor.call(listAllergies, { params: { id: gone.id } })).status).toBe(404)
})

test('an entry is live: on the record of a colleague, and on the cards of reception without its details', async () => {
  const patient = await givenPatient(desk, { allergies: null })
  await admit(desk, { bedId: (await givenBed(admin)).id, doctorId: doctor.id, patientId: patient.id })
  const date = '2190-05-01'
  await givenAppointment(desk, { doctorId: doctor.id, date, patientId: patient.id })
  const entries = `patient-allergies:${patient.id}`
  const scopes = ['beds', `appointments-of-day:${date}`, `patient:${patient.id}`]
  const record = await openLive(app.url, colleague, entries)
  const board = await openLive(app.url, desk, ...scopes)
  await writeAllergy(doctor, patient)
  await vi.waitFor(() => expect(record.stale(entries)).toBe(1))
  for (const scope of scopes) {
    await vi.waitFor(() =>
      expect(JSON.stringify(board.put(scope).at(-1))).toContain('"substance":"Penicillin"'),
    )
  }
  expect(JSON.stringify(board.events)).not.toContain('Swollen face')
  const day = await desk.call(listAppointmentsOfDay, { params: { date } })
  expect(day.body.map((one) => one.patient.allergens)).toEqual([[penicillin]])
  record.close()
  board.close()
})
