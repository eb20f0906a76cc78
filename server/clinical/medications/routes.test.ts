import { afterAll, expect, test, vi } from 'vitest'
import {
  changeMedication,
  listMedications,
  prescribeMedication,
  readCurrentMedications,
  stopMedication,
  strikeMedication,
} from '../../../contract/clinical/medications.ts'
import { editStaffMember, readStaffMember } from '../../../contract/people/staff.ts'
import { startApp } from '../../testing/app.ts'
import { idempotent, ifMatch } from '../../testing/client.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { writeAllergy } from '../../testing/factories/allergies.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { metformin, prescribe } from '../../testing/factories/medications.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const keeper = await app.signIn('inventory_manager')
const doctor = await app.signIn('doctor')
const colleague = await app.signIn('doctor')
afterAll(() => app.close())

const today = utcToday()
const someone = (allergies: string | null = null) => givenPatient(desk, { allergies })
const currentOf = async ({ id }: { id: string }) =>
  (await doctor.call(readCurrentMedications, { params: { id } })).body
const allOf = async ({ id }: { id: string }) =>
  (await doctor.call(listMedications, { params: { id } })).body.items
const stop = (id: string, reason = 'Course finished', by = doctor) =>
  by.call(stopMedication, { params: { id }, body: { reason } })
const change = (id: string, more: object = {}, by = doctor) =>
  by.call(changeMedication, {
    params: { id },
    body: { ...metformin, changeReason: 'HbA1c still high', ...more },
  })
const amoxicillin = { name: 'Amoxicillin 500 mg', frequency: 'EVERY_8_HOURS' } as const

test('a doctor prescribes, and doctors and administrators read it back with who and when', async () => {
  const patient = await someone()
  const prescribed = await prescribe(doctor, patient, { dose: '0.5', unit: 'G', reason: 'Type 2 diabetes' })
  expect(prescribed.status, prescribed.text).toBe(201)
  const { firstName, lastName } = await doctor.me()
  expect(prescribed.body).toMatchObject({
    ...metformin,
    dose: 0.5,
    unit: 'G',
    endsOn: null,
    instructions: null,
    reason: 'Type 2 diabetes',
    allergy: null,
    allergyReason: null,
    isInpatient: false,
    isCurrent: true,
    stopped: null,
    recordedBy: `${firstName} ${lastName}`,
  })
  for (const reader of [doctor, admin]) {
    const read = await reader.call(readCurrentMedications, { params: { id: patient.id } })
    expect(read.body).toEqual([{ ...prescribed.body, matchesAllergy: false }])
  }
})

test('a prescription has the registration number that an administrator gave the prescriber', async () => {
  const prescriber = await app.signIn('doctor')
  const patient = await someone()
  expect((await prescribe(prescriber, patient)).body.prescriberNumber).toBeNull()
  const account = { params: { id: prescriber.id } }
  const { body: latest } = await admin.call(readStaffMember, account)
  const body = { offeredRoles: latest.offeredRoles, active: true, registrationNumber: ' MCI 45784 ' }
  const saved = await admin.call(editStaffMember, { ...account, body }, ifMatch(latest))
  expect(saved.body, saved.text).toMatchObject({ registrationNumber: 'MCI 45784', specialty: null })
  expect((await currentOf(patient))[0]?.prescriberNumber).toBe('MCI 45784')
})

test('reception and store get no medication, and an administrator prescribes none', async () => {
  const patient = await someone()
  const { id } = (await prescribe(doctor, patient)).body
  const params = { id: patient.id }
  for (const other of [desk, keeper]) {
    const list = await other.call(listMedications, { params })
    expect(list.problem).toMatchObject({ status: 403, permission: 'clinical.view' })
    expect((await other.call(readCurrentMedications, { params })).status).toBe(403)
    await expect(openLive(app.url, other, `patient-medications:${patient.id}`)).rejects.toThrow('forbidden')
  }
  for (const other of [desk, keeper, admin]) {
    expect((await prescribe(other, patient)).problem).toMatchObject({ permission: 'clinical.prescribe' })
    expect((await change(id, {}, other)).status).toBe(403)
    expect((await stop(id, 'Wrong', other)).status).toBe(403)
    const struck = await other.call(strikeMedication, { params: { id }, body: { reason: 'Wrong' } })
    expect(struck.status).toBe(403)
  }
  expect(await currentOf(patient)).toHaveLength(1)
})

test.each([
  ['an entry', null, { substance: 'Penicillin' }, 'Penicillin'],
  ['the text', 'Penicillin (rash); latex', undefined, 'Penicillin (rash)'],
])(
  'against an allergy of %s it is refused until a reason is given, and both are kept',
  async (_, text, entry, allergy) => {
    const patient = await someone(text)
    if (entry) await writeAllergy(doctor, patient, entry)
    const refused = await prescribe(doctor, patient, amoxicillin)
    expect(refused.problem).toMatchObject({
      status: 409,
      code: 'allergy_match',
      errors: [{ path: 'allergyReason' }],
    })
    expect(refused.problem.detail).toContain(allergy)
    expect(refused.problem.detail).toContain('is one of the penicillins')
    expect((await prescribe(doctor, patient, { ...amoxicillin, allergyReason: ' ' })).status).toBe(409)
    expect(await allOf(patient)).toEqual([])
    const allergyReason = 'Had it twice since, without a reaction'
    const given = await prescribe(doctor, patient, { ...amoxicillin, allergyReason })
    expect(given.body).toMatchObject({ allergy, allergyReason })
    // A reason that was not asked for is not stored.
    expect((await prescribe(doctor, patient, { allergyReason })).body).toMatchObject({
      allergy: null,
      allergyReason: null,
    })
  },
)

test('a current medicine that matches an allergy recorded later says so, until a reason for it is given', async () => {
  const patient = await someone('Latex')
  const { id } = (await prescribe(doctor, patient, amoxicillin)).body
  const said = async () => (await currentOf(patient)).map(({ matchesAllergy }) => matchesAllergy)
  expect(await said()).toEqual([false])
  await writeAllergy(doctor, patient, { substance: 'Penicillin' })
  expect(await said()).toEqual([true])
  expect((await change(id, { ...amoxicillin, allergyReason: 'Tolerated it twice' })).status).toBe(201)
  expect(await said()).toEqual([false])
})

test('an allergy that was struck through, or ‘none known’, stops nothing', async () => {
  const patient = await someone('None known')
  expect((await prescribe(doctor, patient, amoxicillin)).status).toBe(201)
})

test('the same medicine again is asked about once, whoever prescribed it', async () => {
  const patient = await someone()
  await prescribe(doctor, patient)
  const twice = { name: 'metformin', dose: '850' }
  const asked = await prescribe(colleague, patient, twice)
  expect(asked.problem).toMatchObject({ status: 409, code: 'value_unlikely', errors: [{ path: 'name' }] })
  expect(asked.problem.detail).toBe(
    'Metformin 500 mg (500 mg, oral, twice daily) is already a current medication. Prescribe metformin too?',
  )
  const meant = await prescribe(colleague, patient, { ...twice, evenIfUnlikely: ['name'] })
  expect(meant.status, meant.text).toBe(201)
  expect(await currentOf(patient)).toHaveLength(2)
})

test('two doctors prescribe the same at once: one is saved, the other is asked', async () => {
  const patient = await someone()
  const both = await Promise.all([prescribe(doctor, patient), prescribe(colleague, patient)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(both.find(({ status }) => status === 409)?.problem.code).toBe('value_unlikely')
})

test('a change stops the old one and names it; the history keeps both', async () => {
  const patient = await someone()
  const before = (await prescribe(doctor, patient)).body
  const changed = await change(before.id, { dose: '850' }, colleague)
  expect(changed.status, changed.text).toBe(201)
  expect(changed.body).toMatchObject({ dose: 850, replacesId: before.id, isCurrent: true })
  expect(await currentOf(patient)).toEqual([{ ...changed.body, matchesAllergy: false }])
  const { firstName, lastName } = await colleague.me()
  expect((await allOf(patient)).map(({ dose, stopped }) => [dose, stopped])).toEqual([
    [850, null],
    [500, { at: expect.any(String), by: `${firstName} ${lastName}`, reason: 'HbA1c still high' }],
  ])
  expect((await change(before.id)).problem).toMatchObject({ status: 409, code: 'medication_stopped' })
})

test('one is stopped once, with a reason, and no more after it was struck through', async () => {
  const patient = await someone()
  const { id } = (await prescribe(doctor, patient)).body
  expect((await stop(id, ' ')).problem).toMatchObject({ status: 422, errors: [{ path: 'reason' }] })
  const both = await Promise.all([stop(id), stop(id, 'Side effects', colleague)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.problem.code).toBe('medication_stopped')
  expect(await currentOf(patient)).toEqual([])
  const wrong = (await prescribe(doctor, patient)).body
  const body = { reason: 'Another patient was meant' }
  const struck = await doctor.call(strikeMedication, { params: { id: wrong.id }, body })
  expect(struck.body).toMatchObject({ struck: body, isCurrent: false })
  expect((await stop(wrong.id)).problem).toMatchObject({ status: 409, code: 'entry_struck' })
  expect((await change(wrong.id)).problem).toMatchObject({ status: 409, code: 'entry_struck' })
})

test('what has ended is not current; what begins later is', async () => {
  const patient = await someone()
  await prescribe(doctor, patient, { endsOn: daysAfter(today, -2) })
  await prescribe(doctor, patient, { name: 'Amlodipine 5 mg', startsOn: daysAfter(today, 5) })
  expect((await currentOf(patient)).map(({ name }) => name)).toEqual(['Amlodipine 5 mg'])
  expect(await allOf(patient)).toHaveLength(2)
})

test('what is prescribed in a stay is marked so', async () => {
  const patient = await someone()
  await prescribe(doctor, patient)
  await admit(desk, { bedId: (await givenBed(admin)).id, doctorId: doctor.id, patientId: patient.id })
  await prescribe(doctor, patient, { name: 'Enoxaparin 40 mg' })
  expect((await currentOf(patient)).map(({ name, isInpatient }) => [name, isInpatient])).toEqual([
    ['Enoxaparin 40 mg', true],
    ['Metformin 500 mg', false],
  ])
})

test.each([
  ['a dose without its unit', { unit: undefined }, 'unit', 'Choose the unit of the dose'],
  ['a unit in the dose', { dose: '500 mg' }, 'dose', 'Enter the number alone, and choose its unit'],
  ['no dose', { dose: '' }, 'dose', 'Dose is required'],
  ['a trailing zero', { dose: '1.0' }, 'dose', 'Write “1” instead of “1.0”'],
  ['no leading zero', { dose: '.5' }, 'dose', 'Write “0.5” instead of “.5”'],
  ['U', { instructions: '10U at night' }, 'instructions', 'Write “units” instead of “U”'],
  ['MS', { name: 'MS 10 mg' }, 'name', 'Write “morphine sulfate” or “magnesium sulfate” instead of “MS”'],
  ['an end before the start', { endsOn: '2026-01-14' }, 'endsOn', 'The end can’t be before the start'],
  [
    'a start before birth',
    { startsOn: '1901-01-01' },
    'startsOn',
    'The start can’t be before the patient’s birth',
  ],
])('%s is refused beside the field', async (_, wrong, path, message) => {
  const patient = await someone()
  const body = { ...metformin, ...wrong }
  const refused = await doctor.call(prescribeMedication, { params: { id: patient.id }, body: body as never })
  expect(refused.problem).toMatchObject({ status: 422, code: 'invalid_input', errors: [{ path, message }] })
})

test('sent twice it is prescribed once', async () => {
  const patient = await someone()
  const key = idempotent()
  const first = await prescribe(doctor, patient, {}, key)
  const second = await prescribe(doctor, patient, {}, key)
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  expect(await allOf(patient)).toHaveLength(1)
})

test('a screen that shows a patient is told when one is prescribed, changed and stopped', async () => {
  const patient = await someone()
  const scope = `patient-medications:${patient.id}`
  const stream = await openLive(app.url, admin, scope)
  const { id } = (await prescribe(doctor, patient)).body
  await vi.waitFor(() => expect(stream.stale(scope)).toBe(1))
  const changed = (await change(id)).body
  await vi.waitFor(() => expect(stream.stale(scope)).toBe(2))
  await stop(changed.id)
  await vi.waitFor(() => expect(stream.stale(scope)).toBe(3))
  stream.close()
})

test('its audit entry says what was prescribed, and against which allergy', async () => {
  const patient = await someone('Penicillin')
  const allergyReason = 'No other works'
  const { id } = (await prescribe(doctor, patient, { ...amoxicillin, allergyReason })).body
  const [entry] = await app.asOwner(
    `select changes, patient_ids from audit_entry where subject_id = $1 and action = 'prescribeMedication'`,
    [id],
  )
  expect(entry).toMatchObject({
    changes: { name: 'Amoxicillin 500 mg', dose: 500, allergy: 'Penicillin', allergyReason },
    patient_ids: [patient.id],
  })
})
