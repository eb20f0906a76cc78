import { afterAll, expect, test, vi } from 'vitest'
import { confirmAllergy, listAllergies, strikeAllergy } from '../../../contract/clinical/allergies.ts'
import { allergyState, allergyWords } from '../../../contract/clinical/allergy-words.ts'
import { listAppointmentsOfDay } from '../../../contract/front-desk/appointments.ts'
import { deletePatient, editPatient, exportPatients, readPatient } from '../../../contract/people/patients.ts'
import { dischargePatient } from '../../../contract/wards/admissions.ts'
import { startApp } from '../../testing/app.ts'
import { idempotent, ifMatch } from '../../testing/client.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { toPenicillin, writeAllergy } from '../../testing/factories/allergies.ts'
import { givenAppointment } from '../../testing/factories/appointments.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { openLive } from '../../testing/live-stream.ts'

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
const penicillin = {
  substance: 'Penicillin',
  isNoneKnown: false,
  reaction: 'Swollen face',
  severity: 'SEVERE',
  certainty: 'CONFIRMED',
}
const latex = { ...penicillin, substance: 'Latex', reaction: null, severity: 'MILD' as const }
const wordsOf = async (patient: { id: string }) => allergyWords(await asDeskReads(patient))
const confirm = (id: string, form: object, by = doctor) =>
  by.call(confirmAllergy, { params: { id }, body: { ...toPenicillin, ...form } })

test('what a doctor records of an allergy is read whole by everybody who may see the patient', async () => {
  const patient = await givenPatient(desk, { allergies: null })
  const recorded = await writeAllergy(doctor, patient)
  expect(recorded.status, recorded.text).toBe(201)
  const { firstName, lastName } = await doctor.me()
  expect(recorded.body).toMatchObject({
    ...toPenicillin,
    patientId: patient.id,
    recordedBy: `${firstName} ${lastName}`,
    struck: null,
    replaced: null,
  })
  for (const reader of [doctor, admin, desk]) {
    const read = await reader.call(listAllergies, { params: { id: patient.id } })
    expect(read.body.items).toEqual([recorded.body])
  }
  const seen = await asDeskReads(patient)
  expect(seen.allergens).toEqual([penicillin])
  expect(seen.allergies).toBe('Penicillin (severe): Swollen face')
  expect(allergyState(seen)).toBe('known')
  const csv = await desk.call(exportPatients, { query: { search: patient.mrn } })
  expect(csv.text).toContain('Penicillin (severe): Swollen face')
})

test('reception and doctors report, doctors alone judge, and administrators and the store write nothing', async () => {
  const patient = await givenPatient(desk, { allergies: null })
  const { id } = (await writeAllergy(doctor, patient)).body
  expect((await keeper.call(listAllergies, { params: { id: patient.id } })).problem).toMatchObject({
    status: 403,
    permission: 'patient.view',
  })
  await expect(openLive(app.url, keeper, `patient-allergies:${patient.id}`)).rejects.toThrow('forbidden')
  const told = { substance: 'Latex', severity: null, reaction: null, certainty: 'REPORTED' } as const
  for (const other of [keeper, admin]) {
    const refused = await writeAllergy(other, patient, told)
    expect(refused.problem).toMatchObject({ status: 403, permission: 'allergy.report' })
  }
  const judged = await writeAllergy(desk, patient, { substance: 'Latex' })
  expect(judged.problem).toMatchObject({ status: 403, permission: 'allergy.confirm' })
  for (const other of [desk, keeper, admin]) {
    expect((await confirm(id, {}, other)).status).toBe(403)
    expect((await strike(id, 'Wrong', other)).status).toBe(403)
  }
  expect((await writeAllergy(desk, patient, told)).status).toBe(201)
  expect(await wordsOf(patient)).toBe('Penicillin (severe): Swollen face; Latex, to be confirmed')
})

test('what the desk is told and what doctors record is one list, in which an allergy outweighs ‘none known’', async () => {
  const patient = await givenPatient(desk, { allergies: 'NKDA' })
  expect(patient).toMatchObject({
    allergies: 'NKDA',
    allergens: [{ isNoneKnown: true, certainty: 'REPORTED' }],
  })
  expect(allergyState(await asDeskReads(patient))).toBe('none known')
  const { id } = (await writeAllergy(doctor, patient)).body
  const current = await doctor.call(listAllergies, {
    params: { id: patient.id },
    query: { state: 'current' },
  })
  expect(current.body.items.map((one) => one.id)).toEqual([id])
  expect(allergyState(await asDeskReads(patient))).toBe('known')
  // The entry is no edit of the record: what reception has open is still the latest version.
  const body = { allergies: 'Strawberries\nHen’s egg (anaphylaxis)' }
  const edited = await desk.call(editPatient, { params: { id: patient.id }, body }, ifMatch(patient))
  expect(edited.body.allergies).toBe(
    'Penicillin (severe): Swollen face; Hen’s egg (anaphylaxis); Strawberries',
  )
  expect(await entriesOf(patient)).toHaveLength(4)
  for (const one of await entriesOf(patient)) if (!one.isNoneKnown) await strike(one.id)
  expect(allergyState(await asDeskReads(patient))).toBe('none known')
})

test('the field `allergies` written as it is read reports nothing, and what is left out of it stays', async () => {
  const patient = await givenPatient(desk, { allergies: 'Penicillin; Latex' })
  await writeAllergy(doctor, patient)
  const before = await asDeskReads(patient)
  const write = async (allergies: string | null, by = desk) =>
    by.call(
      editPatient,
      { params: { id: patient.id }, body: { allergies } },
      ifMatch(await asDeskReads(patient)),
    )
  for (const same of [before.allergies, null, 'latex', 'Penicillin']) {
    expect((await write(same, admin)).body, String(same)).toEqual(before)
  }
  expect((await write(`${before.allergies}; Codeine`, admin)).problem).toMatchObject({
    status: 403,
    permission: 'allergy.report',
  })
  const added = (await write(`${before.allergies}; Codeine`)).body
  expect(allergyWords(added)).toBe(
    'Penicillin (severe): Swollen face; Latex, to be confirmed; Codeine, to be confirmed',
  )
  expect(added.version).toBe(before.version + 1)
  expect((await write('None known')).problem).toMatchObject({
    code: 'allergy_recorded',
    errors: [{ path: 'allergies' }],
  })
})

test('a doctor confirms or corrects an entry by another in its place, and taking that back brings it back', async () => {
  const patient = await givenPatient(desk, { allergies: 'Penicilin (rash); Latex' })
  const told = (await entriesOf(patient)).find(({ substance }) => substance === 'Penicilin (rash)')
  if (!told) throw new Error('It was not reported.')
  const confirmed = (await confirm(told.id, { reaction: 'Rash', severity: 'MODERATE' })).body
  expect(confirmed).toMatchObject({ substance: 'Penicillin', certainty: 'CONFIRMED', replacesId: told.id })
  // A doctor who records what was reported has confirmed it too.
  await writeAllergy(colleague, patient, { ...latex, substance: 'latex', certainty: 'SUSPECTED' })
  expect(await wordsOf(patient)).toBe('Penicillin (moderate): Rash; latex (mild)')
  const replaced = (await entriesOf(patient)).find(({ id }) => id === told.id)
  expect(replaced?.replaced).toMatchObject({ by: confirmed.recordedBy, at: confirmed.recordedAt })
  expect((await confirm(told.id, {}, colleague)).problem).toMatchObject({ code: 'allergy_replaced' })
  expect((await strike(told.id)).problem).toMatchObject({ code: 'allergy_replaced' })
  await strike(confirmed.id)
  expect(await wordsOf(patient)).toBe('Penicilin (rash), to be confirmed; latex (mild)')
})

test.each([
  [
    'Penicillin (rash); Peanuts (anaphylaxis; carries a pen)',
    ['Penicillin (rash)', 'Peanuts (anaphylaxis; carries a pen)'],
  ],
  ['House dust mite, grass pollen\r\n\u00a0latex ;;', ['House dust mite, grass pollen', 'latex']],
  ['No known drug allergies', ['No known drug allergies (none known)']],
  ['No allergy to eggs', ['No allergy to eggs']],
])('what was typed, %j, comes over in entries without losing a word', async (typed, expected) => {
  const told = await app.asOwner<{ words: string; is_none_known: boolean }>(
    'select words, is_none_known from told_allergies($1) order by place',
    [typed],
  )
  expect(told.map((one) => `${one.words}${one.is_none_known ? ' (none known)' : ''}`)).toEqual(expected)
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
  expect((await asDeskReads(patient)).allergens).toEqual([
    { ...latex, reaction: 'Swollen face', certainty: 'SUSPECTED' },
  ])
  expect((await entriesOf(patient)).map(({ substance, struck }) => [substance, struck === null])).toEqual([
    ['Penicillin', false],
    ['Latex', true],
  ])
  expect((await strike(wrong.id)).problem).toMatchObject({ status: 409, code: 'entry_struck' })
  // An entry that was struck through can be recorded anew.
  expect((await writeAllergy(doctor, patient, { severity: 'MILD' })).status).toBe(201)
})

test.each(['Anaphylaxis', 'Angioedema', 'Stopped breathing', 'Carries an EpiPen'])(
  'an entry without a severity stands with the severe ones if its reaction is %j',
  async (reaction) => {
    const patient = await givenPatient(desk, { allergies: 'Eggs; Wool' })
    const entry = { substance: 'Wasp stings', reaction, severity: null, certainty: 'REPORTED' } as const
    await writeAllergy(doctor, patient, entry)
    const listed = (await asDeskReads(patient)).allergens.map(({ substance }) => substance)
    expect(listed).toEqual(['Wasp stings', 'Eggs', 'Wool'])
  },
)

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
  const written = await Promise.all(
    others.map((substance, place) => writeAllergy(place % 2 ? doctor : colleague, patient, { substance })),
  )
  for (const { status, text } of written) expect(status, text).toBe(201)
  const shown = (await asDeskReads(patient)).allergens.map(({ substance }) => substance.toLowerCase())
  expect(shown.toSorted()).toEqual([...others, 'Penicillin'].map((one) => one.toLowerCase()).toSorted())
})

test('an entry that is written while another is not done yet loses neither of them', async () => {
  const patient = await givenPatient(desk, { allergies: null })
  const { untilWaiting, letGo } = await holdLock(
    app,
    `insert into allergy (patient_id, recorded_by, substance, severity, certainty)
     values ($1, $2, 'Latex', 'MILD', 'CONFIRMED')`,
    [patient.id, colleague.id],
  )
  const asked = writeAllergy(doctor, patient)
  await untilWaiting()
  await letGo()
  expect((await asked).status).toBe(201)
  expect((await asDeskReads(patient)).allergens).toEqual([penicillin, latex])
})

test('sent twice it is recorded once', async () => {
  const patient = await givenPatient(desk, { allergies: null })
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

test('an entry is live: on the record of a colleague, and on the cards of reception', async () => {
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
  const day = await desk.call(listAppointmentsOfDay, { params: { date } })
  expect(day.body.map((one) => one.patient.allergens)).toEqual([[penicillin]])
  record.close()
  board.close()
})
