import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, expect, test, vi } from 'vitest'
import { copyPatient } from '../../contract/clinical/patient-copies.ts'
import { strikeProblem } from '../../contract/clinical/problems.ts'
import { downloadHospitalExport, listHospitalExports } from '../../contract/hospital/hospital-exports.ts'
import { deletePatient } from '../../contract/people/patients.ts'
import { besidesLists, copiedLists } from '../clinical/patient-copies/queries.ts'
import { exportArchive } from '../hospital/exports/archive.ts'
import {
  exportedOf,
  exportedTables,
  leftOutColumns,
  leftOutTables,
  readColumns,
} from '../hospital/exports/tables.ts'
import { password, type StaffClient, startApp } from './app.ts'
import { writeAllergy } from './factories/allergies.ts'
import { givenConfirmedExport, postAuth } from './factories/hospital-exports.ts'
import { toldOf } from './factories/notifications.ts'
import { givenPhoto, jpeg } from './factories/patients/patient-photos.ts'
import { givenPatient } from './factories/patients/patients.ts'
import { open, restrict } from './factories/patients/restricted-records.ts'
import { asthma, diagnose } from './factories/problems.ts'
import { takeVitals, wellSet } from './factories/vitals.ts'
import { openLive } from './live-stream.ts'
import { unzip } from './unzip.ts'

/** A patient's own copy, and the export of the whole hospital (record 101). */

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const [second, doctor, nurse, desk] = [
  await app.signIn('admin'),
  await app.signIn('doctor'),
  await app.signIn('nurse'),
  await app.signIn('receptionist'),
]
const at = ({ id }: { id: string }) => ({ params: { id } })

async function download(by: StaffClient, path: string, body?: object) {
  const answer = await fetch(`${app.url}/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${by.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
async function copied(by: StaffClient, patient: { id: string }) {
  const files = unzip((await download(by, `patients/${patient.id}/copy`)).bytes)
  return { files, json: JSON.parse(String(files.get('copy.json'))), html: String(files.get('copy.html')) }
}
const trailOf = async (action: string) => {
  await app.flushAudit()
  return app.asOwner<{ outcome: string; changes: object | null; staff_id: string; patient_ids: string[] }>(
    'select outcome, changes, staff_id, patient_ids from audit_entry where action = $1 order by at, id',
    [action],
  )
}

test('a patient’s copy has what is recorded, in a file to read on and a page to print', async () => {
  const patient = await givenPatient(desk, {
    firstName: 'Layla <b>',
    lastName: 'حداد',
    dateOfBirth: '1984-05-01',
    birthPrecision: 'MONTH',
    medicalHistory: '<script>alert(1)</script>',
  })
  const photo = jpeg()
  await givenPhoto(desk, patient, photo)
  await writeAllergy(doctor, patient, { substance: 'Latex' })
  await takeVitals(doctor, patient, wellSet)
  const wrong = (await diagnose(doctor, patient, { ...asthma, diagnosis: 'Gout' })).body
  await doctor.call(strikeProblem, { ...at(wrong), body: { reason: 'Another patient’s' } })
  await diagnose(doctor, patient, asthma)

  const { files, json, html } = await copied(doctor, patient)
  expect([...files.keys()]).toEqual(['copy.json', 'copy.html', 'photo.jpg'])
  expect(files.get('photo.jpg')?.equals(photo)).toBe(true)
  expect(json.patient).toMatchObject({ mrn: patient.mrn, firstName: 'Layla <b>', lastName: 'حداد' })
  expect(json.patient.dateOfBirth).toBe('1984-05')
  expect(html).toContain('<dd dir="auto">May 1984</dd>')
  expect(json.allergies.map(({ substance }: { substance: string }) => substance)).toEqual([
    'Penicillin',
    'Latex',
  ])
  expect(json.vitalSigns).toMatchObject([
    { pulse: 72, temperature: 36.8, recordedBy: expect.stringMatching(/./) },
  ])
  expect(json.problems).toMatchObject([
    { diagnosis: 'Gout', enteredInError: { reason: 'Another patient’s', at: expect.stringMatching(/Z$/) } },
    { diagnosis: 'Asthma', enteredInError: null },
  ])
  expect(html).toContain('&#60;script&#62;alert(1)&#60;/script&#62;')
  expect(html).not.toMatch(/<script|<b>|\bon\w+=|https?:/)
  expect(html).toMatch(/Entered in error: [^<]*<bdi>[^<]+<\/bdi>: <bdi>Another patient’s<\/bdi>/)
  expect(html).toContain(`src="data:image/jpeg;base64,${photo.toString('base64')}"`)
  expect(html).toContain('<dt>Last name</dt><dd dir="auto">حداد</dd>')
  expect(await trailOf('copyPatient')).toEqual([
    { outcome: 'done', changes: null, staff_id: doctor.id, patient_ids: [patient.id] },
  ])
})

test('a copy is for administrators and doctors, of records that are open to them', async () => {
  const patient = await givenPatient(desk)
  for (const who of [desk, nurse]) expect((await who.call(copyPatient, at(patient))).status).toBe(403)
  await restrict(admin, patient)
  expect((await doctor.call(copyPatient, at(patient))).problem.code).toBe('reason_needed')
  await open(doctor, patient)
  expect((await copied(doctor, patient)).json.patient.mrn).toBe(patient.mrn)
  const removed = await givenPatient(desk)
  await admin.call(deletePatient, at(removed))
  expect((await admin.call(copyPatient, at(removed))).status).toBe(404)
})

test('a copy leaves out no table with patients in it unless it says why', async () => {
  const holding = await app.asOwner<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'patient'::regclass order by 1`,
  )
  const told = [
    ...Object.values(copiedLists).flatMap(({ tables }) => tables as readonly string[]),
    ...Object.keys(besidesLists),
  ]
  expect(holding.map(({ name }) => name).filter((name) => !told.includes(name))).toEqual([])
})

test('the export has every table and column, or says why it has not', async () => {
  const client = await app.app.lantern.wholeLists.pool.connect()
  const columns = await readColumns(client).finally(() => client.release())
  const tables = [...new Set(columns.map(({ table }) => table))]
  const told = [...Object.keys(exportedTables), ...Object.keys(leftOutTables)]
  expect(told.toSorted()).toEqual(tables.toSorted())
  const sent = exportedOf(columns).flatMap(({ name, columns: own }) =>
    own.map(({ column }) => `${name}.${column}`),
  )
  const all = columns
    .filter(({ table }) => table in exportedTables)
    .map(({ table, column }) => `${table}.${column}`)
  expect([...sent, ...Object.keys(leftOutColumns)].toSorted()).toEqual(all.toSorted())
  const holdsSecrets = /password|secret|token|invitation_hash|code_hash|private_key|credential/
  expect(sent.filter((name) => holdsSecrets.test(name))).toEqual([])
})

test('the hospital is exported once after both steps, without secrets, and the other administrators are told', async () => {
  await givenPatient(desk, { lastName: '=1+1', address: `'+quay\n-street` })
  const { id } = await givenConfirmedExport(admin)
  const stream = await openLive(app.url, second, `notifications:${second.id}`)
  const wanted = { passphrase: null }
  expect((await second.call(downloadHospitalExport, { ...at({ id }), body: wanted })).problem.code).toBe(
    'export_not_confirmed',
  )
  const { status, headers, bytes } = await download(admin, `exports/${id}/file`, wanted)
  expect(status).toBe(200)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'no-store',
  })
  expect((await admin.call(downloadHospitalExport, { ...at({ id }), body: wanted })).problem).toMatchObject({
    status: 409,
    code: 'export_not_confirmed',
  })

  const files = unzip(bytes)
  expect([...files.keys()].toSorted()).toEqual(
    [
      'README.txt',
      'columns.csv',
      'tables.csv',
      ...Object.keys(exportedTables).map((name) => `${name}.csv`),
    ].toSorted(),
  )
  expect(String(files.get('patient.csv'))).toMatch(/,'=1\+1,/)
  expect(String(files.get('patient.csv'))).toContain(`"''+quay\n'-street"`)
  expect(String(files.get('columns.csv'))).toContain('patient,date_of_birth,Date of birth,date,,')
  const secrets = await app.asOwner<{ secret: string }>(
    `select password as secret from account where password is not null union select token from session
     union select value from server_secret union select private_key from jwks`,
  )
  expect(secrets.length).toBeGreaterThan(5)
  for (const [name, file] of files)
    for (const { secret } of secrets) expect(file.includes(secret), `${name} has a secret`).toBe(false)

  await vi.waitFor(() => expect(JSON.stringify(stream.events)).toContain('HOSPITAL_EXPORTED'))
  stream.close()
  const isTold = ({ hospitalExport }: { hospitalExport: object | null }) => hospitalExport !== null
  expect(await toldOf(second, isTold)).toMatchObject([
    {
      kind: 'HOSPITAL_EXPORTED',
      isRead: false,
      hospitalExport: { by: expect.any(String), isEncrypted: false },
    },
  ])
  for (const who of [admin, doctor]) expect(await toldOf(who, isTold)).toEqual([])
  expect(await trailOf('downloadHospitalExport')).toMatchObject([
    { outcome: 'done', staff_id: admin.id, changes: { encrypted: false } },
  ])
  await vi.waitFor(async () =>
    expect((await second.call(listHospitalExports)).body[0]).toMatchObject({ id, bytes: bytes.length }),
  )
})

test('a short passphrase is refused, and the confirmation stays good', async () => {
  const { id } = await givenConfirmedExport(admin)
  const short = await admin.call(downloadHospitalExport, { ...at({ id }), body: { passphrase: 'lamp' } })
  expect(short.problem).toMatchObject({
    status: 422,
    errors: [{ path: 'passphrase', message: 'At least 20 characters' }],
  })
  expect((await download(admin, `exports/${id}/file`, { passphrase: null })).status).toBe(200)
})

test('the second step is asked for anew, and of administrators alone', async () => {
  const confirm = (by: StaffClient, proof: object) => postAuth(by, 'export', proof)
  const before = await app.asOwner('select id from hospital_export')
  expect((await confirm(second, { password })).problem).toMatchObject({
    status: 422,
    errors: [
      {
        path: 'password',
        message: expect.stringContaining('Set up an authenticator app or a passkey first'),
      },
    ],
  })
  // The passkey that made the exports before.
  expect((await confirm(admin, { password })).problem.errors?.[0]?.message).toContain('Use your passkey')
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer }).base32
  const code = (ahead = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 })
  await postAuth(second, 'two-factor/enable', { password, secret, code: code(-1) })
  expect((await confirm(second, { password })).problem.errors?.[0]?.path).toBe('code')
  expect((await confirm(second, { password: 'guessed', code: code() })).problem.errors?.[0]?.path).toBe(
    'password',
  )
  expect((await confirm(second, { password, code: '000000' })).problem.errors?.[0]?.path).toBe('code')
  for (const who of [desk, doctor]) {
    expect((await who.call(listHospitalExports)).status).toBe(403)
    const params = { id: '0194e1f0-0000-7000-8000-000000000000' }
    expect((await who.call(downloadHospitalExport, { params, body: { passphrase: null } })).status).toBe(403)
  }
  await expect(givenConfirmedExport(doctor)).rejects.toThrow('403')
  expect(await app.asOwner('select id from hospital_export')).toEqual(before)
  expect((await confirm(second, { password, code: code() })).body).toMatchObject({ minutes: 5 })
  expect(new Set((await trailOf('confirmHospitalExport')).map(({ outcome }) => outcome))).toEqual(
    new Set([
      'done',
      'wrong_password',
      'invalid_code',
      'second_step_missing',
      'passkey_required',
      'two_factor_required',
    ]),
  )
})

test('a confirmation is too old after five minutes', async () => {
  const { id } = await givenConfirmedExport(admin)
  await app.asOwner(
    `update hospital_export set confirmed_at = confirmed_at - interval '5 minutes' where id = $1`,
    [id],
  )
  const late = await admin.call(downloadHospitalExport, { ...at({ id }), body: { passphrase: null } })
  expect(late.problem.code).toBe('export_not_confirmed')
})

test('a file that breaks off is known to be not whole, and its connection is given back', async () => {
  const { pool } = app.app.lantern.wholeLists
  const ends: (number | null)[] = []
  const options = {
    hospital: 'Harbour',
    at: new Date(),
    passphrase: null,
    onEnd: (bytes: number | null) => void ends.push(bytes),
  }
  for (let times = 0; times < 3; times++) (await exportArchive(pool, options)).destroy()
  await vi.waitFor(() => expect(ends).toEqual([null, null, null]))
  expect(pool.totalCount - pool.idleCount).toBe(0)
})
