import { afterAll, describe, expect, test } from 'vitest'
import { editSettings, readSettings } from '../../../contract/hospital/settings.ts'
import { deletePatient } from '../../../contract/people/patients.ts'
import {
  type Admission,
  dischargePatient,
  listAdmissions,
  listPatientAdmissions,
  listStays,
  readAdmission,
  recordAcuity,
  signDischargeSummary,
  transferPatient,
} from '../../../contract/wards/admissions.ts'
import { changeBed, deleteBed, listBeds, listBedsAt, readBed } from '../../../contract/wards/beds.ts'
import { startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'

const app = await startApp()
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')
afterAll(() => app.close())

const admitTo = (bedId: string, patientId?: string) =>
  admit(desk, { bedId, doctorId: doctor.id, ...(patientId && { patientId }) })
const discharge = (admission: { id: string }, body: object = { destination: 'HOME' }) =>
  desk.call(dischargePatient, { params: { id: admission.id }, body: body as { destination: 'HOME' } })
const transfer = (admission: { id: string }, bedId: string) =>
  desk.call(transferPatient, { params: { id: admission.id }, body: { bedId } })
const bedNow = async (id: string) => (await desk.call(readBed, { params: { id } })).body

test('a stay is lived from admission over a transfer to discharge, and every bed is remembered', async () => {
  const [first, second] = [await givenBed(admin, { ward: 'ICU' }), await givenBed(admin)]
  const admission = (await admitTo(first.id)).body
  expect(admission).toMatchObject({ status: 'active', bed: { ward: 'ICU' }, diagnosis: 'Pneumonia' })
  expect(await bedNow(first.id)).toMatchObject({ status: 'OCCUPIED', patientId: admission.patientId })
  const during = new Date().toISOString()

  expect((await transfer(admission, second.id)).body.bedId).toBe(second.id)
  expect(await bedNow(first.id)).toMatchObject({ status: 'AVAILABLE', patientId: null, admissionDate: null })

  await doctor.call(recordAcuity, {
    params: { id: admission.id },
    body: { acuity: 'IMPROVING', note: 'Walks' },
  })
  const params = { id: admission.id }
  const left = (await discharge(admission, { destination: 'OTHER_HOSPITAL' })).body
  const withheld = { summary: null, acuity: { acuity: 'IMPROVING', note: null } }
  expect(left).toMatchObject({ status: 'transferred', destination: 'OTHER_HOSPITAL', ...withheld })
  await doctor.call(signDischargeSummary, { params, body: { summary: 'For surgery' } })
  expect((await desk.call(readAdmission, { params })).body).toMatchObject(withheld)
  const whole = (await doctor.call(readAdmission, { params })).body
  expect(whole).toMatchObject({ summary: 'For surgery', acuity: { acuity: 'IMPROVING', note: 'Walks' } })
  expect(await bedNow(second.id)).toMatchObject({ status: 'AVAILABLE' })

  const stays = (await desk.call(listStays, { params: { id: admission.id } })).body
  expect(stays.map(({ bedId }) => bedId)).toEqual([first.id, second.id])
  expect(stays[0]?.until).toBe(stays[1]?.from)
  const then = (await desk.call(listBedsAt, { params: { moment: during } })).body
  expect(then.find(({ bedId }) => bedId === first.id)?.patient?.id).toBe(admission.patientId)
  expect(then.find(({ bedId }) => bedId === second.id)?.patient).toBeNull()
  const history = await desk.call(listPatientAdmissions, { params: { id: admission.patientId } })
  expect(history.body).toMatchObject({ total: 1, items: [{ status: 'transferred' }] })
})

test('a discharge summary is signed by a doctor, at the discharge or later, and once', async () => {
  const admitted = async () => (await admitTo((await givenBed(admin)).id)).body
  const asDoctor = (id: string, body: object) =>
    doctor.call(dischargePatient, { params: { id }, body: { destination: 'HOME', ...body } })
  const sign = (id: string, body = { summary: 'Recovered', followUp: 'X-ray in six weeks' }) =>
    doctor.call(signDischargeSummary, { params: { id }, body })
  const read = async (id: string) => (await doctor.call(readAdmission, { params: { id } })).body

  const atOnce = await admitted()
  expect((await sign(atOnce.id)).problem).toMatchObject({ status: 409, code: 'not_discharged' })
  expect((await asDoctor(atOnce.id, { followUp: 'X-ray in six weeks' })).body).toMatchObject({
    summary: null,
    followUp: 'X-ray in six weeks',
    summarySigned: { by: expect.any(String) },
  })
  expect((await sign(atOnce.id)).problem).toMatchObject({ status: 409, code: 'summary_signed' })

  const later = await admitted()
  const byDesk = await discharge(later, { destination: 'HOME', summary: 'Recovered' })
  expect(byDesk.problem).toMatchObject({ status: 403, permission: 'clinical.write' })
  expect((await discharge(later)).body).toMatchObject({ status: 'discharged', summarySigned: null })
  const signed = (await sign(later.id)).body
  expect(signed).toMatchObject({ summary: 'Recovered', followUp: 'X-ray in six weeks' })
  expect((await sign(later.id, { summary: 'Worse', followUp: '' })).problem.code).toBe('summary_signed')
  expect(await read(later.id)).toEqual(signed)
})

test('admissions are found by their patient and by the doctor who attends', async () => {
  const patient = await givenPatient(desk, { lastName: 'Quillfeather' })
  const { id } = (await admitTo((await givenBed(admin)).id, patient.id)).body
  await admitTo((await givenBed(admin)).id)
  const find = async (query: { search?: string; doctorId?: string; of?: 'discharges' }) =>
    (await desk.call(listAdmissions, { query })).body.items.map((one) => one.id)
  expect(await find({ search: 'quillf' })).toEqual([id])
  expect(await find({ search: patient.mrn, doctorId: doctor.id })).toEqual([id])
  expect(await find({ search: 'quillf', doctorId: admin.id })).toEqual([])
  expect(await find({ search: 'quillf', of: 'discharges' })).toEqual([])
  await discharge({ id })
  expect(await find({ search: 'quillf', of: 'discharges' })).toEqual([id])
})

test('the state change of a bed goes the way of admission and discharge', async () => {
  const [bed, patient] = [await givenBed(admin), await givenPatient(desk)]
  const change = (body: object) => desk.call(changeBed, { params: { id: bed.id }, body })
  expect((await change({ status: 'OCCUPIED' })).problem).toMatchObject({
    status: 422,
    errors: [{ path: 'patientId' }],
  })
  const assigned = await change({
    status: 'OCCUPIED',
    patientId: patient.id,
    admissionDate: new Date().toISOString(),
    expectedDischargeDate: '',
    notes: '',
  })
  expect(assigned.body).toMatchObject({ status: 'OCCUPIED', patient: { mrn: patient.mrn } })
  expect((await change({ status: 'MAINTENANCE' })).problem.code).toBe('bed_occupied')
  expect((await change({ status: 'AVAILABLE' })).body).toMatchObject({ status: 'AVAILABLE', patientId: null })
  expect((await change({ status: 'AVAILABLE' })).problem.code).toBe('bed_not_available')
  expect((await change({ status: 'MAINTENANCE' })).body.notes).toBe('Maintenance in progress')
  expect((await change({ status: 'AVAILABLE' })).body).toMatchObject({ status: 'AVAILABLE', notes: null })
})

test('an admission by the state of its bed keeps all that was entered', async () => {
  const [bed, patient] = [await givenBed(admin), await givenPatient(desk)]
  const entered = {
    diagnosis: 'Pneumonia',
    notes: 'Needs oxygen',
    expectedDischargeDate: daysAfter(utcToday(), 4),
  }
  const body = { status: 'OCCUPIED', patientId: patient.id, doctorId: doctor.id, ...entered } as const
  const { admissionId } = (await desk.call(changeBed, { params: { id: bed.id }, body })).body
  const [kept] = await app.asOwner(
    'select diagnosis, notes, expected_discharge::text as "expectedDischargeDate", doctor_id as "doctorId" from admission where id = $1',
    [admissionId],
  )
  expect(kept).toEqual({ ...entered, doctorId: doctor.id })
})

test('what a change of a bed says of an admission is refused where nobody is admitted, and not dropped', async () => {
  const [bed, patient] = [await givenBed(admin), await givenPatient(desk)]
  const change = async (body: object) =>
    admin.call(changeBed, { params: { id: bed.id }, body }, ifMatch(await bedNow(bed.id)))
  const details = {
    admissionDate: new Date(Date.now() - 3_600_000).toISOString(),
    expectedDischargeDate: daysAfter(utcToday(), 5),
    diagnosis: 'Pneumonia',
  }
  const assigned = await change({ status: 'OCCUPIED', patientId: patient.id, ...details })
  const shown = {
    admissionDate: assigned.body.admissionDate,
    expectedDischargeDate: details.expectedDischargeDate,
  }
  // As the bed shows them they may come along, as in the spec's whole bed.
  expect((await change({ notes: 'By the window', ...shown })).body).toMatchObject({
    notes: 'By the window',
    ...shown,
  })
  const before = await bedNow(bed.id)
  const others = {
    admissionDate: new Date().toISOString(),
    expectedDischargeDate: daysAfter(utcToday(), 9),
    diagnosis: 'Asthma',
  }
  for (const act of [{ notes: 'x' }, { bedNumber: `${bed.bedNumber}b` }, { status: 'AVAILABLE' }]) {
    for (const [path, value] of Object.entries(others)) {
      const { problem } = await change({ ...act, [path]: value })
      expect(problem, path).toMatchObject({ status: 422, errors: [{ path }] })
    }
  }
  expect(await bedNow(bed.id)).toEqual(before)
})

test('whoever still sees a bed in maintenance does not discharge the patient who was admitted to it since', async () => {
  const bed = await givenBed(admin, { status: 'MAINTENANCE' })
  const markAvailable = () =>
    desk.call(changeBed, { params: { id: bed.id }, body: { status: 'AVAILABLE', from: 'MAINTENANCE' } })
  expect((await markAvailable()).body).toMatchObject({ status: 'AVAILABLE' })
  const { patientId } = (await admitTo(bed.id)).body
  expect((await markAvailable()).problem).toMatchObject({
    status: 409,
    detail: `Bed ${bed.bedNumber} is no longer in maintenance. It is now occupied.`,
  })
  expect(await bedNow(bed.id)).toMatchObject({ status: 'OCCUPIED', patientId })
})

test('a refused edit shows the patient in the bed, whom the audit log names', async () => {
  const bed = await givenBed(admin)
  const { patientId } = (await admitTo(bed.id)).body
  const body = { notes: 'By the window' }
  const refused = await admin.call(
    changeBed,
    { params: { id: bed.id }, body },
    { headers: { 'if-match': '"999"' } },
  )
  expect(refused.problem).toMatchObject({ code: 'stale_version', current: { patientId } })
  await app.flushAudit()
  const entries = `select patient_ids, outcome from audit_entry where subject_id = $1 and action = 'changeBed'`
  expect(await app.asOwner(entries, [bed.id])).toEqual([
    { patient_ids: [patientId], outcome: 'stale_version' },
  ])
})

test('an edit of a bed in maintenance changes the reason, and leaves the bed its own notes', async () => {
  const bed = await givenBed(admin, { notes: 'By the window' })
  const change = (body: object) => admin.call(changeBed, { params: { id: bed.id }, body })
  const edit = async (body: object) =>
    admin.call(changeBed, { params: { id: bed.id }, body }, ifMatch(await bedNow(bed.id)))
  await change({ status: 'MAINTENANCE', notes: 'Broken rail' })
  const edited = (await edit({ notes: 'Broken rail, part ordered', from: 'MAINTENANCE' })).body
  expect(edited).toMatchObject({ notes: 'Broken rail, part ordered', version: bed.version + 1 })
  expect((await edit({ notes: '' })).body.notes).toBe('Maintenance in progress')
  const entries = await app.asOwner<{ changes: unknown }>(
    `select changes from audit_entry where subject_id = $1 and action = 'changeBed' order by at`,
    [bed.id],
  )
  expect(entries[1]?.changes).toEqual({ notes: ['Broken rail', 'Broken rail, part ordered'] })

  expect((await change({ status: 'AVAILABLE' })).body).toMatchObject({ notes: 'By the window' })
  expect((await edit({ notes: 'The part is here', from: 'MAINTENANCE' })).problem).toMatchObject({
    status: 412,
    current: { id: bed.id, status: 'AVAILABLE', notes: 'By the window' },
  })
  await admitTo(bed.id)
  expect((await edit({ notes: 'By the door', from: 'AVAILABLE' })).body).toMatchObject({
    status: 'OCCUPIED',
    notes: 'By the door',
  })
})

test('whoever still sees a patient where they lay does not undo a colleague’s transfer', async () => {
  const [first, second, third] = [await givenBed(admin), await givenBed(admin), await givenBed(admin)]
  const admission = (await admitTo(first.id)).body
  const moveFromFirst = (bedId: string) =>
    desk.call(transferPatient, { params: { id: admission.id }, body: { bedId, fromBedId: first.id } })
  expect((await moveFromFirst(second.id)).body.bedId).toBe(second.id)
  expect((await moveFromFirst(third.id)).problem).toMatchObject({
    status: 409,
    detail: `The patient was just moved to ${second.bedNumber}.`,
  })
  expect(await bedNow(second.id)).toMatchObject({ patientId: admission.patientId })
})

test('where beds are cleaned, one that a patient leaves for good or for another waits for it', async () => {
  const set = async (cleansAfterDischarge: boolean) => {
    const settings = (await admin.call(readSettings)).body
    return admin.call(editSettings, { body: { cleansAfterDischarge } }, ifMatch(settings))
  }
  await set(true)
  const bed = await givenBed(admin)
  await discharge((await admitTo(bed.id)).body)
  expect(await bedNow(bed.id)).toMatchObject({ status: 'MAINTENANCE', notes: 'Cleaning after discharge' })
  expect((await bedNow(bed.id)).maintenanceSince).not.toBeNull()
  expect((await admitTo(bed.id)).problem).toMatchObject({
    status: 409,
    code: 'bed_not_available',
    errors: [{ path: 'bedId' }],
  })

  const [left, next] = [await givenBed(admin), await givenBed(admin)]
  const moved = (await transfer((await admitTo(left.id)).body, next.id)).body
  expect(moved.bedId).toBe(next.id)
  expect(await bedNow(left.id)).toMatchObject({ status: 'MAINTENANCE', notes: 'Cleaning after transfer' })
  await set(false)
  await transfer(moved, (await givenBed(admin)).id)
  expect(await bedNow(next.id)).toMatchObject({ status: 'AVAILABLE', notes: null })
})

describe('what can’t be is refused with a sentence, and changes nothing', () => {
  test('an occupied bed, a patient in bed, a patient who died, an unknown one', async () => {
    const [taken, free] = [await givenBed(admin), await givenBed(admin)]
    const admission = (await admitTo(taken.id)).body
    expect((await admitTo(taken.id)).problem).toMatchObject({
      status: 409,
      code: 'bed_occupied',
      errors: [{ path: 'bedId' }],
    })
    expect((await admitTo(free.id, admission.patientId)).problem.code).toBe('patient_already_admitted')
    expect((await admitTo(free.id, '11111111-1111-4111-8111-111111111111')).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'patientId' }],
    })
    await discharge(admission, { destination: 'DIED' })
    expect((await admitTo(free.id, admission.patientId)).problem.code).toBe('patient_deceased')
    expect(await bedNow(free.id)).toMatchObject({ status: 'AVAILABLE' })
  })

  test('a discharge before the admission, an admission in the future, a second discharge', async () => {
    const bed = await givenBed(admin)
    const future = new Date(Date.now() + 3_600_000).toISOString()
    const wishes = { bedId: bed.id, doctorId: doctor.id, admissionDate: future }
    expect((await admit(desk, wishes)).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'admissionDate' }],
    })
    const admission = (await admitTo(bed.id)).body
    const early = { destination: 'HOME', dischargeDate: '2020-01-01T10:00:00Z' }
    expect((await discharge(admission, early)).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'dischargeDate' }],
    })
    expect((await bedNow(bed.id)).status).toBe('OCCUPIED')
    await discharge(admission)
    expect((await discharge(admission)).problem).toMatchObject({ status: 409, code: 'admission_closed' })
  })

  test('a bed in use is neither deleted nor is its patient; one with past stays is retired', async () => {
    const bed = await givenBed(admin)
    const admission = (await admitTo(bed.id)).body
    const remove = () => admin.call(deleteBed, { params: { id: bed.id } })
    expect((await remove()).problem).toMatchObject({ status: 409, code: 'bed_occupied' })
    const removal = await admin.call(deletePatient, { params: { id: admission.patientId } })
    expect(removal.problem).toMatchObject({ status: 400, code: 'patient_has_active_admission' })
    await discharge(admission)
    expect((await remove()).status).toBe(200)
    expect((await desk.call(listBeds)).body.map(({ id }) => id)).not.toContain(bed.id)
    expect((await desk.call(listStays, { params: { id: admission.id } })).body).toHaveLength(1)
    const again = await givenBed(admin, { bedNumber: bed.bedNumber.toLowerCase() })
    const twin = await admin.send('POST', '/api/beds', { body: { bedNumber: again.bedNumber, ward: 'ICU' } })
    expect(twin.problem).toMatchObject({ status: 409, code: 'bed_number_taken' })
  })
})

describe('fifty at once', () => {
  const clients = 50

  test('admit to one bed: one does (stay_one_per_bed), everybody else is told', async () => {
    const bed = await givenBed(admin)
    const patients = await Promise.all(Array.from({ length: clients }, () => givenPatient(desk)))
    const answers = await Promise.all(patients.map(({ id }) => admitTo(bed.id, id)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const losers = answers.filter(({ status }) => status !== 201)
    expect(losers.every(({ problem }) => problem.status === 409 && problem.code === 'bed_occupied')).toBe(
      true,
    )
  })

  test('admit one patient to many beds: one does (admission_one_active_per_patient)', async () => {
    const patient = await givenPatient(desk)
    const beds = await Promise.all(Array.from({ length: 20 }, () => givenBed(admin)))
    const answers = await Promise.all(beds.map(({ id }) => admitTo(id, patient.id)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const codes = answers.filter(({ status }) => status !== 201).map(({ problem }) => problem.code)
    expect(new Set(codes)).toEqual(new Set(['patient_already_admitted']))
  })

  test('admit, move and discharge on the same beds and patients leave one truth', async () => {
    const beds = await Promise.all(Array.from({ length: 6 }, () => givenBed(admin)))
    const patients = await Promise.all(Array.from({ length: 8 }, () => givenPatient(desk)))
    const known: Admission[] = []
    const any = <One>(list: readonly One[], turn: number) => list[turn % list.length] as One
    const acts = Array.from({ length: clients * 6 }, (_, turn) => async () => {
      const admission = known.length > 0 ? any(known, turn * 7) : undefined
      const bed = any(beds, turn * 5)
      if (!admission || turn % 3 === 0) {
        const answer = await admitTo(bed.id, any(patients, turn * 3).id)
        if (answer.status === 201) known.push(answer.body)
        return answer.status
      }
      if (turn % 3 === 1) return (await transfer(admission, bed.id)).status
      const { status } = await discharge(admission)
      // Somebody else may be moving them meanwhile; who has left is not moved again.
      if (status === 200) known.splice(known.indexOf(admission), 1)
      return status
    })
    const statuses: number[] = []
    const client = async () => {
      for (let act = acts.shift(); act; act = acts.shift()) statuses.push(await act())
    }
    await Promise.all(Array.from({ length: clients }, client))
    expect(statuses.filter((status) => ![200, 201, 409, 422].includes(status))).toEqual([])
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(10)
    expect(await app.asOwner(overlapping)).toEqual([])
    expect(
      await app.asOwner(`select from admission where discharged_at is null and not exists (
        select from stay where open_admission_id = admission.id)`),
    ).toEqual([])
  })

  test('without the constraint that race is lost: stay_one_per_bed is what holds it', async () => {
    const planted = await startApp()
    try {
      const bed = await givenBed(await planted.founder())
      const [front, doctorThere] = [await planted.signIn('receptionist'), await planted.signIn('doctor')]
      await planted.asOwner('alter table stay drop constraint stay_one_per_bed')
      const admitThere = () => admit(front, { bedId: bed.id, doctorId: doctorThere.id })
      const answers = await Promise.all(Array.from({ length: 10 }, admitThere))
      expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(1)
      expect(await planted.asOwner(overlapping)).not.toEqual([])
    } finally {
      await planted.close()
    }
  })
})

const overlapping = `
  select one.id from stay one join stay other on other.bed_id = one.bed_id and other.id > one.id
    and tstzrange(other.started_at, other.ended_at) && tstzrange(one.started_at, one.ended_at)`
