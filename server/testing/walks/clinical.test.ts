import { afterAll, expect, test, vi } from 'vitest'
import { scopeNamed } from '../../../contract/api/live.ts'
import { amendVisitNote } from '../../../contract/clinical/visit-notes.ts'
import { strikeVitals } from '../../../contract/clinical/vitals.ts'
import { acknowledgeScore } from '../../../contract/clinical/warnings/early-warning.ts'
import { endpoints, scopeKinds } from '../../../contract/nouns.ts'
import { holderOf, may, permissions, roles } from '../../../contract/permissions.ts'
import {
  dischargePatient,
  editAdmission,
  recordAcuity,
  transferPatient,
} from '../../../contract/wards/admissions.ts'
import { isPartlyWithheld } from '../../ground/http/answers/withheld.ts'
import { startApp } from '../app.ts'
import { asQuery, ifMatch, pathOf } from '../client.ts'
import { daysAfter, utcToday } from '../days.ts'
import { givenExamples, givenPeople } from '../every-example.ts'
import { admit } from '../factories/admissions.ts'
import { givenAppointment } from '../factories/appointments.ts'
import { givenBed } from '../factories/beds.ts'
import { prescribe } from '../factories/medications.ts'
import { givenPhoto } from '../factories/patients/patient-photos.ts'
import { givenPatient } from '../factories/patients/patients.ts'
import { diagnose } from '../factories/problems.ts'
import { givenSupplier } from '../factories/suppliers.ts'
import { beginNote, givenVisit, signNote } from '../factories/visit-notes.ts'
import { illSet, takeVitals, wellSet } from '../factories/vitals.ts'
import { openLive } from '../live-stream.ts'

/** Checks that no list, export, print or stream of another noun carries clinical records to other roles. */

const app = await startApp()
afterAll(() => app.close())
const people = await givenPeople(app)
const { admin, doctor, receptionist: desk } = people
const examples = givenExamples(people)

/** The roles that may not see clinical entries, with what each may call. */
const others = roles.filter((role) => !may(holderOf(role), 'clinical.view'))
const calls = others.flatMap((role) =>
  endpoints
    .filter(({ kind, permission }) => {
      const asked = permissions.find((one) => one === permission)
      return kind === 'read' && (!asked || may(holderOf(role), asked))
    })
    .map((endpoint) => ({ role, name: endpoint.name, endpoint })),
)

/** A patient whom every part of the hospital knows, with an entry that appears nowhere else. */
const patient = await givenPatient(desk, { dateOfBirth: '1980-04-10' })
await givenAppointment(desk, { doctorId: doctor.id, date: daysAfter(utcToday(), 1), patientId: patient.id })
const bed = await givenBed(admin)
const restless = { acuity: 'CRITICAL', note: 'Quixotic restlessness' } as const
const recovered = {
  destination: 'HOME',
  summary: 'Quixotic recovery',
  followUp: 'Quixotic clinic on Monday',
} as const
const stay = { bedId: bed.id, doctorId: doctor.id, patientId: patient.id }
const earlier = (await admit(desk, stay)).body
await doctor.call(recordAcuity, { params: { id: earlier.id }, body: restless })
await doctor.call(dischargePatient, { params: { id: earlier.id }, body: recovered })
// The admission completes the visit.
const visit = await givenVisit(desk, doctor, patient.id)
const admission = (await admit(desk, stay)).body
await doctor.call(recordAcuity, { params: { id: admission.id }, body: restless })
const set = (await takeVitals(doctor, patient, { ...wellSet, weight: 87.31 })).body
await doctor.call(strikeVitals, { params: { id: set.id }, body: { reason: 'Quixotic scales' } })
const standing = (await takeVitals(doctor, patient, { ...wellSet, weight: 87.31 })).body
// A high score. A list, card or stream that carried it would contain its id, "score" or "news2".
const ill = (await takeVitals(doctor, patient, illSet)).body
const tablets = { name: 'Quixotic tablets', reason: 'Quixotic complaint' }
await prescribe(doctor, patient, tablets)
await diagnose(doctor, patient, { diagnosis: 'Quixotic fever' })
const note = (await beginNote(doctor, visit, { findings: 'Quixotic murmur' })).body
await signNote(doctor, note)
await doctor.call(amendVisitNote, { params: { id: note.id }, body: { text: 'Quixotic swab' } })
await givenPhoto(desk, patient)
/** Values that only doctors and administrators can read. Everyone who may see the patient can read allergies. */
const signs = [
  set.id,
  standing.id,
  '87.31',
  'Quixotic scales',
  'oxygenSaturation',
  ill.id,
  '"score"',
  '"news2',
  note.id,
  'Quixotic murmur',
  'Quixotic swab',
  'Quixotic tablets',
  'Quixotic complaint',
  'Quixotic fever',
  restless.note,
  recovered.summary,
  recovered.followUp,
]

test('there are roles without clinical entries, and much that they may read', () => {
  expect(others).toEqual(['receptionist', 'inventory_manager'])
  expect(calls.length).toBeGreaterThan(40)
})

test.each(calls)('$name tells a $role of no clinical entry', async ({ role, endpoint }) => {
  const example = await examples[endpoint.name]?.()
  const { params, query, body } = { ...example?.request }
  const room = endpoint.path.split('/')[1]
  const own = { patients: patient.id, admissions: admission.id, beds: bed.id }[room ?? '']
  const asked = { ...Object(params), ...(own && endpoint.path.includes('{id}') && { id: own }) }
  const address = pathOf(endpoint, asked) + asQuery({ ...Object(query) })
  const answer = await people[role].send(endpoint.method, address, endpoint.method === 'GET' ? {} : { body })
  expect(answer.status, answer.text).toBe(200)
  for (const sign of signs) expect(answer.text).not.toContain(sign)
})

test('what the desk does with an admission answers no clinical text, whether done, repeated or refused', async () => {
  const params = { id: admission.id }
  const free = await givenBed(admin)
  const edit = (notes: string) => desk.call(editAdmission, { params, body: { notes } }, ifMatch(admission))
  const once = { headers: { 'idempotency-key': crypto.randomUUID() } }
  const move = () => desk.call(transferPatient, { params, body: { bedId: free.id } }, once)
  const leave = () => desk.call(dischargePatient, { params, body: { destination: 'HOME' } })
  const asked = [await edit('By the window'), await edit('By the door'), await move(), await move()]
  expect(asked.map(({ status }) => status)).toEqual([200, 412, 200, 200])
  expect((await doctor.send('GET', `/api/admissions/${admission.id}`)).text).toContain(restless.note)
  const discharged = (await doctor.send('GET', `/api/admissions/${earlier.id}`)).text
  for (const text of [recovered.summary, recovered.followUp]) expect(discharged).toContain(text)
  for (const { text } of [...asked, await leave()]) for (const sign of signs) expect(text).not.toContain(sign)
})

test('no record of a stream has a field that is only for some, as all who follow are sent the same', () => {
  const partly = Object.entries(scopeKinds).filter(([, { record }]) => record && isPartlyWithheld(record))
  expect(partly).toEqual([])
})

test.each(others)('no stream that a %s may open tells of one', async (role) => {
  const scopes = Object.entries(scopeKinds)
    .filter(([, { permission, isOwn }]) => may(holderOf(role), permission) && !isOwn)
    .map(([kind, { key }]) => [kind, key] as const)
    .filter(([, key]) => !key || key.safeParse(patient.id).success)
    .map(([kind, key]) => scopeNamed(kind, key && (kind === 'admission' ? admission.id : patient.id)))
  const stream = await openLive(app.url, people[role], ...scopes)
  const { id } = (await takeVitals(doctor, patient, { ...illSet, weight: 87.31 })).body
  await doctor.call(acknowledgeScore, { params: { id } })
  await doctor.call(amendVisitNote, { params: { id: note.id }, body: { text: 'Quixotic echo' } })
  await diagnose(doctor, patient, { diagnosis: 'Quixotic fever' })
  await prescribe(doctor, patient, { ...tablets, evenIfUnlikely: ['name'] })
  // Later events arrive after it.
  await givenSupplier(people.inventory_manager)
  await vi.waitFor(() => expect(stream.stale('suppliers')).toBeGreaterThan(0), { timeout: 10_000 })
  const told = JSON.stringify(stream.events)
  for (const sign of [...signs, id]) expect(told).not.toContain(sign)
  stream.close()
})
