import { afterAll, expect, test, vi } from 'vitest'
import { signNames, signs } from '../../../contract/clinical/signs.ts'
import {
  listVitals,
  readLatestVitals,
  recordVitals,
  strikeVitals,
  type VitalSigns,
} from '../../../contract/clinical/vitals.ts'
import { deletePatient, editPatient } from '../../../contract/people/patients.ts'
import { dischargePatient } from '../../../contract/wards/admissions.ts'
import { startApp } from '../../testing/app.ts'
import { idempotent, ifMatch } from '../../testing/client.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { givenItem, move } from '../../testing/factories/items.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { takeVitals, wellSet } from '../../testing/factories/vitals.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const keeper = await app.signIn('inventory_manager')
const doctor = await app.signIn('doctor')
const colleague = await app.signIn('doctor')
afterAll(() => app.close())

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const adult = () => givenPatient(desk, { dateOfBirth: '1980-04-10' })
const strike = (id: string, reason = 'Another patient was meant', by = doctor) =>
  by.call(strikeVitals, { params: { id }, body: { reason } })
const historyOf = async ({ id }: { id: string }) =>
  (await doctor.call(listVitals, { params: { id } })).body.items
const latestOf = async ({ id }: { id: string }) =>
  (await doctor.call(readLatestVitals, { params: { id } })).body

test('a doctor records a set, and doctors and administrators read it back with who and when', async () => {
  const patient = await adult()
  const takenAt = minutesAgo(20)
  const recorded = await takeVitals(doctor, patient, { ...wellSet, takenAt, weight: 80.25, pain: 2 })
  expect(recorded.status, recorded.text).toBe(201)
  const me = await doctor.me()
  const expected = {
    ...wellSet,
    takenAt,
    weight: 80.25,
    height: null,
    pain: 2,
    usesScale2: false,
    patientId: patient.id,
    recordedBy: `${me.firstName} ${me.lastName}`,
    struck: null,
  }
  expect(recorded.body).toMatchObject(expected)
  for (const reader of [doctor, admin]) {
    const [read] = (await reader.call(listVitals, { params: { id: patient.id } })).body.items
    expect(read).toEqual(recorded.body)
  }
})

test('reception and store get no vital sign: not listed, not recorded, not live', async () => {
  const patient = await adult()
  const { id } = (await takeVitals(doctor, patient)).body
  const params = { id: patient.id }
  for (const other of [desk, keeper]) {
    expect((await other.call(listVitals, { params })).problem).toMatchObject({
      status: 403,
      permission: 'clinical.view',
    })
    expect((await other.call(readLatestVitals, { params })).status).toBe(403)
    expect((await takeVitals(other, patient)).problem).toMatchObject({ permission: 'clinical.observe' })
    expect((await strike(id, 'Wrong', other)).status).toBe(403)
    await expect(openLive(app.url, other, `patient-vitals:${patient.id}`)).rejects.toThrow('forbidden')
  }
  // An administrator reads, and does not write.
  expect((await takeVitals(admin, patient)).status).toBe(403)
  expect((await strike(id, 'Wrong', admin)).status).toBe(403)
  expect(await historyOf(patient)).toHaveLength(1)
})

test('the saturation aimed at stays as in the last set until somebody says otherwise', async () => {
  const patient = await adult()
  const recorded = async (set: Parameters<typeof takeVitals>[2]) =>
    (await takeVitals(doctor, patient, set)).body
  expect((await recorded({ pulse: 70, takenAt: minutesAgo(50) })).usesScale2).toBe(false)
  expect((await recorded({ pulse: 71, takenAt: minutesAgo(40), usesScale2: true })).usesScale2).toBe(true)
  const wrong = await recorded({ pulse: 72, takenAt: minutesAgo(30), usesScale2: false })
  await strike(wrong.id)
  expect((await recorded({ oxygenSaturation: 90, takenAt: minutesAgo(20) })).usesScale2).toBe(true)
  expect((await recorded({ pulse: 73, takenAt: minutesAgo(10), usesScale2: false })).usesScale2).toBe(false)
  expect((await recorded({ pulse: 74 })).usesScale2).toBe(false)
})

test('the latest of each sign is found, however long ago and in however many sets', async () => {
  const patient = await adult()
  await takeVitals(doctor, patient, { takenAt: minutesAgo(60 * 24 * 400), height: 175 })
  await takeVitals(doctor, patient, { ...wellSet, takenAt: minutesAgo(300) })
  for (let hour = 4; hour > 1; hour--)
    await takeVitals(doctor, patient, { pulse: 80 + hour, takenAt: minutesAgo(60 * hour) })
  // Entered last, but taken before the others.
  await takeVitals(doctor, patient, { pulse: 99, weight: 80, takenAt: minutesAgo(500) })
  const latest = await latestOf(patient)
  expect(
    latest.map(({ pulse, temperature, weight, height }) => ({ pulse, temperature, weight, height })),
  ).toEqual([
    { pulse: 82, temperature: null, weight: null, height: null },
    { pulse: 72, temperature: 36.8, weight: null, height: null },
    { pulse: 99, temperature: null, weight: 80, height: null },
    { pulse: null, temperature: null, weight: null, height: 175 },
  ])
})

test('what was recorded in error is struck through with a reason: it stays in the history, and counts no more', async () => {
  const patient = await adult()
  const before = (await takeVitals(doctor, patient, { pulse: 70, takenAt: minutesAgo(30) })).body
  const wrong = (await takeVitals(doctor, patient, { pulse: 170 })).body
  expect((await strike(wrong.id, ' ')).problem).toMatchObject({ status: 422, errors: [{ path: 'reason' }] })
  const struck = await strike(wrong.id, 'Of the patient in the next bed', colleague)
  expect(struck.status, struck.text).toBe(200)
  const { firstName, lastName } = await colleague.me()
  expect(struck.body.struck).toMatchObject({
    by: `${firstName} ${lastName}`,
    reason: 'Of the patient in the next bed',
  })
  expect((await historyOf(patient)).map(({ pulse, struck }) => [pulse, struck === null])).toEqual([
    [170, false],
    [70, true],
  ])
  expect((await latestOf(patient)).map(({ id }) => id)).toEqual([before.id])
  expect((await strike(wrong.id)).problem).toMatchObject({ status: 409, code: 'entry_struck' })
})

test('two doctors strike one entry at once: one reason stands, the other is told', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = (await takeVitals(doctor, await adult())).body
    const answers = await Promise.all([strike(id, 'Mine'), strike(id, 'Yours', colleague)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  }
})

test('two doctors record at once: both sets are kept; the same one sent again is one', async () => {
  const patient = await adult()
  const key = idempotent()
  const answers = await Promise.all([
    takeVitals(doctor, patient, { pulse: 70 }, key),
    takeVitals(doctor, patient, { pulse: 70 }, key),
    takeVitals(doctor, patient, { pulse: 70 }, key),
    takeVitals(colleague, patient, { pulse: 71 }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(2)
  expect(await historyOf(patient)).toHaveLength(2)
})

test('what can’t be is refused beside its field, and what is unlikely is asked about once', async () => {
  const patient = await adult()
  expect((await takeVitals(doctor, patient, { pulse: 700 })).problem).toMatchObject({
    status: 422,
    errors: [{ path: 'pulse', message: 'Enter 0 /min to 350 /min' }],
  })
  const set = { pulse: 210, temperature: 41.5, respiratoryRate: 20 }
  const asked = (await takeVitals(doctor, patient, set)).problem
  expect(asked).toMatchObject({ status: 409, code: 'value_unlikely' })
  expect(asked.errors).toEqual([
    { path: 'temperature', message: 'A temperature of 41.5 is unlikely. Save it as typed?' },
    { path: 'pulse', message: 'A pulse of 210 is unlikely. Save it as typed?' },
  ])
  // Confirming one value does not confirm the other.
  expect((await takeVitals(doctor, patient, { ...set, evenIfUnlikely: ['pulse'] })).problem.errors).toEqual([
    { path: 'temperature', message: 'A temperature of 41.5 is unlikely. Save it as typed?' },
  ])
  expect(await historyOf(patient)).toEqual([])
  const meant = await takeVitals(doctor, patient, { ...set, evenIfUnlikely: ['pulse', 'temperature'] })
  expect(meant.status, meant.text).toBe(201)
})

test('pounds typed as kilograms are asked about, as long as the last weight is of the last 30 days and stands', async () => {
  const weigh = async (daysAgo: number, strikes = false) => {
    const patient = await adult()
    const last = (await takeVitals(doctor, patient, { weight: 80, takenAt: minutesAgo(daysAgo * 1440) })).body
    if (strikes) await strike(last.id)
    return takeVitals(doctor, patient, { weight: 176 })
  }
  const asked = await weigh(29)
  expect(asked.problem).toMatchObject({ status: 409, errors: [{ path: 'weight' }] })
  expect(asked.problem.detail).toContain('If 176 lb was meant, that is 79.8 kg. Save 176 kg as typed?')
  expect((await weigh(31)).status).toBe(201)
  expect((await weigh(1, true)).status).toBe(201)

  // A weight that is entered late is compared with later ones.
  const patient = await adult()
  await takeVitals(doctor, patient, { weight: 80 })
  const late = await takeVitals(doctor, patient, { weight: 176, takenAt: minutesAgo(1440) })
  expect(late.problem).toMatchObject({ status: 409, errors: [{ path: 'weight' }] })
})

test('vital signs are of a time between birth and death, and never of the future', async () => {
  const newborn = await givenPatient(desk, { dateOfBirth: '2026-01-10' })
  const at = (takenAt: string) => takeVitals(doctor, newborn, { pulse: 140, takenAt })
  expect((await at(minutesAgo(-2))).problem).toMatchObject({ status: 422, errors: [{ path: 'takenAt' }] })
  // A time that is half a minute ahead counts as now.
  const ahead = await at(minutesAgo(-0.5))
  expect(Date.parse(ahead.body.takenAt)).toBeLessThanOrEqual(Date.now())
  expect((await at('2026-01-08T12:00:00Z')).problem).toMatchObject({
    status: 422,
    errors: [{ path: 'takenAt', message: 'This is before the patient’s birth. Enter a later time.' }],
  })

  const patient = await adult()
  const bed = await givenBed(admin)
  const { id } = (await admit(desk, { bedId: bed.id, doctorId: doctor.id, patientId: patient.id })).body
  await desk.call(dischargePatient, { params: { id }, body: { destination: 'DIED' } })
  expect((await takeVitals(doctor, patient)).problem).toMatchObject({
    status: 409,
    code: 'patient_deceased',
    errors: [{ path: 'takenAt' }],
  })
  const before = await takeVitals(doctor, patient, { ...wellSet, takenAt: minutesAgo(60) })
  expect(before.status, before.text).toBe(201)
})

test('a date of birth is not moved past what is on the record, also while a set is being recorded', async () => {
  const patient = await givenPatient(desk, { dateOfBirth: '2026-01-10' })
  const born = (dateOfBirth: string) => {
    const { contactNumber, firstName, lastName, gender, address } = patient
    const body = { contactNumber, firstName, lastName, gender, address, dateOfBirth }
    return desk.call(editPatient, { params: { id: patient.id }, body }, ifMatch({ version }))
  }
  let version = patient.version
  const refused = {
    status: 422,
    errors: [
      {
        path: 'dateOfBirth',
        message:
          'The record has an entry, a visit, an admission or an issue from before this day. Check the date, or strike through what is wrong on the record first.',
      },
    ],
  }
  const set = (await takeVitals(doctor, patient, { pulse: 140, takenAt: '2026-02-03T12:00:00Z' })).body
  expect((await born('2026-02-04')).problem).toMatchObject(refused)
  // The day itself is allowed, and any earlier one.
  for (const day of ['2026-02-03', '2025-12-30']) {
    const answer = await born(day)
    expect(answer.status, answer.text).toBe(200)
    version = answer.body.version
  }
  // A struck-through entry was never true.
  await strike(set.id)
  const moved = await born('2026-02-04')
  expect(moved.status, moved.text).toBe(200)
  version = moved.body.version

  // Recording locks the patient, so the edit waits and sees what was recorded.
  const { untilWaiting, letGo } = await holdLock(
    app,
    `insert into vital_signs (patient_id, taken_at, recorded_by, pulse) values ($1, '2026-03-01T12:00:00Z', $2, 140)`,
    [patient.id, doctor.id],
  )
  const edit = born('2026-03-02')
  await untilWaiting()
  await letGo()
  expect((await edit).problem).toMatchObject(refused)

  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const [inBed, supplied] = [await adult(), await adult()]
  await admit(desk, { bedId: (await givenBed(admin)).id, doctorId: doctor.id, patientId: inBed.id })
  await move(keeper, await givenItem(keeper), {
    kind: 'ISSUE',
    quantity: 1,
    ward: 'ICU',
    patientId: supplied.id,
  })
  for (const { id } of [inBed, supplied]) {
    await expect(
      app.asOwner('update patient set date_of_birth = $2 where id = $1', [id, tomorrow]),
    ).rejects.toThrow('before that birth')
  }
})

test('nothing is recorded, read or struck through of a record that was removed', async () => {
  const patient = await adult()
  const entry = (await takeVitals(doctor, patient)).body
  await admin.call(deletePatient, { params: { id: patient.id } })
  expect((await takeVitals(doctor, patient)).status).toBe(404)
  expect((await strike(entry.id)).status).toBe(404)
  expect((await doctor.call(listVitals, { params: { id: patient.id } })).status).toBe(404)
  expect((await doctor.call(readLatestVitals, { params: { id: patient.id } })).status).toBe(404)
})

test('a record that is removed while vital signs are recorded has all of them or refuses them', async () => {
  for (let round = 0; round < 5; round++) {
    const patient = await adult()
    const [removed, ...recorded] = await Promise.all([
      admin.call(deletePatient, { params: { id: patient.id } }),
      ...[doctor, colleague, doctor].map((by) => takeVitals(by, patient)),
    ])
    expect(removed.status).toBe(200)
    for (const { status } of recorded) expect([201, 404]).toContain(status)
    const late = await app.asOwner(
      `select vital_signs.id from vital_signs join patient on patient.id = patient_id
       where patient_id = $1 and recorded_at > retired_at + interval '1 second'`,
      [patient.id],
    )
    expect(late).toEqual([])
  }
})

test('a death at the same moment: nothing is recorded of a time after it (clinical_entry_before_death)', async () => {
  for (let round = 0; round < 5; round++) {
    const patient = await adult()
    const bed = await givenBed(admin)
    const { id } = (await admit(desk, { bedId: bed.id, doctorId: doctor.id, patientId: patient.id })).body
    // On a busy machine the death can be the first to arrive.
    const statuses = [(await takeVitals(doctor, patient)).status]
    const goOn = async (by: typeof doctor) => {
      while (statuses.at(-1) !== 409) statuses.push((await takeVitals(by, patient)).status)
    }
    const recording = [doctor, colleague, doctor].map(goOn)
    const death = await desk.call(dischargePatient, { params: { id }, body: { destination: 'DIED' } })
    expect(death.status, death.text).toBe(200)
    await Promise.all(recording)
    expect(new Set(statuses)).toEqual(new Set([201, 409]))
    const late = await app.asOwner(
      `select vital_signs.id from vital_signs join patient on patient.id = patient_id
       where patient_id = $1 and taken_at > deceased_at`,
      [patient.id],
    )
    expect(late).toEqual([])
  }
})

test('a screen that shows a patient is told of a set, and of a strike', async () => {
  const patient = await adult()
  const scope = `patient-vitals:${patient.id}`
  const stream = await openLive(app.url, admin, scope)
  const other = await openLive(app.url, admin, `patient-vitals:${(await adult()).id}`)
  const { id } = (await takeVitals(doctor, patient)).body
  await vi.waitFor(() => expect(stream.stale(scope)).toBe(1))
  await strike(id)
  await vi.waitFor(() => expect(stream.stale(scope)).toBe(2))
  expect(other.events).toEqual([])
  stream.close()
  other.close()
})

test('the database holds each number to what the contract calls possible, whatever the server says', async () => {
  const patient = await adult()
  for (const name of signNames) {
    const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const [least, most] = signs[name].possible
    const step = 10 ** -signs[name].decimals
    const insert = (value: number) =>
      app.asOwner(
        `insert into vital_signs (patient_id, taken_at, recorded_by, ${column === 'diastolic' ? 'systolic, ' : ''}${column})
         values ($1, now(), $2, ${column === 'diastolic' ? '320, ' : ''}$3)`,
        [patient.id, doctor.id, value],
      )
    await insert(least)
    await insert(most)
    for (const beyond of [least - step, most + step]) {
      await expect(insert(beyond), `${name} ${beyond}`).rejects.toMatchObject({
        constraint: `vital_signs_${column}`,
      })
    }
  }
})

test('a record with 5,000 sets is read as quickly as an empty one, by looks into indexes', async () => {
  const patient = await adult()
  await app.asOwner(
    `insert into vital_signs (patient_id, taken_at, recorded_by, pulse, temperature)
     select $1, now() - make_interval(hours => n), $2, 60 + n % 40, 36.5 from generate_series(1, 5000) n`,
    [patient.id, doctor.id],
  )
  await app.asOwner('analyze vital_signs')
  // The pulse is in each set; the height was never taken.
  for (const sign of ['pulse', 'height']) {
    const [plan] = await app.asOwner<{ 'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number } }[] }>(
      `explain (analyze, buffers, format json)
       select id from vital_signs where patient_id = $1 and ${sign} is not null and struck_at is null
       order by taken_at desc, id desc limit 1`,
      [patient.id],
    )
    expect(plan?.['QUERY PLAN'][0]?.Plan['Shared Hit Blocks']).toBeLessThan(10)
  }
  const latest: VitalSigns[] = await latestOf(patient)
  expect(latest).toHaveLength(1)
  const page = (await doctor.call(listVitals, { params: { id: patient.id }, query: { limit: 50 } })).body
  expect(page).toMatchObject({ total: 1000, totalIsAtLeast: true })
})

test('its audit entry says when it was taken, and which unlikely numbers were meant', async () => {
  const patient = await adult()
  const set = { pulse: 210, takenAt: minutesAgo(5), evenIfUnlikely: ['pulse' as const] }
  const { id } = (await doctor.call(recordVitals, { params: { id: patient.id }, body: set })).body
  const [entry] = await app.asOwner(
    `select changes, patient_ids from audit_entry where subject_id = $1 and action = 'recordVitals'`,
    [id],
  )
  expect(entry).toEqual({
    changes: { takenAt: set.takenAt, evenIfUnlikely: ['pulse'] },
    patient_ids: [patient.id],
  })
})
