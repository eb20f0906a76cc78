import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { listAllergies, strikeAllergy } from '../../../contract/clinical/allergies.ts'
import {
  changeMedication,
  listMedications,
  readCurrentMedications,
} from '../../../contract/clinical/medications.ts'
import { listProblems } from '../../../contract/clinical/problems.ts'
import { readTimeline } from '../../../contract/clinical/timeline.ts'
import { listVisitNotes } from '../../../contract/clinical/visit-notes.ts'
import { listVitals, readLatestVitals } from '../../../contract/clinical/vitals.ts'
import { readEarlyWarning } from '../../../contract/clinical/warnings/early-warning.ts'
import { listAppointments, listPatientAppointments } from '../../../contract/front-desk/appointments.ts'
import { listContacts } from '../../../contract/people/contacts.ts'
import { listCoverage } from '../../../contract/people/coverage.ts'
import { listMerges, previewMerge, undoMerge } from '../../../contract/people/duplicates/merges.ts'
import { listIdentifiers } from '../../../contract/people/identifiers.ts'
import {
  editPatient,
  findLabelledPatient,
  listPatients,
  type Patient,
  readPatient,
} from '../../../contract/people/patients.ts'
import { readRestriction } from '../../../contract/people/restricted-records.ts'
import { listAdmissions, listPatientAdmissions } from '../../../contract/wards/admissions.ts'
import { password, startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { countersigning, idOf } from '../../testing/countersigning.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { writeAllergy } from '../../testing/factories/allergies.ts'
import { change, givenAppointment } from '../../testing/factories/appointments.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { givenItem } from '../../testing/factories/items.ts'
import { prescribe } from '../../testing/factories/medications.ts'
import { givenContact } from '../../testing/factories/patients/contacts.ts'
import { givenIdentifier, givenSystem } from '../../testing/factories/patients/identifiers.ts'
import { merge } from '../../testing/factories/patients/merges.ts'
import { givenPhoto } from '../../testing/factories/patients/patient-photos.ts'
import { givenPatient, labelOf } from '../../testing/factories/patients/patients.ts'
import { givenCoverage } from '../../testing/factories/patients/payers.ts'
import { open, restrict } from '../../testing/factories/patients/restricted-records.ts'
import { beginNote, givenVisit } from '../../testing/factories/visit-notes.ts'
import { illSet, takeVitals } from '../../testing/factories/vitals.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const [desk, doctor] = [await app.signIn('receptionist'), await app.signIn('doctor')]

const born = { dateOfBirth: '1980-05-01', allergies: null }
const givenTwo = async (of: object = {}, other: object = {}) =>
  [await givenPatient(desk, { ...born, ...of }), await givenPatient(desk, { ...born, ...other })] as const
const record = async ({ id }: { id: string }) => (await desk.call(readPatient, { params: { id } })).body
const substances = ({ allergens }: Patient) => allergens.map(({ substance }) => substance)
const day = (n: number) => daysAfter(utcToday(), n)

describe('a merge', () => {
  test('keeps the medical history of both, and takes a date of birth as far as it is known; undone, each has its own', async () => {
    const [survivor, other] = await givenTwo(
      { medicalHistory: 'Asthma since childhood' },
      { medicalHistory: 'Sertraline since 2025', dateOfBirth: '1979-01-01', birthPrecision: 'YEAR' },
    )
    const preview = (await admin.call(previewMerge, { body: { oneId: survivor.id, otherId: other.id } })).body
    expect(preview.differing).toContain('dateOfBirth')
    expect(preview.differing).not.toContain('medicalHistory')
    const merged = await merge(admin, survivor, other, { taken: ['dateOfBirth'] })
    const whole = async (of: { id: string }) =>
      (await admin.call(readPatient, { params: { id: of.id } })).body
    expect(await whole(survivor)).toMatchObject({
      dateOfBirth: '1979-01-01',
      birthPrecision: 'YEAR',
      medicalHistory: 'Asthma since childhood\nSertraline since 2025',
    })
    await admin.call(undoMerge, { params: { id: merged.body.id }, body: { reason: null } })
    expect(await whole(survivor)).toMatchObject({
      dateOfBirth: born.dateOfBirth,
      birthPrecision: 'DAY',
      medicalHistory: 'Asthma since childhood',
    })
    expect(await whole(other)).toMatchObject({
      medicalHistory: 'Sertraline since 2025',
      birthPrecision: 'YEAR',
    })
  })

  test('is refused where the medical history of both is too long for one record', async () => {
    const [survivor, other] = await givenTwo({ medicalHistory: 'a'.repeat(19_999) }, { medicalHistory: 'bb' })
    expect(await merge(admin, survivor, other, {})).toMatchObject({
      status: 409,
      problem: { code: 'merge_history_too_long' },
    })
  })

  test('shows allergies and entries of both, and the old MRN, label and identifier find the survivor', async () => {
    const [survivor, other] = await givenTwo(
      { firstName: 'Amara' },
      { firstName: 'Amarra', address: '9 New Road' },
    )
    await writeAllergy(doctor, survivor, { substance: 'Latex' })
    const penicillin = (await writeAllergy(doctor, other, { substance: 'Penicillin' })).body
    const taken = (await prescribe(doctor, other, { name: 'Ramipril' })).body
    const vitals = (await takeVitals(doctor, other, { weight: 71 })).body
    const visit = await givenAppointment(desk, { doctorId: doctor.id, date: day(3), patientId: other.id })
    const system = await givenSystem(admin)
    const held = await givenIdentifier(desk, other, system.id)
    const [label, photo] = [await labelOf(desk, other), await givenPhoto(desk, other)]
    const before = [await record(survivor), await record(other)]
    const stream = await openLive(app.url, doctor, `patient-allergies:${survivor.id}`, `patient:${other.id}`)

    const preview = (await admin.call(previewMerge, { body: { oneId: survivor.id, otherId: other.id } })).body
    expect(preview).toMatchObject({ survivorId: other.id, refusals: [] })
    expect(preview.differing).toEqual(expect.arrayContaining(['firstName', 'address']))
    expect(preview.handedOver.map(({ patientId }) => patientId)).toEqual([other.id])
    const merged = await merge(admin, survivor, other, { taken: ['address'] })
    expect(merged.status).toBe(200)

    const now = await record(survivor)
    expect(now).toMatchObject({ firstName: 'Amara', address: '9 New Road', photoMark: photo })
    expect(substances(now).toSorted()).toEqual(['Latex', 'Penicillin'])
    const params = { id: survivor.id }
    const current = (await doctor.call(readCurrentMedications, { params })).body
    expect(current.map(({ id }) => id)).toEqual([taken.id])
    expect((await doctor.call(readLatestVitals, { params })).body.map(({ id }) => id)).toContain(vitals.id)
    const appointments = (await desk.call(listPatientAppointments, { params })).body.items
    expect(appointments).toMatchObject([{ id: visit.id, patientId: survivor.id }])
    for (const search of [other.mrn, other.mrn.slice(3), held.value]) {
      const [first] = (await desk.call(listPatients, { query: { search } })).body.items
      expect(first).toMatchObject({ id: survivor.id, found: { match: 'exact' } })
    }
    const [byMrn] = (await desk.call(listPatients, { query: { search: other.mrn } })).body.items
    expect(byMrn?.found?.because).toBe(`formerly ${other.mrn}`)
    expect((await desk.call(findLabelledPatient, { query: { code: label } })).body).toMatchObject({
      id: survivor.id,
      formerly: other.mrn,
    })
    const own = { query: { code: await labelOf(desk, survivor) } }
    expect((await desk.call(findLabelledPatient, own)).body.formerly).toBeNull()
    for (const answer of [
      await desk.call(readPatient, { params: { id: other.id } }),
      await doctor.call(listAllergies, { params: { id: other.id } }),
      await writeAllergy(doctor, other, { substance: 'Nickel' }),
    ])
      expect(answer).toMatchObject({
        status: 404,
        problem: { code: 'patient_merged', patientId: survivor.id },
      })
    await expect.poll(() => stream.gone(`patient:${other.id}`)).toEqual([other.id])
    expect(stream.stale(`patient-allergies:${survivor.id}`)).toBeGreaterThan(0)
    stream.close()

    // An entry of the merged record can still be corrected, and the survivor's list follows.
    const struck = { params: { id: penicillin.id }, body: { reason: 'Tolerated it' } }
    expect((await doctor.call(strikeAllergy, struck)).status).toBe(200)
    expect(substances(await record(survivor))).toEqual(['Latex'])
    const { name, unit, route, frequency, startsOn } = taken
    const another = { name, dose: '10', unit, route, frequency, startsOn, changeReason: 'Still high' }
    expect((await doctor.call(changeMedication, { params: { id: taken.id }, body: another })).status).toBe(
      201,
    )
    const [merges] = (await desk.call(listMerges, { params })).body
    expect(merges).toMatchObject({ mergedMrn: other.mrn, taken: ['address'], isLast: true })

    const undone = await admin.call(undoMerge, { params: { id: merged.body.id }, body: { reason: null } })
    expect(undone).toMatchObject({ status: 200, body: { keptFields: [], mergedMrn: other.mrn } })
    const exactly = ({ version: _, updatedAt: _at, ...rest }: Patient) => rest
    expect(exactly(await record(survivor))).toEqual(exactly(before[0] as Patient))
    expect(exactly(await record(other))).toEqual({
      ...exactly(before[1] as Patient),
      allergens: [],
      allergies: null,
    })
    const theirs = (await desk.call(listPatientAppointments, { params: { id: other.id } })).body.items
    expect(theirs).toMatchObject([{ id: visit.id, patientId: other.id }])
    expect((await doctor.call(readCurrentMedications, { params })).body).toEqual([])
  })

  test('waits for a second person who may merge, where the hospital asks for one, and names both', async () => {
    const { want, post } = countersigning(app, { admin, desk, doctor, nurse: doctor })
    const colleague = await app.signIn('admin')
    const [survivor, other] = await givenTwo({ firstName: 'Esi' }, { firstName: 'Esii' })
    await want('RECORD_MERGE')
    onTestFinished(() => want())
    const refused = await merge(admin, survivor, other)
    expect(refused).toMatchObject({ status: 409, problem: { code: 'countersignature_needed' } })
    const words = refused.problem.act ?? ''
    expect(words).toContain(`Merge ${other.mrn}, Esii`)
    expect((await record(survivor)).version).toBe(survivor.version)
    const body = {
      survivorId: survivor.id,
      mergedId: other.id,
      survivorVersion: survivor.version,
      mergedVersion: other.version,
      mrn: survivor.mrn,
      reason: null,
    }
    const signedBy = (by: { email: string }, changed: object = {}) =>
      post(admin, 'countersign', {
        endpoint: 'mergePatients',
        id: survivor.id,
        body: { ...body, ...changed },
        words,
        email: by.email,
        password,
      })
    for (const by of [admin, doctor]) expect((await signedBy(by)).problem.errors?.[0]?.path).toBe('email')
    const ofAnother = idOf(await signedBy(colleague, { taken: ['firstName'] }))
    expect((await merge(admin, survivor, other, { countersignature: ofAnother })).problem.code).toBe(
      'countersignature_of_another_act',
    )
    const countersignature = idOf(await signedBy(colleague))
    const merged = await merge(admin, survivor, other, { countersignature })
    expect(merged.body).toMatchObject({ mergedMrn: other.mrn, countersignedBy: expect.stringMatching(/\S/) })
    expect(merged.body.countersignedBy).not.toBe(merged.body.mergedBy)
    await expect(
      app.asOwner(
        `insert into patient_merge (survivor_id, merged_id, merged_by, chosen, before, moved) values ($1, $2, $3, '{}', '{}', '{}')`,
        [survivor.id, (await givenPatient(desk, born)).id, admin.id],
      ),
    ).rejects.toThrow('a second person countersigns this')
  })

  test('lets lists find what the merged record had before, by the survivor’s name', async () => {
    const [survivor, other] = await givenTwo({ lastName: 'Quartey' }, { lastName: 'Elsewhere' })
    const gone = await givenAppointment(desk, { doctorId: doctor.id, date: day(4), patientId: other.id })
    await change(desk, { id: gone.id }, { status: 'CANCELLED', cancelReason: 'PATIENT_CANCELLED' })
    await app.asOwner(
      `with admitted as (
         insert into admission (patient_id, doctor_id, diagnosis, admitted_at, discharged_at, destination)
         values ($1, $2, 'Pneumonia', now() - interval '9 days', now() - interval '7 days', 'HOME') returning *)
       insert into stay (admission_id, bed_id, started_at, ended_at) select id, $3, admitted_at, discharged_at from admitted`,
      [other.id, doctor.id, (await givenBed(admin)).id],
    )
    await merge(admin, survivor, other)
    const query = { search: 'Quartey' }
    const appointments = (await desk.call(listAppointments, { query })).body
    expect(appointments.items.map(({ id }) => id)).toEqual([gone.id])
    expect(appointments.total).toBe(1)
    expect((await desk.call(listAdmissions, { query })).body.total).toBe(1)
    expect((await desk.call(listAppointments, { query: { search: 'Elsewhere' } })).body.total).toBe(0)
  })

  test('keeps an edit since, and what was entered since, with the survivor when it is undone', async () => {
    const [survivor, other] = await givenTwo(
      { allergies: 'None known' },
      { allergies: 'Peanuts', address: '9 New Road' },
    )
    const { id } = (await merge(admin, survivor, other, { taken: ['address'] })).body
    const merged = await record(survivor)
    expect(substances(merged)).toEqual(['Peanuts'])
    const params = { id: survivor.id }
    await desk.call(editPatient, { params, body: { address: '10 New Road' } }, ifMatch(merged))
    await writeAllergy(doctor, survivor, { substance: 'Latex' })
    const undone = await admin.call(undoMerge, { params: { id }, body: { reason: null } })
    expect(undone.body).toMatchObject({ keptFields: ['address'], stayed: [{ kind: 'allergies', count: 1 }] })
    expect(await record(survivor)).toMatchObject({ address: '10 New Road' })
    expect([substances(await record(survivor)), substances(await record(other))]).toEqual([
      ['Latex'],
      ['Peanuts'],
    ])
    const again = await admin.call(undoMerge, { params: { id }, body: { reason: null } })
    expect(again).toMatchObject({ status: 409, problem: { code: 'merge_undone' } })
  })

  test('follows into a third record, and is undone from the last', async () => {
    const [first, second] = await givenTwo({ allergies: 'Latex' }, { allergies: 'Peanuts' })
    const third = await givenPatient(desk, { ...born, allergies: 'Nickel' })
    const early = (await merge(admin, second, first)).body
    const late = (await merge(admin, third, second)).body
    expect(substances(await record(third)).toSorted()).toEqual(['Latex', 'Nickel', 'Peanuts'])
    const undo = (id: string) => admin.call(undoMerge, { params: { id }, body: { reason: null } })
    expect(await undo(early.id)).toMatchObject({ status: 409, problem: { code: 'merge_not_last' } })
    expect((await undo(late.id)).status).toBe(200)
    expect(substances(await record(second)).toSorted()).toEqual(['Latex', 'Peanuts'])
    expect((await undo(early.id)).status).toBe(200)
    expect(substances(await record(first))).toEqual(['Latex'])
  })

  test('restricts the survivor of a restricted record, and opens what is in both by one reason', async () => {
    const [survivor, other] = await givenTwo()
    const vitals = (await takeVitals(doctor, other)).body
    await restrict(admin, other, [admin.id])
    const { id } = (await merge(admin, survivor, other)).body
    const params = { id: survivor.id }
    expect((await admin.call(readRestriction, { params })).body).toMatchObject({
      readers: [{ id: admin.id }],
    })
    expect((await doctor.call(listVitals, { params })).problem).toMatchObject({ code: 'reason_needed' })
    await open(doctor, survivor)
    expect((await doctor.call(listVitals, { params })).body.items).toMatchObject([
      { id: vitals.id, pulse: 72 },
    ])
    await admin.call(undoMerge, { params: { id }, body: { reason: null } })
    expect((await record(survivor)).restrictedSince).toBeNull()
    expect((await record(other)).restrictedSince).not.toBeNull()
    const closed = await doctor.call(previewMerge, { body: { oneId: survivor.id, otherId: other.id } })
    expect(closed.status).toBe(403)
  })
})

describe('is refused', () => {
  const refusal = async (survivor: Patient, other: Patient) => {
    const { refusals } = (await admin.call(previewMerge, { body: { oneId: survivor.id, otherId: other.id } }))
      .body
    const answer = await merge(admin, survivor, other)
    expect(refusals.map(({ detail }) => detail)).toContain(answer.problem.detail)
    expect([(await record(survivor)).id, (await record(other)).id]).toEqual([survivor.id, other.id])
    return answer.problem.code
  }
  const givenAdmitted = async (patient: Patient) =>
    (await admit(desk, { bedId: (await givenBed(admin)).id, doctorId: doctor.id, patientId: patient.id }))
      .body
  const past = (patient: Patient, from: string, to: string) =>
    app.asOwner(
      `insert into admission (patient_id, doctor_id, diagnosis, admitted_at, discharged_at, destination)
       values ($1, $2, 'Pneumonia', $3, $4, 'HOME')`,
      [patient.id, doctor.id, from, to],
    )

  test('of two who are both admitted', async () => {
    const [survivor, other] = await givenTwo()
    await givenAdmitted(survivor)
    await givenAdmitted(other)
    expect(await refusal(survivor, other)).toBe('merge_both_admitted')
  })
  test('while one is with a doctor', async () => {
    const [survivor, other] = await givenTwo()
    await givenVisit(desk, doctor, other.id)
    expect(await refusal(survivor, other)).toBe('merge_with_doctor')
  })
  test('of one who waits and one who is admitted', async () => {
    const [survivor, other] = await givenTwo()
    await givenAdmitted(survivor)
    const waits = await givenAppointment(desk, { doctorId: doctor.id, date: utcToday(), patientId: other.id })
    await change(desk, { id: waits.id }, { status: 'IN_QUEUE' })
    expect(await refusal(survivor, other)).toBe('merge_queued_while_admitted')
  })
  test('of two who were in two beds at one time', async () => {
    const [survivor, other] = await givenTwo()
    await past(survivor, '2026-03-01T08:00Z', '2026-03-05T08:00Z')
    await past(other, '2026-03-03T08:00Z', '2026-03-04T08:00Z')
    expect(await refusal(survivor, other)).toBe('merge_stays_overlap')
    expect((await merge(admin, survivor, other)).problem.detail).toContain('3 Mar 2026')
  })
  test('of two with one doctor on one day', async () => {
    const [survivor, other] = await givenTwo()
    for (const { id } of [survivor, other])
      await givenAppointment(desk, { doctorId: doctor.id, date: day(5), patientId: id })
    expect(await refusal(survivor, other)).toBe('merge_appointments_clash')
  })
  test('of two values of an exclusive system, until one is ended', async () => {
    const [survivor, other] = await givenTwo()
    const system = await givenSystem(admin)
    await givenIdentifier(desk, survivor, system.id)
    const wrong = await givenIdentifier(desk, other, system.id)
    expect(await refusal(survivor, other)).toBe('merge_identifiers_clash')
    await app.asOwner(
      `update patient_identifier set ended_at = now(), ended_reason = 'Misread' where id = $1`,
      [wrong.id],
    )
    expect((await merge(admin, survivor, other)).status).toBe(200)
  })
  test('when one has died', async () => {
    const [survivor, other] = await givenTwo()
    await app.asOwner('update patient set deceased_at = now() where id = $1', [other.id])
    expect(await refusal(survivor, other)).toBe('merge_one_died')
  })
  test('without the survivor’s MRN, at another version, of one record, and to a receptionist', async () => {
    const [survivor, other] = await givenTwo()
    const answers = [
      await merge(admin, survivor, other, { mrn: other.mrn }),
      await merge(admin, survivor, other, { mergedVersion: 7 }),
      await merge(admin, survivor, survivor),
      await merge(desk, survivor, other),
    ]
    expect(answers.map(({ problem }) => problem.code)).toEqual([
      'invalid_input',
      'merge_record_changed',
      'invalid_input',
      'forbidden',
    ])
  })
  test('of one record into two at once', async () => {
    const [survivor, other] = await givenTwo()
    const third = await givenPatient(desk, born)
    const answers = await Promise.all([
      merge(admin, survivor, other),
      merge(admin, third, other),
      merge(admin, other, third),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(['merge_record_gone', 'merge_record_changed']).toContain(answer.problem.code)
  })
})

/** Columns that refer to a patient, with why no read of a survivor leaves them out. */
const unread: Readonly<Record<string, string>> = {
  'patient.merged_into': 'the pointer itself',
  'patient_merge.survivor_id': 'read by the merge',
  'patient_merge.merged_id': 'read by the merge',
  'patient_contact.other_patient_id': 'a link in the record of another patient, which leads to the survivor',
  'patient_photo.patient_id': 'one photo shows: the survivor’s, or the other’s, which is handed over',
  'record_reader.patient_id': 'the survivor has one list, and takes over the other’s where it has none',
  'record_access.patient_id': 'a reason opens the record that it was given for; the audit log shows both',
  'duplicate_pair.one_id': 'pairs of current records',
  'duplicate_pair.other_id': 'pairs of current records',
  'admission.active_patient_id': 'an open admission is handed over',
  'appointment.open_patient_id': 'an open appointment is handed over',
  'wait_entry.open_patient_id': 'an open entry of the wait list is handed over',
  'wait_entry.patient_id': 'an open entry is handed over, and the others are over',
}

test('no read of the survivor leaves out a row of the merged record', async () => {
  const [survivor, other] = await givenTwo()
  const item = await givenItem(admin, {})
  await app.asOwner(
    `with admitted as (
       insert into admission (patient_id, doctor_id, diagnosis, admitted_at, discharged_at, destination)
       values ($1, $2, 'Pneumonia', now() - interval '9 days', now() - interval '7 days', 'HOME') returning *)
     insert into stay (admission_id, bed_id, started_at, ended_at) select id, $3, admitted_at, discharged_at from admitted`,
    [other.id, doctor.id, (await givenBed(admin)).id],
  )
  const visit = await givenVisit(desk, doctor, other.id)
  const note = (await beginNote(doctor, visit)).body
  await change(doctor, { id: visit.id }, { status: 'COMPLETED' })
  await app.asOwner('update visit_note set signed_at = now() where id = $1', [note.id])
  await app.asOwner(
    `insert into visit_note_amendment (visit_note_id, patient_id, text, recorded_by) values ($1, $2, 'Seen again', $3)`,
    [note.id, other.id, doctor.id],
  )
  await writeAllergy(doctor, other)
  await prescribe(doctor, other, { name: 'Ramipril' })
  await app.asOwner(`insert into problem (patient_id, recorded_by, diagnosis) values ($1, $2, 'Gout')`, [
    other.id,
    doctor.id,
  ])
  await admit(desk, { bedId: (await givenBed(admin)).id, doctorId: doctor.id, patientId: other.id })
  await takeVitals(doctor, other, illSet)
  await givenContact(desk, other)
  await givenCoverage({ admin, receptionist: desk }, other)
  await givenIdentifier(desk, other, (await givenSystem(admin)).id)
  await app.asOwner(
    `with stock as (insert into batch (item_id, batch_number, quantity) values ($1, 'B-1', 10) returning id)
     insert into stock_movement (item_id, batch_id, kind, quantity, patient_id, by_staff_id)
     select $1, id, 'ISSUE', -2, $2, $3 from stock`,
    [item.id, other.id, admin.id],
  )
  await merge(admin, survivor, other)

  const params = { id: survivor.id }
  const timeline = () => doctor.call(readTimeline, { params, query: { limit: 100 } })
  const reads: Readonly<Record<string, (() => Promise<{ body: unknown }>)[]>> = {
    'admission.patient_id': [() => doctor.call(listPatientAdmissions, { params }), timeline],
    'allergy.patient_id': [() => doctor.call(listAllergies, { params }), timeline],
    'appointment.patient_id': [() => doctor.call(listPatientAppointments, { params }), timeline],
    'coverage.patient_id': [() => desk.call(listCoverage, { params })],
    'medication.patient_id': [
      () => doctor.call(listMedications, { params }),
      () => doctor.call(readCurrentMedications, { params }),
      timeline,
    ],
    'news2_alert.patient_id': [() => doctor.call(readEarlyWarning, { params })],
    'patient_contact.patient_id': [() => desk.call(listContacts, { params })],
    'patient_identifier.patient_id': [() => desk.call(listIdentifiers, { params })],
    'problem.patient_id': [() => doctor.call(listProblems, { params }), timeline],
    'stock_movement.patient_id': [timeline],
    'visit_note.patient_id': [() => doctor.call(listVisitNotes, { params }), timeline],
    'visit_note_amendment.patient_id': [() => doctor.call(listVisitNotes, { params })],
    'vital_signs.patient_id': [
      () => doctor.call(listVitals, { params }),
      () => doctor.call(readLatestVitals, { params }),
      timeline,
    ],
  }
  const keys = await app.asOwner<{ table: string; column: string }>(
    `select conrelid::regclass::text as table, attname as column from pg_constraint
     join pg_attribute on attrelid = conrelid and attnum = any (conkey)
     where contype = 'f' and confrelid = 'patient'::regclass`,
  )
  expect(keys.length).toBeGreaterThan(15)
  for (const { table, column } of keys) {
    const key = `${table}.${column}`
    if (unread[key]) continue
    const rows = await app.asOwner<{ id: string }>(
      `select ${table === 'stock_movement' ? `lpad(to_hex(id), 32, '0')::uuid` : 'id'} as id from ${table} where ${column} = $1`,
      [other.id],
    )
    expect(rows.length, `the merged record has something in ${key}`).toBeGreaterThan(0)
    expect(reads[key], `a read of ${key}, or why there is none`).toBeDefined()
    for (const read of reads[key] ?? []) {
      const said = JSON.stringify((await read()).body)
      for (const { id } of rows) expect(said, `${key} of the merged record`).toContain(id)
    }
  }
})
