import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { strikeVitals } from '../../../contract/clinical/vitals.ts'
import {
  acknowledgeScore,
  type EarlyWarning,
  listEarlyWarnings,
  readEarlyWarning,
} from '../../../contract/clinical/warnings/early-warning.ts'
import { editPatient } from '../../../contract/people/patients.ts'
import { dischargePatient } from '../../../contract/wards/admissions.ts'
import { listBeds } from '../../../contract/wards/beds.ts'
import { startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { utcToday } from '../../testing/days.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { change, givenAppointment } from '../../testing/factories/appointments.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { givenPatient, patientForm } from '../../testing/factories/patients/patients.ts'
import { illSet, takeVitals, wellSet } from '../../testing/factories/vitals.ts'
import { changesHeard, openLive } from '../../testing/live-stream.ts'
import { warningRows } from './queries.ts'

/** The last NEWS2 of patients in the hospital: who has one, which one it is, and who sees it. */
const app = await startApp()
afterAll(() => app.close())
const [admin, desk, keeper, doctor] = [
  await app.founder(),
  await app.signIn('receptionist'),
  await app.signIn('inventory_manager'),
  await app.signIn('doctor'),
]
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const born = (dateOfBirth: string) => givenPatient(desk, { dateOfBirth })
const adult = () => born('1980-05-01')

async function inBed(patient: { id: string }) {
  const bed = await givenBed(admin)
  return (await admit(desk, { bedId: bed.id, doctorId: doctor.id, patientId: patient.id })).body
}
async function listed(patient: { id: string }): Promise<EarlyWarning | undefined> {
  return (await doctor.call(listEarlyWarnings)).body.find(({ id }) => id === patient.id)
}

test('the last full set of an inpatient is the score that wards see, and the same is read from the record', async () => {
  const patient = await adult()
  await inBed(patient)
  expect(await listed(patient)).toBeUndefined()
  await takeVitals(doctor, patient, { ...wellSet, takenAt: minutesAgo(60) })
  const ill = (await takeVitals(doctor, patient, { ...illSet, takenAt: minutesAgo(20) })).body
  // An incomplete set has no score, and a set taken before the latest one changes nothing.
  await takeVitals(doctor, patient, { pulse: 72 })
  await takeVitals(doctor, patient, { ...wellSet, takenAt: minutesAgo(40) })
  const expected = {
    id: patient.id,
    vitalSignsId: ill.id,
    score: 13,
    band: 'High',
    takenAt: ill.takenAt,
    alert: { acknowledged: null },
  }
  expect(await listed(patient)).toEqual(expected)
  const read = await admin.call(readEarlyWarning, { params: { id: patient.id } })
  expect(read.body).toEqual({ warning: expected, usesScale2: false })
})

test('a set that is struck through counts no more, and the one before it is the last again', async () => {
  const patient = await adult()
  await inBed(patient)
  await takeVitals(doctor, patient, { ...wellSet, takenAt: minutesAgo(20) })
  const { id } = (await takeVitals(doctor, patient, illSet)).body
  await doctor.call(strikeVitals, { params: { id }, body: { reason: 'Of the patient in the next bed' } })
  expect(await listed(patient)).toMatchObject({ score: 0, band: 'Low', alert: null })
})

test('a score is of the scale on which the saturation is aimed at', async () => {
  const patient = await adult()
  await inBed(patient)
  const breathless = { ...wellSet, oxygenSaturation: 89 }
  await takeVitals(doctor, patient, { ...breathless, takenAt: minutesAgo(10) })
  expect(await listed(patient)).toMatchObject({ score: 3, band: 'Low–medium', alert: null })
  await takeVitals(doctor, patient, { ...breathless, usesScale2: true })
  expect(await listed(patient)).toMatchObject({ score: 0, band: 'Low' })
})

test('of a child there is no score, and a date of birth that is corrected takes it away', async () => {
  const day = (years: number) => `${Number(utcToday().slice(0, 4)) - years}-01-01`
  const child = await born(day(8))
  await inBed(child)
  const evenIfUnlikely = ['respiratoryRate', 'systolic', 'pulse', 'oxygenSaturation'] as const
  await takeVitals(doctor, child, { ...illSet, evenIfUnlikely: [...evenIfUnlikely] })
  expect(await listed(child)).toBeUndefined()
  const grown = await born(day(40))
  await inBed(grown)
  await takeVitals(doctor, grown, illSet)
  expect(await listed(grown)).toBeDefined()
  const corrected = { ...patientForm(), dateOfBirth: day(10) }
  const answer = await desk.call(editPatient, { params: { id: grown.id }, body: corrected }, ifMatch(grown))
  expect(answer.status, answer.text).toBe(200)
  expect(await listed(grown)).toBeUndefined()
})

test('who is in the queue has one, who has left has none, and one of long before the stay is none', async () => {
  const patient = await adult()
  await takeVitals(doctor, patient, { ...illSet, takenAt: minutesAgo(60 * 30) })
  expect(await listed(patient)).toBeUndefined()
  const visit = await givenAppointment(desk, {
    doctorId: doctor.id,
    date: utcToday(),
    patientId: patient.id,
  })
  await change(desk, { id: visit.id }, { status: 'IN_QUEUE' })
  expect(await listed(patient)).toBeUndefined()
  await takeVitals(doctor, patient, { ...illSet, takenAt: minutesAgo(30) })
  expect(await listed(patient)).toMatchObject({ score: 13 })
  await change(doctor, { id: visit.id }, { status: 'IN_PROGRESS' })
  expect(await listed(patient)).toMatchObject({ score: 13 })
  await change(doctor, { id: visit.id }, { status: 'COMPLETED' })
  expect(await listed(patient)).toBeUndefined()
  // A patient who is admitted within a day keeps their score.
  const { id } = await inBed(patient)
  expect(await listed(patient)).toMatchObject({ score: 13 })
  await doctor.call(dischargePatient, { params: { id }, body: { destination: 'HOME' } })
  expect(await listed(patient)).toBeUndefined()
})

test('one record is told to those who may see it: a new set, an acknowledgement, an admission, a discharge', async () => {
  const [patient, other, waiting] = [await adult(), await adult(), await adult()]
  await inBed(other)
  await takeVitals(doctor, other, wellSet)
  const visit = await givenAppointment(desk, {
    doctorId: doctor.id,
    date: utcToday(),
    patientId: waiting.id,
  })
  await change(desk, { id: visit.id }, { status: 'IN_QUEUE' })
  const set = (await takeVitals(doctor, waiting, illSet)).body
  await doctor.call(acknowledgeScore, { params: { id: set.id } })
  await changesHeard(admin, app.url)
  const stream = await openLive(app.url, admin, 'early-warnings')
  onTestFinished(stream.close)
  const heard = async () => {
    await changesHeard(admin, app.url)
    return stream.put('early-warnings').map(({ id, score, alert }) => ({ id, score, alert }))
  }
  const { id: admissionId } = await inBed(patient)
  const { id } = (await takeVitals(doctor, patient, illSet)).body
  const open = { id: patient.id, score: 13, alert: { acknowledged: null } }
  await expect.poll(async () => (await heard()).at(-1)).toEqual(open)
  await doctor.call(acknowledgeScore, { params: { id } })
  const { firstName, lastName } = await doctor.me()
  const by = { byId: doctor.id, by: `${firstName} ${lastName}`, at: expect.any(String) }
  await expect.poll(async () => (await heard()).at(-1)).toEqual({ ...open, alert: { acknowledged: by } })
  expect(new Set((await heard()).map((told) => told.id))).toEqual(new Set([patient.id]))
  // The doctor who acknowledged it changes their name.
  await app.asOwner(`update staff set last_name = 'Renamed', name = first_name || ' Renamed' where id = $1`, [
    doctor.id,
  ])
  const renamed = { ...by, by: `${firstName} Renamed` }
  for (const { id } of [patient, waiting]) {
    await expect
      .poll(async () => (await heard()).findLast((told) => told.id === id))
      .toEqual({ id, score: 13, alert: { acknowledged: renamed } })
  }
  await doctor.call(dischargePatient, { params: { id: admissionId }, body: { destination: 'HOME' } })
  await expect.poll(() => stream.gone('early-warnings').at(-1)).toBe(patient.id)
  expect(stream.gone('early-warnings')).not.toContain(other.id)
})

test('reception and store get no score: not listed, not read, not live, and not with the bed', async () => {
  const patient = await adult()
  await inBed(patient)
  const { id } = (await takeVitals(doctor, patient, illSet)).body
  for (const somebody of [desk, keeper]) {
    const refused = [
      await somebody.call(listEarlyWarnings),
      await somebody.call(readEarlyWarning, { params: { id: patient.id } }),
      await somebody.call(acknowledgeScore, { params: { id } }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
    await expect(openLive(app.url, somebody, 'early-warnings')).rejects.toThrow('forbidden')
  }
  // An administrator can read scores but not acknowledge them.
  expect((await admin.call(acknowledgeScore, { params: { id } })).status).toBe(403)
  const beds = await desk.call(listBeds)
  expect(beds.text).toContain(patient.id)
  expect(beds.text).not.toMatch(/news2|score|vital|warning/i)
})

test('60 scores among 3,000 sets are read by one look into an index for each patient', async () => {
  const { id } = await adult()
  await app.asOwner(
    `with bed as (insert into bed (bed_number, ward) select 'Plan-' || n, 'GENERAL' from generate_series(1, 60) n returning id),
       many as (insert into patient (mrn_number, first_name, last_name, date_of_birth, gender, contact_number, address)
         select 900000 + n, first_name, 'Plan', date_of_birth, gender, contact_number, address
         from patient, generate_series(1, 60) n where id = $1 returning id),
       sets as (insert into vital_signs (patient_id, taken_at, recorded_by, temperature, pulse, respiratory_rate, systolic,
           oxygen_saturation, consciousness, oxygen)
         select id, now() - n * interval '10 minutes', $2, 37, 70, 14, 120, 98, 'ALERT', 'AIR'
         from many, generate_series(1, 50) n)
     insert into admission (patient_id, doctor_id, admitted_at) select id, $2, now() - interval '1 day' from many`,
    [id, doctor.id],
  )
  await app.asOwner('analyze vital_signs')
  await app.asOwner('analyze admission')
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }>`
    explain (analyze, buffers, format json) ${warningRows(sql`true`)}`.execute(app.app.lantern.db)
  const plan = rows[0]
  const blocks = plan?.['QUERY PLAN'][0]?.Plan['Shared Hit Blocks']
  expect(blocks).toBeLessThan(60 * 25)
  const { body } = await doctor.call(listEarlyWarnings)
  expect(body.length).toBeGreaterThanOrEqual(60)
})
