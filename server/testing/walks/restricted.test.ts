import { afterAll, expect, test, vi } from 'vitest'
import { chartOf } from '../../../contract/api/endpoint.ts'
import { scopeNamed } from '../../../contract/api/live.ts'
import { endpoints, scopeKinds } from '../../../contract/nouns.ts'
import { holderOf, may, permissions, roles } from '../../../contract/permissions.ts'
import { dischargePatient, recordAcuity } from '../../../contract/wards/admissions.ts'
import { startApp } from '../app.ts'
import { asQuery, pathOf } from '../client.ts'
import { utcToday } from '../days.ts'
import { givenExamples, givenPeople } from '../every-example.ts'
import { admit } from '../factories/admissions.ts'
import { givenAppointment } from '../factories/appointments.ts'
import { givenBed } from '../factories/beds.ts'
import { prescribe } from '../factories/medications.ts'
import { givenContact } from '../factories/patients/contacts.ts'
import { givenIdentifier, givenSystem } from '../factories/patients/identifiers.ts'
import { givenPhoto } from '../factories/patients/patient-photos.ts'
import { givenPatient } from '../factories/patients/patients.ts'
import { givenCoverage } from '../factories/patients/payers.ts'
import { open, restrict } from '../factories/patients/restricted-records.ts'
import { diagnose } from '../factories/problems.ts'
import { givenSupplier } from '../factories/suppliers.ts'
import { beginNote, givenVisit, signNote } from '../factories/visit-notes.ts'
import { takeVitals, wellSet } from '../factories/vitals.ts'
import { fingerprint } from '../fingerprint.ts'
import { openLive } from '../live-stream.ts'

/** Checks that no call and no stream carries what a restricted record keeps back while it is closed to the caller. */

const app = await startApp()
afterAll(() => app.close())
const people = await givenPeople(app)
const { admin, receptionist: desk } = people
const examples = givenExamples(people)
/** Treats the patient, so the record is open to them. */
const attending = await app.signIn('doctor')

const patient = await givenPatient(desk, { dateOfBirth: '1980-04-10', medicalHistory: 'Quixotic history' })
const bed = await givenBed(admin)
const admitted = { bedId: bed.id, doctorId: attending.id, patientId: patient.id, notes: 'Quixotic bed notes' }
const earlier = (await admit(desk, { ...admitted, diagnosis: 'Quixotic earlier diagnosis' })).body
await attending.call(recordAcuity, {
  params: { id: earlier.id },
  body: { acuity: 'CRITICAL', note: 'Quixotic restlessness' },
})
await attending.call(dischargePatient, {
  params: { id: earlier.id },
  body: { destination: 'HOME', summary: 'Quixotic recovery', followUp: 'Quixotic clinic' },
})
const visit = await givenVisit(desk, attending, patient.id)
const note = (await beginNote(attending, visit, { findings: 'Quixotic murmur' })).body
await signNote(attending, note)
const set = (await takeVitals(attending, patient, { ...wellSet, weight: 87.31 })).body
const medication = (
  await prescribe(attending, patient, { name: 'Quixotic tablets', evenIfUnlikely: ['name'] })
).body
const problem = (await diagnose(attending, patient, { diagnosis: 'Quixotic fever' })).body
const admission = (await admit(desk, { ...admitted, diagnosis: 'Quixotic diagnosis' })).body
await attending.call(recordAcuity, {
  params: { id: admission.id },
  body: { acuity: 'SERIOUS', note: 'Quixotic restlessness' },
})
await givenPhoto(desk, patient)
const identifier = await givenIdentifier(desk, patient, (await givenSystem(admin)).id)
const contact = await givenContact(desk, patient, { name: 'Quixotic cousin' })
const covered = await givenCoverage(people, patient, { plan: 'Quixotic plan' })
await restrict(admin, patient)
// The score stays visible, because it calls people to the patient.
const signs = ['Quixotic', '87.31']
const ids: Record<string, string> = {
  patients: patient.id,
  admissions: admission.id,
  appointments: visit.id,
  beds: bed.id,
  notes: note.id,
  vitals: set.id,
  medications: medication.id,
  problems: problem.id,
  identifiers: identifier.id,
  contacts: contact.id,
  coverage: covered.id,
}

/** Between them they may read everything. */
const readers = ['admin', 'doctor'] as const
const calls = readers.flatMap((role) =>
  endpoints
    .filter(({ kind, permission }) => {
      const asked = permissions.find((one) => one === permission)
      return kind === 'read' && permission !== 'public' && (!asked || may(holderOf(role), asked))
    })
    // Auditors read in the audit log what was changed, and that they did is on record too.
    .filter(({ name }) => !name.endsWith('Audit') && !name.includes('AuditTrace'))
    .map((endpoint) => ({ role, name: endpoint.name, endpoint })),
)

test.each(calls)('$name keeps a restricted record back from a $role', async ({ role, endpoint }) => {
  const example = await examples[endpoint.name]?.()
  const { params, query, body } = { ...example?.request }
  const own = ids[endpoint.path.split('/')[1] ?? '']
  const asked = { ...Object(params), ...(own && endpoint.path.includes('{id}') && { id: own }) }
  const address = pathOf(endpoint, asked) + asQuery({ ...Object(query) })
  const answer = await people[role].send(endpoint.method, address, endpoint.method === 'GET' ? {} : { body })
  const isRefused = answer.status === 403 && answer.problem.code === 'reason_needed'
  expect([isRefused, isRefused || answer.status], answer.text).toEqual(
    chartOf(endpoint) ? [true, true] : [false, 200],
  )
  for (const sign of signs) expect(answer.text).not.toContain(sign)
})

const writes = endpoints.flatMap((endpoint) => {
  const chart = endpoint.kind !== 'read' && chartOf(endpoint)
  const by = roles.find((role) =>
    permissions.some((one) => one === endpoint.permission && may(holderOf(role), one)),
  )
  return chart && by ? [{ name: endpoint.name, endpoint, by }] : []
})

test('what changes or answers the record is known by its address and its permission', () => {
  expect(writes.map(({ name }) => name).sort()).toEqual([
    'addContact',
    'addCoverage',
    'addIdentifier',
    'amendVisitNote',
    'beginVisitNote',
    'changeMedication',
    'editAdmission',
    'editContact',
    'editCoverage',
    'editIdentifier',
    'editPatient',
    'editVisitNote',
    'endContact',
    'endIdentifier',
    'prescribeMedication',
    'recordProblem',
    'removeCoverage',
    'removePatientPhoto',
    'resolveProblem',
    'savePatientPhoto',
    'signDischargeSummary',
    'signVisitNote',
    'stopMedication',
    'strikeMedication',
    'strikeProblem',
    'strikeVisitNote',
    'takeOverVisitNote',
  ])
})

test.each(writes)(
  '$name needs a reason for a restricted record, and says so in the trail',
  async ({ endpoint, by }) => {
    const { request, headers } = (await examples[endpoint.name]?.()) ?? { request: {}, headers: {} }
    const id = ids[endpoint.path.split('/')[1] ?? '']
    const before = await fingerprint(app)
    const answer = await people[by].send(endpoint.method, pathOf(endpoint, { id }), {
      body: request.body,
      ...(headers && { headers }),
    })
    expect(answer.problem, answer.text).toMatchObject({
      status: 403,
      code: 'reason_needed',
      patientId: patient.id,
    })
    expect(await fingerprint(app)).toEqual(before)
    await app.flushAudit()
    const entries = await app.asOwner(
      `select from audit_entry where outcome = 'reason_needed' and staff_id = $1 and action = $2 and patient_ids = $3`,
      [people[by].id, endpoint.name, [patient.id]],
    )
    expect(entries).toHaveLength(1)
  },
)

test('no stream carries what a restricted record keeps back: screens are told to read again', async () => {
  const scopes = Object.entries(scopeKinds)
    .filter(([, { permission, isOwn }]) => may(holderOf('admin'), permission) && !isOwn)
    .map(([kind, { key }]) => [kind, key] as const)
    .flatMap(([kind, key]) => {
      if (!key) return [scopeNamed(kind)]
      const fitting =
        kind === 'appointments-of-day' || kind === 'availability'
          ? utcToday()
          : kind === 'admission'
            ? admission.id
            : patient.id
      return [scopeNamed(kind, kind === 'appointment' ? visit.id : fitting)]
    })
  // One stream follows fifty at most.
  const half = Math.ceil(scopes.length / 2)
  const streams = [
    await openLive(app.url, admin, ...scopes.slice(0, half)),
    await openLive(app.url, admin, ...scopes.slice(half)),
  ]
  const staleOf = (scope: string) => streams.reduce((sum, stream) => sum + stream.stale(scope), 0)
  await app.asOwner(`update patient set address = '2 Lamp Street' where id = $1`, [patient.id])
  const booked = await givenAppointment(desk, {
    doctorId: people.doctor.id,
    date: utcToday(),
    patientId: patient.id,
    notes: 'Quixotic booking',
  })
  await givenSupplier(people.inventory_manager)
  await vi.waitFor(() => expect(staleOf('suppliers')).toBeGreaterThan(0), { timeout: 10_000 })
  const told = JSON.stringify(streams.map(({ events }) => events))
  for (const sign of signs) expect(told).not.toContain(sign)
  expect(staleOf(`patient:${patient.id}`)).toBeGreaterThan(0)
  expect(staleOf('queue')).toBeGreaterThan(0)
  for (const stream of streams) stream.close()
  expect(booked.notes).toBeNull()
})

test('once it is open, the whole record is there, and writing it too', async () => {
  expect((await open(people.nurse, patient)).status).toBe(201)
  expect((await open(people.doctor, patient)).status).toBe(201)
  const reads = endpoints.filter(
    (endpoint) =>
      endpoint.kind === 'read' && chartOf(endpoint) === 'patient' && endpoint.permission === 'clinical.view',
  )
  expect(reads.length).toBeGreaterThan(4)
  for (const endpoint of reads) {
    const answer = await people.nurse.send(endpoint.method, pathOf(endpoint, { id: patient.id }))
    expect(answer.status, endpoint.name).toBe(200)
  }
  const { id } = admission
  expect((await people.nurse.send('GET', `/api/admissions/${id}`)).text).toContain('Quixotic diagnosis')
  expect((await people.nurse.send('GET', `/api/patients/${patient.id}`)).text).toContain('Quixotic history')
  expect((await diagnose(people.doctor, patient, { diagnosis: 'Gout' })).status).toBe(201)
  // Lists that are alike for many still keep it back.
  expect((await people.doctor.send('GET', '/api/medications/today')).text).not.toContain('Quixotic')
})
