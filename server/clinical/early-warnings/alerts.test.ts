import { afterAll, expect, onTestFinished, test } from 'vitest'
import { strikeVitals } from '../../../contract/clinical/vitals.ts'
import {
  acknowledgeScore,
  readEarlyWarning,
  takeBackAcknowledgement,
} from '../../../contract/clinical/warnings/early-warning.ts'
import { undoAppointmentChange } from '../../../contract/front-desk/appointments.ts'
import { chooseNotifications, readNotification } from '../../../contract/people/notifications.ts'
import { editPatient } from '../../../contract/people/patients.ts'
import { chooseWard } from '../../../contract/people/staff.ts'
import { dischargePatient, editAdmission, transferPatient } from '../../../contract/wards/admissions.ts'
import { changeBed, readBed } from '../../../contract/wards/beds.ts'
import type { Ward } from '../../../contract/wards/wards.ts'
import { password, type StaffClient, sendSignIn, startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { change, givenAppointment } from '../../testing/factories/appointments.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { toldOf } from '../../testing/factories/notifications.ts'
import { givenPatient, patientForm } from '../../testing/factories/patients/patients.ts'
import { illSet, takeVitals, wellSet } from '../../testing/factories/vitals.ts'
import { tellAgain } from './queries.ts'

/** A high NEWS2 stays open until a doctor acknowledges it, and is notified again until then. */
const app = await startApp()
const otherServer = await startApp({ on: app })
afterAll(async () => {
  await otherServer.close()
  await app.close()
})
const [admin, desk, doctor, colleague, third] = [
  await app.founder(),
  await app.signIn('receptionist'),
  await app.signIn('doctor'),
  await app.signIn('doctor'),
  await app.signIn('doctor'),
]
const minutesOn = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const minutesAgo = (minutes: number) => minutesOn(-minutes).toISOString()
const look = (minutes: number, on = app) => tellAgain(on.app.lantern.db, minutesOn(minutes))
const acknowledge = (id: string, by = doctor) => by.call(acknowledgeScore, { params: { id } })
const takeBack = (id: string, by = doctor) => by.call(takeBackAcknowledgement, { params: { id } })
const strike = (id: string) =>
  colleague.call(strikeVitals, { params: { id }, body: { reason: 'Of the patient in the next bed' } })

const adult = () => givenPatient(desk, { dateOfBirth: '1980-05-01' })
async function givenInpatient(doctorId = doctor.id, ward: Ward = 'GENERAL') {
  const patient = await adult()
  const bed = await givenBed(admin, { ward })
  const admission = (await admit(desk, { bedId: bed.id, doctorId, patientId: patient.id })).body
  return { patient, admission }
}
/** An inpatient of `doctor` with a high score that `colleague` recorded. */
async function givenAlert() {
  const { patient, admission } = await givenInpatient()
  return { patient, admission, id: (await takeVitals(colleague, patient, illSet)).body.id }
}
/** Gives the admission another attending doctor. */
async function attend(admission: { id: string; version: number }, doctorId: string) {
  const answer = await desk.call(
    editAdmission,
    { params: { id: admission.id }, body: { doctorId, diagnosis: 'Pneumonia' } },
    ifMatch(admission),
  )
  expect(answer.status, answer.text).toBe(200)
}
async function nurseOf(ward: Ward) {
  const nurse = await app.signIn('nurse')
  await nurse.call(chooseWard, { body: { ward } })
  return nurse
}
const newsOf = (person: StaffClient, patient: { id: string }) =>
  toldOf(person, ({ vitals }) => vitals?.patientId === patient.id)
const countsOf = async (patient: { id: string }) =>
  await Promise.all([doctor, colleague, third].map(async (one) => (await newsOf(one, patient)).length))

test('what no doctor acknowledges is told again after 15 minutes to every doctor who is signed in, once by all servers', async () => {
  const { patient } = await givenAlert()
  await look(14)
  expect(await countsOf(patient)).toEqual([1, 0, 0])
  const [first] = await newsOf(doctor, patient)
  await doctor.call(readNotification, { params: { id: first?.id ?? '' } })
  await Promise.all([look(16), look(16, otherServer), look(16), look(16, otherServer)])
  expect(await countsOf(patient)).toEqual([1, 1, 1])
  // It is unread again, and says that no one has acknowledged it.
  const repeat = { isRead: false, vitals: { score: 13, isUnacknowledged: true } }
  for (const one of [doctor, colleague, third]) expect(await newsOf(one, patient)).toMatchObject([repeat])
  for (const one of [admin, desk]) expect(await newsOf(one, patient)).toEqual([])
})

test('a doctor can turn off the scores of their patients, but not those that nobody acknowledged in time', async () => {
  const choose = (isOn: boolean) =>
    Promise.all(
      [doctor, colleague, third].map((one) =>
        one.call(chooseNotifications, { body: { kind: 'HIGH_NEWS2', isOn } }),
      ),
    )
  await choose(false)
  onTestFinished(async () => void (await choose(true)))
  const { patient } = await givenAlert()
  await look(14)
  expect(await countsOf(patient)).toEqual([0, 0, 0])
  await look(16)
  expect(await countsOf(patient)).toEqual([1, 1, 1])
  // A doctor who signs in meanwhile is notified too, whatever that doctor chose.
  const late = await app.signIn('doctor')
  await late.call(chooseNotifications, { body: { kind: 'HIGH_NEWS2', isOn: false } })
  await look(20)
  expect(await newsOf(late, patient)).toHaveLength(1)
})

test('it goes on being told each 15 minutes, and to a doctor who signs in meanwhile', async () => {
  const { patient } = await givenAlert()
  await look(16)
  const read = async () => {
    const [news] = await newsOf(third, patient)
    await third.call(readNotification, { params: { id: news?.id ?? '' } })
  }
  await read()
  await look(30)
  expect(await newsOf(third, patient)).toMatchObject([{ isRead: true }])
  const late = await app.signIn('doctor')
  expect(await newsOf(late, patient)).toHaveLength(1)
  await look(31.5)
  expect(await newsOf(third, patient)).toMatchObject([{ isRead: false }])
})

test('acknowledged, it is told to no one any more, and everyone who may see the score sees who did and when', async () => {
  const { patient, id } = await givenAlert()
  await look(16)
  const answer = await acknowledge(id, third)
  expect(answer.status, answer.text).toBe(200)
  const { firstName, lastName } = await third.me()
  const by = { by: `${firstName} ${lastName}`, byId: third.id, at: expect.any(String) }
  expect(answer.body).toMatchObject({ id: patient.id, alert: { acknowledged: by } })
  expect((await admin.call(readEarlyWarning, { params: { id: patient.id } })).body.warning).toEqual(
    answer.body,
  )
  expect(await countsOf(patient)).toEqual([0, 0, 0])
  await look(60)
  expect(await countsOf(patient)).toEqual([0, 0, 0])
})

test('a nurse’s reading is told to the doctor, and a nurse can’t acknowledge it in the doctor’s place', async () => {
  const nurse = await app.signIn('nurse')
  const { patient } = await givenInpatient()
  const { id } = (await takeVitals(nurse, patient, illSet)).body
  expect(await newsOf(doctor, patient)).toHaveLength(1)
  const refused = await acknowledge(id, nurse)
  expect(refused.problem).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await nurse.call(readEarlyWarning, { params: { id: patient.id } })).body.warning).toMatchObject({
    score: 13,
    alert: { acknowledged: null },
  })
})

test('the nurses of the ward are told with the doctor, but for the one who took the set', async () => {
  const [ward, other, taker, elsewhere] = [
    await nurseOf('ICU'),
    await nurseOf('ICU'),
    await nurseOf('ICU'),
    await nurseOf('MATERNITY'),
  ]
  const { patient, admission } = await givenInpatient(doctor.id, 'ICU')
  const { id } = (await takeVitals(taker, patient, illSet)).body
  const told = () =>
    Promise.all(
      [doctor, ward, other, taker, elsewhere].map(async (one) => (await newsOf(one, patient)).length),
    )
  expect(await told()).toEqual([1, 1, 1, 0, 0])
  // A nurse who takes up another ward leaves its patients to the others.
  await other.call(chooseWard, { body: { ward: null } })
  expect(await told()).toEqual([1, 1, 0, 0, 0])
  await other.call(chooseWard, { body: { ward: 'ICU' } })
  expect(await told()).toEqual([1, 1, 1, 0, 0])
  const bed = await givenBed(admin, { ward: 'MATERNITY' })
  await desk.call(transferPatient, { params: { id: admission.id }, body: { bedId: bed.id } })
  expect(await told()).toEqual([1, 0, 0, 0, 1])
  await acknowledge(id)
  expect(await told()).toEqual([0, 0, 0, 0, 0])
})

test('a nurse who signs in later is told of what stands on the ward, and keeps it while nobody acknowledges it', async () => {
  const { patient, admission } = await givenInpatient(doctor.id, 'PSYCHIATRIC')
  const { id } = (await takeVitals(colleague, patient, illSet)).body
  const nurse = await nurseOf('PSYCHIATRIC')
  expect(await newsOf(nurse, patient)).toHaveLength(1)
  const told = () =>
    app.asOwner('select score from notification where staff_id = $1 and cause = $2', [nurse.id, id])
  const forget = () => app.asOwner('delete from notification where staff_id = $1', [nurse.id])
  // Another doctor takes over while the nurse is signed out.
  await app.asOwner('delete from session where staff_id = $1', [nurse.id])
  await attend(admission, third.id)
  expect(await told()).toEqual([{ score: 13 }])
  await forget()
  expect((await sendSignIn(app, { email: nurse.email, password })).status).toBe(200)
  expect(await told()).toEqual([{ score: 13 }])
  // The next look makes up for what was missed.
  await forget()
  await look(1)
  expect(await told()).toEqual([{ score: 13 }])
})

test('the ward of an occupied bed is changed: the other ward’s nurses are told', async () => {
  const [left, entered] = [await nurseOf('EMERGENCY'), await nurseOf('PEDIATRIC')]
  const { patient, admission } = await givenInpatient(doctor.id, 'EMERGENCY')
  await takeVitals(colleague, patient, illSet)
  const bed = (await admin.call(readBed, { params: { id: admission.bedId } })).body
  await admin.call(changeBed, { params: { id: bed.id }, body: { ward: 'PEDIATRIC' } }, ifMatch(bed))
  expect([(await newsOf(left, patient)).length, (await newsOf(entered, patient)).length]).toEqual([0, 1])
})

test('a nurse strikes through their own set, and no colleague’s', async () => {
  const nurse = await app.signIn('nurse')
  const { patient } = await givenInpatient()
  const theirs = (await takeVitals(colleague, patient, illSet)).body
  const strikeIt = (id: string) =>
    nurse.call(strikeVitals, { params: { id }, body: { reason: 'Of the patient in the next bed' } })
  expect((await strikeIt(theirs.id)).problem).toMatchObject({ status: 403, code: 'forbidden' })
  expect(await newsOf(doctor, patient)).toHaveLength(1)
  // Nor their own while its alert stands: the right set ends it.
  const high = (await takeVitals(nurse, patient, illSet)).body
  expect((await strikeIt(high.id)).problem).toMatchObject({ status: 409, code: 'conflict' })
  const own = (await takeVitals(nurse, patient, wellSet)).body
  expect(await newsOf(doctor, patient)).toEqual([])
  expect((await strikeIt(high.id)).status).toBe(200)
  expect(own).toMatchObject({ recordedAs: 'nurse', recordedById: nurse.id })
  expect((await strikeIt(own.id)).body).toMatchObject({ struck: { isByDoctor: false } })
})

test('a doctor sets the target saturation, and a nurse’s sets keep it', async () => {
  const nurse = await app.signIn('nurse')
  const { patient } = await givenInpatient()
  const refused = await takeVitals(nurse, patient, { ...wellSet, usesScale2: true })
  expect(refused.problem).toMatchObject({ status: 422, errors: [{ path: 'usesScale2' }] })
  await takeVitals(doctor, patient, { ...wellSet, usesScale2: true })
  expect((await takeVitals(nurse, patient, wellSet)).body).toMatchObject({ usesScale2: true })
})

test('two doctors acknowledge at once: one is on record, the other is told; the same one may press twice', async () => {
  for (let round = 0; round < 2; round++) {
    const { id } = await givenAlert()
    const answers = await Promise.all([acknowledge(id, doctor), acknowledge(id, third)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.problem).toMatchObject({ code: 'score_acknowledged' })
    const winner = answers[0]?.status === 200 ? doctor : third
    expect((await acknowledge(id, winner)).status).toBe(200)
  }
})

test('who acknowledged by mistake takes it back, and it is told again; no one else can', async () => {
  const { patient, id } = await givenAlert()
  await acknowledge(id, third)
  expect((await takeBack(id, doctor)).problem).toMatchObject({ code: 'undo_refused' })
  const back = await takeBack(id, third)
  expect(back.body).toMatchObject({ alert: { acknowledged: null } })
  expect(await countsOf(patient)).toEqual([1, 0, 0])
  await look(16)
  expect(await countsOf(patient)).toEqual([1, 1, 1])
})

test('a newer, lower score ends it, and can’t be acknowledged in its place', async () => {
  const { patient, id } = await givenAlert()
  await takeVitals(colleague, patient, wellSet)
  expect(await countsOf(patient)).toEqual([0, 0, 0])
  await look(16)
  expect(await countsOf(patient)).toEqual([0, 0, 0])
  expect((await acknowledge(id)).problem).toMatchObject({ status: 409, code: 'score_superseded' })
})

test('a newer high score is an alert of its own, whoever acknowledged the one before', async () => {
  const { patient, id } = await givenAlert()
  await acknowledge(id)
  const newer = (await takeVitals(colleague, patient, illSet)).body
  expect(await newsOf(doctor, patient)).toHaveLength(1)
  expect((await takeBack(id)).problem).toMatchObject({ code: 'score_superseded' })
  expect((await acknowledge(newer.id)).status).toBe(200)
})

test('struck through, a set takes its alert back; one that hid an alert gives it back', async () => {
  const { patient, id } = await givenAlert()
  const other = (await takeVitals(colleague, patient, wellSet)).body
  expect(await countsOf(patient)).toEqual([0, 0, 0])
  await strike(other.id)
  expect(await countsOf(patient)).toEqual([1, 0, 0])
  await look(16)
  expect(await countsOf(patient)).toEqual([1, 1, 1])
  await strike(id)
  await look(40)
  expect(await countsOf(patient)).toEqual([0, 0, 0])
})

test.each([['HOME'], ['DIED']] as const)('who leaves is told of no more: %s', async (destination) => {
  const { patient, admission } = await givenAlert()
  await look(16)
  const body = { destination }
  const left = await doctor.call(dischargePatient, { params: { id: admission.id }, body })
  expect(left.status, left.text).toBe(200)
  expect(await countsOf(patient)).toEqual([0, 0, 0])
  await look(40)
  expect(await countsOf(patient)).toEqual([0, 0, 0])
})

test('the end of a visit ends it; taken back within 30 seconds it holds again', async () => {
  const patient = await adult()
  const visit = await givenAppointment(desk, {
    doctorId: doctor.id,
    date: utcToday(),
    patientId: patient.id,
  })
  await change(desk, { id: visit.id }, { status: 'IN_QUEUE' })
  // If the patient is waiting, their own doctor is notified.
  await takeVitals(colleague, patient, illSet)
  expect(await countsOf(patient)).toEqual([1, 0, 0])
  await change(doctor, { id: visit.id }, { status: 'IN_PROGRESS' })
  expect(await countsOf(patient)).toEqual([1, 0, 0])
  await change(doctor, { id: visit.id }, { status: 'COMPLETED' })
  expect(await countsOf(patient)).toEqual([0, 0, 0])
  await doctor.call(undoAppointmentChange, { params: { id: visit.id } })
  expect(await countsOf(patient)).toEqual([1, 0, 0])
})

test('who is admitted after the set was taken is told of to the doctor of the admission', async () => {
  const patient = await adult()
  await takeVitals(colleague, patient, { ...illSet, takenAt: minutesAgo(20) })
  expect(await countsOf(patient)).toEqual([0, 0, 0])
  const bed = await givenBed(admin)
  await admit(desk, { bedId: bed.id, doctorId: third.id, patientId: patient.id })
  expect(await countsOf(patient)).toEqual([0, 0, 1])
})

test('a patient who is put straight into the queue is told of to the doctor they wait for', async () => {
  const patient = await adult()
  await takeVitals(colleague, patient, illSet)
  await app.asOwner(
    `insert into appointment (patient_id, doctor_id, date, time, type, queue_number, status, queued_at)
     values ($1, $2, $3, '00:00', 'EMERGENCY', 900, 'IN_QUEUE', now())`,
    [patient.id, doctor.id, utcToday()],
  )
  expect(await countsOf(patient)).toEqual([1, 0, 0])
})

test('a patient who turns out to be a child has no score, and no doctor is notified of it any more', async () => {
  const { patient, id } = await givenAlert()
  expect(await countsOf(patient)).toEqual([1, 0, 0])
  const answer = await desk.call(
    editPatient,
    { params: { id: patient.id }, body: { ...patientForm(), dateOfBirth: daysAfter(utcToday(), -12 * 365) } },
    ifMatch(patient),
  )
  expect(answer.status, answer.text).toBe(200)
  expect(await countsOf(patient)).toEqual([0, 0, 0])
  expect((await acknowledge(id)).status).toBe(409)
})

test('another attending doctor is told of what is open', async () => {
  const { patient, admission } = await givenAlert()
  await attend(admission, third.id)
  expect(await newsOf(third, patient)).toHaveLength(1)
})

test('where no attending doctor can be reached, every doctor who is signed in is told at once', async () => {
  const away = await app.signIn('doctor')
  const { patient } = await givenInpatient(away.id)
  await app.asOwner('delete from session where staff_id = $1', [away.id])
  const { id } = (await takeVitals(colleague, patient, illSet)).body
  // The doctor who recorded it already knows.
  expect(await countsOf(patient)).toEqual([1, 0, 1])
  const [waiting] = await app.asOwner<{ count: number }>(
    'select count(*)::int from notification where staff_id = $1 and cause = $2',
    [away.id, id],
  )
  expect(waiting).toEqual({ count: 1 })
})

test('what the attending doctor took is told to no one at once, and to every doctor when it is not acknowledged', async () => {
  const { patient } = await givenInpatient()
  await takeVitals(doctor, patient, illSet)
  expect(await countsOf(patient)).toEqual([0, 0, 0])
  await look(16)
  expect(await countsOf(patient)).toEqual([1, 1, 1])
})

test('two sets at one moment, and a discharge beside a set, leave nothing told that does not hold', async () => {
  for (let round = 0; round < 3; round++) {
    const { patient } = await givenInpatient()
    await Promise.all([
      takeVitals(colleague, patient, { ...illSet, takenAt: minutesAgo(5) }),
      takeVitals(third, patient, wellSet),
    ])
    expect(await countsOf(patient)).toEqual([0, 0, 0])
    const { patient: leaving, admission } = await givenInpatient()
    await Promise.all([
      takeVitals(colleague, leaving, illSet),
      desk.call(dischargePatient, { params: { id: admission.id }, body: { destination: 'HOME' } }),
      look(16),
    ])
    expect(await countsOf(leaving)).toEqual([0, 0, 0])
    const { patient: acknowledged, id } = await givenAlert()
    await Promise.all([acknowledge(id, third), look(16), look(16, otherServer)])
    expect(await countsOf(acknowledged)).toEqual([0, 0, 0])
  }
})

test('a server that was down tells what became due meanwhile when it starts', async () => {
  const { patient } = await givenAlert()
  const server = await startApp({ on: app, runsJobs: true, clock: () => minutesOn(16) })
  onTestFinished(() => server.close())
  await expect.poll(() => countsOf(patient), { timeout: 15_000 }).toEqual([1, 1, 1])
})
