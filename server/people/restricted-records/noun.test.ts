import { afterAll, expect, test, vi } from 'vitest'
import { listVitals, strikeVitals } from '../../../contract/clinical/vitals.ts'
import { listEarlyWarnings, readEarlyWarning } from '../../../contract/clinical/warnings/early-warning.ts'
import {
  listAppointmentsOfDay,
  listPatientAppointments,
  undoAppointmentChange,
} from '../../../contract/front-desk/appointments.ts'
import { editPatient, exportPatients, listPatients, readPatient } from '../../../contract/people/patients.ts'
import {
  editRestriction,
  readRecordAccess,
  readRestriction,
} from '../../../contract/people/restricted-records.ts'
import {
  admitPatient,
  editAdmission,
  listPatientAdmissions,
  readAdmission,
} from '../../../contract/wards/admissions.ts'
import { offerRoles, type StaffClient, startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { utcToday } from '../../testing/days.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { change, givenAppointment } from '../../testing/factories/appointments.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { toldOf } from '../../testing/factories/notifications.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { open, restrict } from '../../testing/factories/patients/restricted-records.ts'
import { illSet, takeVitals, wellSet } from '../../testing/factories/vitals.ts'
import { changesHeard, openLive } from '../../testing/live-stream.ts'

const app = await startApp()
const otherServer = await startApp({ on: app })
afterAll(async () => {
  await otherServer.close()
  await app.close()
})
const admin = await app.founder()
const [auditor, desk, doctor, nurse] = [
  await app.signIn('admin'),
  await app.signIn('receptionist'),
  await app.signIn('doctor'),
  await app.signIn('nurse'),
]
const look = async (who: StaffClient, { id }: { id: string }) => {
  const answer = await who.call(listVitals, { params: { id } })
  return answer.status === 200 ? 'open' : answer.problem.code
}
const accessOf = async (who: StaffClient, { id }: { id: string }) =>
  (await who.call(readRecordAccess, { params: { id } })).body
const givenRestricted = async (readers: StaffClient[] = []) => {
  const patient = await givenPatient(desk, { dateOfBirth: '1980-05-01', medicalHistory: 'Treated for gout' })
  await restrict(
    admin,
    patient,
    readers.map(({ id }) => id),
  )
  return patient
}

test('who is not on the list gives a reason, and then has four hours; identity and allergies always show', async () => {
  const patient = await givenRestricted([nurse])
  expect(await look(nurse, patient)).toBe('open')
  expect(await accessOf(nurse, patient)).toMatchObject({ isOpen: true, because: 'list', until: null })
  // Not even who restricted it.
  for (const who of [doctor, admin]) expect(await look(who, patient)).toBe('reason_needed')
  const params = { id: patient.id }
  expect((await doctor.call(readPatient, { params })).body).toMatchObject({
    firstName: patient.firstName,
    dateOfBirth: '1980-05-01',
    allergies: patient.allergies,
    medicalHistory: null,
    restrictedSince: expect.any(String),
  })
  const blank = await open(doctor, patient, ' \n ')
  expect(blank.problem).toMatchObject({
    status: 422,
    errors: [{ path: 'reason', message: 'Reason is required' }],
  })
  const { status, body } = await open(doctor, patient, 'Called to the bed')
  expect(status).toBe(201)
  expect(Date.parse(body.until) - Date.parse(body.openedAt)).toBe(4 * 3_600_000)
  expect(await look(doctor, patient)).toBe('open')
  expect(await accessOf(doctor, patient)).toMatchObject({ because: 'reason', until: body.until })
  expect((await doctor.call(readPatient, { params })).body.medicalHistory).toBe('Treated for gout')
  // It stays closed to everyone else.
  expect(await look(admin, patient)).toBe('reason_needed')
  await app.asOwner(`update record_access set opened_at = opened_at - interval '4 hours' where id = $1`, [
    body.id,
  ])
  expect(await look(doctor, patient)).toBe('reason_needed')
  expect(await accessOf(doctor, patient)).toMatchObject({ isOpen: false, because: null, until: null })
})

test('auditors are told at once, with who, which patient and why; the trail has the reason', async () => {
  const patient = await givenRestricted()
  const stream = await openLive(app.url, auditor, `notifications:${auditor.id}`)
  const { body } = await open(doctor, patient, 'Called to the bed')
  const access = { patientId: patient.id, by: expect.any(String), reason: 'Called to the bed' }
  await vi.waitFor(() => expect(JSON.stringify(stream.events)).toContain(`"patientId":"${patient.id}"`))
  stream.close()
  const told = (who: StaffClient) => toldOf(who, (one) => one.access?.patientId === patient.id)
  for (const who of [admin, auditor])
    expect(await told(who)).toMatchObject([{ kind: 'RECORD_OPENED', isRead: false, access }])
  for (const who of [doctor, nurse, desk]) expect(await told(who)).toEqual([])
  expect((await open(admin, patient, 'A complaint')).status).toBe(201)
  expect(await told(admin)).toHaveLength(1)
  expect(await told(auditor)).toHaveLength(2)
  const [entry] = await app.asOwner<{ changes: object; patient_ids: string[] }>(
    `select changes, patient_ids from audit_entry where action = 'openRecord' and subject_id = $1`,
    [body.id],
  )
  expect(entry).toMatchObject({ changes: { reason: 'Called to the bed' }, patient_ids: [patient.id] })
})

test('the doctors who treat the patient need no reason, and nobody makes themselves one of them', async () => {
  const patient = await givenRestricted()
  const booked = await givenAppointment(desk, {
    patientId: patient.id,
    doctorId: doctor.id,
    date: utcToday(),
  })
  expect(await look(doctor, patient)).toBe('reason_needed')
  await change(desk, { id: booked.id }, { status: 'IN_QUEUE' })
  expect(await accessOf(doctor, patient)).toMatchObject({ isOpen: true, because: 'care' })
  const colleague = await app.signIn('doctor')
  expect(await look(colleague, patient)).toBe('reason_needed')
  await change(colleague, { id: booked.id }, { status: 'IN_PROGRESS' })
  expect(await look(colleague, patient)).toBe('open')

  const inpatient = await givenRestricted()
  const bedId = (await givenBed(admin)).id
  const stay = { bedId, patientId: inpatient.id, doctorId: colleague.id, diagnosis: 'Gout' }
  const own = await colleague.call(admitPatient, { body: stay })
  expect(own).toMatchObject({ status: 201, body: { diagnosis: null } })
  expect(await look(colleague, inpatient)).toBe('reason_needed')
  const other = await givenRestricted()
  const admitted = await admit(desk, { ...stay, bedId: (await givenBed(admin)).id, patientId: other.id })
  expect(await look(colleague, other)).toBe('open')
  const read = { params: { id: admitted.body.id } }
  expect((await colleague.call(readAdmission, read)).body.diagnosis).toBe('Gout')
  expect((await desk.call(readAdmission, read)).body).toMatchObject({
    diagnosis: null,
    patient: { id: other.id },
  })
})

test('observing never waits for a reason, and a high score calls the doctor and stands on the ward', async () => {
  const patient = await givenRestricted()
  await admit(desk, { bedId: (await givenBed(admin)).id, doctorId: doctor.id, patientId: patient.id })
  expect((await takeVitals(nurse, patient, illSet)).status).toBe(201)
  expect(await look(nurse, patient)).toBe('reason_needed')
  expect(await toldOf(doctor, ({ vitals }) => vitals?.patientId === patient.id)).toMatchObject([
    { vitals: { score: 13 } },
  ])
  const scores = (await nurse.call(listEarlyWarnings)).body
  expect(scores.find(({ id }) => id === patient.id)).toMatchObject({ score: 13, band: 'High' })
})

test('two who change the list at once: the second is shown what the first made of it', async () => {
  const patient = await givenRestricted()
  const params = { id: patient.id }
  const before = (await admin.call(readRestriction, { params })).body
  const edit = (who: StaffClient, readerIds: string[]) =>
    who.call(editRestriction, { params, body: { readerIds } }, ifMatch(before))
  const answers = await Promise.all([edit(admin, [nurse.id]), edit(auditor, [doctor.id])])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  const current = (await admin.call(readRestriction, { params })).body
  expect(answers.find(({ status }) => status === 412)?.problem).toMatchObject({
    code: 'stale_version',
    current: { readers: current.readers, version: current.version },
  })
  expect(current.readers).toHaveLength(1)
  // Once lifted it opens without a reason, and when restricted again its list is empty.
  const lifted = await admin.call(
    editRestriction,
    { params, body: { isRestricted: false } },
    ifMatch(current),
  )
  expect(lifted.body).toMatchObject({ restrictedSince: null, readers: [] })
  for (const who of [nurse, doctor]) expect(await look(who, patient)).toBe('open')
  expect((await open(doctor, patient)).problem.code).toBe('record_not_restricted')
})

test('another server keeps the record back, opens it and closes it at the next call', async () => {
  const there = await otherServer.signIn('doctor')
  const patient = await givenPatient(desk)
  expect(await look(there, patient)).toBe('open')
  const { version } = await restrict(admin, patient, [])
  await changesHeard(admin, app.url)
  await changesHeard(admin, otherServer.url)
  expect(await look(there, patient)).toBe('reason_needed')
  const edit = (readerIds: string[], from: number) =>
    admin.call(
      editRestriction,
      { params: { id: patient.id }, body: { readerIds } },
      ifMatch({ version: from }),
    )
  await edit([there.id], version)
  expect(await look(there, patient)).toBe('open')
  await edit([], version + 1)
  expect(await look(there, patient)).toBe('reason_needed')
})

test('a snapshot from before the restriction is given to nobody', async () => {
  const patient = await givenPatient(desk)
  const date = utcToday()
  await givenAppointment(desk, {
    patientId: patient.id,
    doctorId: doctor.id,
    date,
    notes: 'Quixotic complaint',
  })
  const snapshot = () =>
    desk.call(listAppointmentsOfDay, { params: { date } }, { headers: { 'lantern-as-of': '1' } })
  expect((await snapshot()).text).toContain('Quixotic complaint')
  await restrict(admin, patient)
  const after = (await snapshot()).text
  expect(after).toContain(patient.mrn)
  expect(after).not.toContain('Quixotic complaint')
})

test('search finds a restricted patient with the mark, and files leave the record out', async () => {
  const patient = await givenRestricted()
  const found = (await doctor.call(listPatients, { query: { search: patient.mrn } })).body.items
  expect(found).toMatchObject([{ id: patient.id, restrictedSince: expect.any(String), medicalHistory: null }])
  const csv = (await doctor.call(exportPatients, { query: { search: patient.mrn } })).text
  expect(csv).toContain(patient.mrn)
  expect(csv).not.toContain('Treated for gout')
})

test('an open screen is told when the record is restricted, opened, or its list changes', async () => {
  const patient = await givenPatient(desk)
  const stream = await openLive(app.url, doctor, `record-access:${patient.id}`)
  const told = () => stream.stale(`record-access:${patient.id}`)
  for (const act of [() => restrict(admin, patient), () => open(doctor, patient)]) {
    const before = told()
    await act()
    await vi.waitFor(() => expect(told()).toBeGreaterThan(before))
  }
  stream.close()
  expect((await takeVitals(nurse, patient, wellSet)).status).toBe(201)
})

test('answers that blanked parts of a record are read again when it opens', async () => {
  const patient = await givenRestricted()
  const scopes = [`patient:${patient.id}`, `patient-admissions:${patient.id}`, 'admissions', 'appointments']
  const stream = await openLive(app.url, doctor, ...scopes)
  await open(doctor, patient)
  await vi.waitFor(() => {
    for (const scope of scopes) expect(stream.stale(scope), scope).toBeGreaterThan(0)
  })
  stream.close()
})

test('what was edited while part of it was hidden is refused, also if the record has opened since', async () => {
  const patient = await givenPatient(desk, { medicalHistory: 'Treated for gout' })
  const stay = { bedId: (await givenBed(admin)).id, patientId: patient.id, doctorId: doctor.id }
  const { id } = (await admit(desk, { ...stay, diagnosis: 'Gout', notes: 'Knows the ward' })).body
  await restrict(admin, patient)
  const params = { id }
  const blanked = (await desk.call(readAdmission, { params })).body
  expect(blanked).toMatchObject({ diagnosis: null, notes: null, version: 0 })
  const blankPatient = (await desk.call(readPatient, { params: { id: patient.id } })).body
  expect(blankPatient.version).toBe(0)
  await open(desk, patient, 'A call from the ward')
  const edited = { body: { diagnosis: 'Fever', notes: 'Typed over a blank' }, params }
  const refused = await desk.call(editAdmission, edited, ifMatch(blanked))
  expect(refused.problem).toMatchObject({
    status: 412,
    code: 'stale_version',
    detail: 'Part of this was hidden when you opened it. Your changes are kept.',
    current: { diagnosis: 'Gout', notes: 'Knows the ward' },
  })
  const history = { body: { medicalHistory: 'Typed over a blank' }, params: { id: patient.id } }
  expect((await desk.call(editPatient, history, ifMatch(blankPatient))).status).toBe(412)
  const shown = (await desk.call(readAdmission, { params })).body
  expect((await desk.call(editAdmission, edited, ifMatch(shown))).body.notes).toBe('Typed over a blank')
})

test('the score of a closed record is reckoned as before, and who recorded a set strikes it through', async () => {
  const patient = await givenRestricted([doctor])
  const params = { id: patient.id }
  await takeVitals(doctor, patient, { ...wellSet, usesScale2: true })
  expect((await nurse.call(readEarlyWarning, { params })).body).toEqual({ warning: null, usesScale2: true })
  const own = (await takeVitals(nurse, patient, wellSet)).body
  const strike = (who: StaffClient, { id }: { id: string }) =>
    who.call(strikeVitals, { params: { id }, body: { reason: 'Another patient’s' } })
  const colleague = await app.signIn('doctor')
  const refused = await strike(colleague, own)
  expect(refused.problem).toMatchObject({ status: 403, code: 'reason_needed', patientId: patient.id })
  expect((await strike(nurse, own)).body).toMatchObject({ struck: { reason: 'Another patient’s' } })
  await app.flushAudit()
  const noted = await app.asOwner(
    `select from audit_entry where outcome = 'reason_needed' and action = 'strikeVitals' and patient_ids = $1`,
    [[patient.id]],
  )
  expect(noted).toHaveLength(1)
})

test('where a patient lay and what is booked show without a reason, and what was said of it does not', async () => {
  const patient = await givenRestricted()
  const stay = { bedId: (await givenBed(admin)).id, patientId: patient.id, doctorId: doctor.id }
  await admit(desk, { ...stay, diagnosis: 'Gout' })
  await givenAppointment(desk, {
    patientId: patient.id,
    doctorId: doctor.id,
    date: utcToday(),
    notes: 'Quixotic',
  })
  const asked = { params: { id: patient.id }, query: {} }
  expect((await desk.call(listPatientAdmissions, asked)).body.items).toMatchObject([
    { bedId: stay.bedId, diagnosis: null, version: 0 },
  ])
  expect((await desk.call(listPatientAppointments, asked)).body.items).toMatchObject([
    { date: utcToday(), notes: null },
  ])
})

test('who takes up an auditing role is told of what was opened before, and nobody turns that off', async () => {
  const patient = await givenRestricted()
  await open(doctor, patient, 'Called to the bed')
  const later = await app.signIn('receptionist')
  const told = () => toldOf(later, (one) => one.access?.patientId === patient.id)
  await offerRoles(admin, later.id, ['receptionist', 'admin'])
  await app.asOwner(`insert into notification_choice (staff_id, off) values ($1, '{RECORD_OPENED}')`, [
    later.id,
  ])
  expect(await told()).toEqual([])
  await app.asOwner(`update staff set role = 'admin' where id = $1`, [later.id])
  const rows = await app.asOwner(
    `select from notification where staff_id = $1 and cause in (select id from record_access where patient_id = $2)`,
    [later.id, patient.id],
  )
  expect(rows).toHaveLength(1)
  const off = { kind: 'RECORD_OPENED', isOn: false }
  expect((await auditor.send('PUT', '/api/notifications/choices', { body: off })).status).toBe(422)
})

test('starting the visit of a colleague’s patient opens the record, and auditors are told of it', async () => {
  const patient = await givenRestricted()
  const own = { patientId: patient.id, doctorId: doctor.id, date: utcToday() }
  const { id } = await givenAppointment(desk, own)
  await change(desk, { id }, { status: 'IN_QUEUE' })
  const colleague = await app.signIn('doctor')
  await change(colleague, { id }, { status: 'IN_PROGRESS' })
  expect(await accessOf(colleague, patient)).toMatchObject({ because: 'reason', until: expect.any(String) })
  await colleague.call(undoAppointmentChange, { params: { id } })
  const reason = 'Started the visit of a colleague’s patient'
  expect(await toldOf(auditor, (one) => one.access?.patientId === patient.id)).toMatchObject([
    { access: { reason } },
  ])
  // The patient's own doctor needs no such thing.
  await change(doctor, { id }, { status: 'IN_PROGRESS' })
  expect(await accessOf(doctor, patient)).toMatchObject({ because: 'care' })
  expect(await toldOf(auditor, (one) => one.access?.patientId === patient.id)).toHaveLength(1)
})

test('a reason ends with the restriction that it was given for', async () => {
  const patient = await givenRestricted()
  await open(doctor, patient)
  expect(await look(doctor, patient)).toBe('open')
  const params = { id: patient.id }
  const current = (await admin.call(readRestriction, { params })).body
  await admin.call(editRestriction, { params, body: { isRestricted: false } }, ifMatch(current))
  await restrict(admin, patient)
  expect(await look(doctor, patient)).toBe('reason_needed')
  await open(doctor, patient)
  expect(await look(doctor, patient)).toBe('open')
})
