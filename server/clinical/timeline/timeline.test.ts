import { afterAll, expect, test } from 'vitest'
import { changeMedication, stopMedication } from '../../../contract/clinical/medications.ts'
import { resolveProblem } from '../../../contract/clinical/problems.ts'
import { readTimeline } from '../../../contract/clinical/timeline.ts'
import { type TimelineKind, timelineKindNames } from '../../../contract/clinical/timeline-kinds.ts'
import { strikeVitals } from '../../../contract/clinical/vitals.ts'
import { deletePatient } from '../../../contract/people/patients.ts'
import { dischargePatient, transferPatient } from '../../../contract/wards/admissions.ts'
import { startApp } from '../../testing/app.ts'
import type { Client } from '../../testing/client.ts'
import { utcToday } from '../../testing/days.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { writeAllergy } from '../../testing/factories/allergies.ts'
import { change, givenAppointment } from '../../testing/factories/appointments.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { metformin, prescribe } from '../../testing/factories/medications.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { diagnose } from '../../testing/factories/problems.ts'
import { beginNote, givenVisit, signNote } from '../../testing/factories/visit-notes.ts'
import { takeVitals } from '../../testing/factories/vitals.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const [doctor, desk] = [await app.signIn('doctor'), await app.signIn('receptionist')]

async function timeline(
  by: Client,
  { id }: { id: string },
  query: { kind?: TimelineKind; limit?: number } = {},
) {
  return (await by.call(readTimeline, { params: { id }, query })).body.items
}

/** A patient with an event of every kind, in this order. */
async function livedThrough() {
  const patient = await givenPatient(desk, { dateOfBirth: '1980-04-10', allergies: null })
  const visit = await givenVisit(desk, doctor, patient.id)
  await signNote(doctor, (await beginNote(doctor, visit)).body)
  await change(doctor, visit, { status: 'COMPLETED' })
  const [ward, icu] = [await givenBed(admin), await givenBed(admin, { ward: 'ICU' })]
  const params = {
    id: (await admit(desk, { bedId: ward.id, doctorId: doctor.id, patientId: patient.id })).body.id,
  }
  const wrong = (await takeVitals(doctor, patient)).body
  await doctor.call(strikeVitals, { params: { id: wrong.id }, body: { reason: 'Of another patient' } })
  await writeAllergy(doctor, patient)
  const asthma = (await diagnose(doctor, patient)).body
  const medication = (await prescribe(doctor, patient)).body
  await desk.call(transferPatient, { params, body: { bedId: icu.id, notes: 'Needs oxygen' } })
  const changed = await doctor.call(changeMedication, {
    params: { id: medication.id },
    body: { ...metformin, dose: '1000', changeReason: 'Glucose still high' },
  })
  await doctor.call(stopMedication, { params: { id: changed.body.id }, body: { reason: 'Not needed' } })
  await doctor.call(resolveProblem, { params: { id: asthma.id }, body: { on: utcToday() } })
  await desk.call(dischargePatient, { params, body: { destination: 'HOME' } })
  return { patient, wrong, icu }
}

test('all that happened to a patient is told newest first, each with its record, and filtered by kind', async () => {
  const { patient, wrong, icu } = await livedThrough()
  const told = await timeline(doctor, patient)
  expect(told.map(({ event }) => event)).toEqual([
    'discharge',
    'resolution',
    'stop',
    'prescription',
    'stop',
    'transfer',
    'prescription',
    'problem',
    'allergy',
    'vitals',
    'admission',
    'note',
    'visit',
  ])
  expect(told.map(({ at }) => at)).toEqual(
    told
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  const of = (name: string) => told.filter(({ event }) => event === name).map(({ record }) => record)
  expect(of('transfer')).toMatchObject([{ bedNumber: icu.bedNumber, reason: 'Needs oxygen' }])
  expect(of('stop')).toMatchObject([
    { stopped: { reason: 'Not needed' } },
    { stopped: { reason: 'Glucose still high' } },
  ])
  // An entry that was made in error stays where it was.
  expect(of('vitals')).toMatchObject([{ id: wrong.id, struck: { reason: 'Of another patient' } }])

  const kinds = await Promise.all(timelineKindNames.map((kind) => timeline(doctor, patient, { kind })))
  expect(kinds.map((events) => [...new Set(events.map(({ event }) => event))])).toEqual([
    ['visit'],
    ['discharge', 'transfer', 'admission'],
    ['vitals'],
    ['stop', 'prescription'],
    ['note'],
    ['allergy'],
    ['resolution', 'problem'],
  ])
  expect(kinds.flat()).toHaveLength(told.length)
})

test('reception is told of visits, stays and allergies alone, and refused by name what else doctors record', async () => {
  const { patient } = await livedThrough()
  const told = await timeline(desk, patient)
  expect(told.map(({ event }) => event)).toEqual(['discharge', 'transfer', 'allergy', 'admission', 'visit'])
  for (const kind of ['vitals', 'medications', 'notes', 'problems'] as const) {
    const refused = await desk.call(readTimeline, { params: { id: patient.id }, query: { kind } })
    expect(refused.problem).toMatchObject({ status: 403, code: 'forbidden', permission: 'clinical.view' })
  }
  await app.flushAudit()
  const [{ entries } = { entries: 0 }] = await app.asOwner<{ entries: number }>(
    `select count(*)::int as entries from audit_entry
     where action = 'readTimeline' and outcome = 'forbidden' and staff_id = $1 and patient_ids = array[$2::uuid]`,
    [desk.id, patient.id],
  )
  expect(entries).toBe(4)
})

test('what is still to come has not happened; who waits, was seen or did not come is told of when that was', async () => {
  const patient = await givenPatient(desk, { allergies: null })
  const visit = await givenAppointment(desk, { doctorId: doctor.id, date: utcToday(), patientId: patient.id })
  expect(await timeline(desk, patient)).toEqual([])
  const queued = (await change(desk, { id: visit.id }, { status: 'IN_QUEUE' })).body
  expect(await timeline(desk, patient)).toMatchObject([
    { at: queued.queuedAt, record: { status: 'IN_QUEUE' } },
  ])
  const started = (await change(doctor, { id: visit.id }, { status: 'IN_PROGRESS' })).body
  expect(await timeline(desk, patient)).toMatchObject([{ at: started.startedAt }])
  const other = await givenAppointment(desk, {
    doctorId: (await app.signIn('doctor')).id,
    date: utcToday(),
    patientId: patient.id,
  })
  const cancelled = await change(
    desk,
    { id: other.id },
    { status: 'CANCELLED', cancelReason: 'DID_NOT_ATTEND' },
  )
  expect(await timeline(desk, patient)).toMatchObject([
    { at: cancelled.body.statusAt, record: { id: other.id, status: 'CANCELLED' } },
    { record: { id: visit.id } },
  ])
})

test('it is read on to the end, and tells each event once, however many share one moment', async () => {
  const patient = await givenPatient(desk, { allergies: null, dateOfBirth: '1980-04-10' })
  for (const table of [
    'vital_signs (taken_at, patient_id, recorded_by, pulse)',
    'vital_signs (taken_at, patient_id, recorded_by, pain)',
  ]) {
    await app.asOwner(
      `insert into ${table} select date_trunc('day', now()), $1, $2, 7 from generate_series(1, 20)`,
      [patient.id, doctor.id],
    )
  }
  await app.asOwner(
    `insert into allergy (patient_id, recorded_at, recorded_by, substance, severity, certainty)
     select $1, date_trunc('day', now()), $2, 'Substance ' || n, 'MILD', 'SUSPECTED' from generate_series(1, 17) n`,
    [patient.id, doctor.id],
  )
  const told: string[] = []
  let cursor: string | undefined
  do {
    const query = { limit: 5, ...(cursor && { cursor }) }
    const page = (await doctor.call(readTimeline, { params: { id: patient.id }, query })).body
    told.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(told).toHaveLength(57)
  expect(new Set(told).size).toBe(57)
})

test('since a moment, only what happened after it is told', async () => {
  const { patient } = await livedThrough()
  const whole = await timeline(doctor, patient)
  const since = whole[4]?.at
  const { body } = await doctor.call(readTimeline, { params: { id: patient.id }, query: { since } })
  expect(body.items.map(({ id }) => id)).toEqual(whole.slice(0, 4).map(({ id }) => id))
  expect(body.nextCursor).toBeNull()
})

test('of a record that was removed there is no timeline', async () => {
  const patient = await givenPatient(desk)
  await admin.call(deletePatient, { params: { id: patient.id } })
  expect((await doctor.call(readTimeline, { params: { id: patient.id } })).status).toBe(404)
})
