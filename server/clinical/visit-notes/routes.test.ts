import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import {
  amendVisitNote,
  editVisitNote,
  listVisitNotes,
  strikeVisitNote,
} from '../../../contract/clinical/visit-notes.ts'
import { deletePatient } from '../../../contract/people/patients.ts'
import { dischargePatient } from '../../../contract/wards/admissions.ts'
import { startApp } from '../../testing/app.ts'
import { type Client, idempotent, ifMatch } from '../../testing/client.ts'
import { utcToday } from '../../testing/days.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { change, givenAppointment } from '../../testing/factories/appointments.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import {
  beginNote,
  givenSignedNote,
  givenVisit,
  ofCough,
  signNote,
} from '../../testing/factories/visit-notes.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const keeper = await app.signIn('inventory_manager')
const doctor = await app.signIn('doctor')
const colleague = await app.signIn('doctor')
afterAll(() => app.close())

const notesOf = async (patientId: string, query = {}, reader: Client = doctor) =>
  (await reader.call(listVisitNotes, { params: { id: patientId }, query })).body.items
const edit = (by: Client, note: { id: string; version: number }, body: Partial<typeof ofCough>) =>
  by.call(editVisitNote, { params: { id: note.id }, body }, ifMatch(note))
const amend = (by: Client, { id }: { id: string }, text: string, extra = {}) =>
  by.call(amendVisitNote, { params: { id }, body: { text } }, extra)
const strike = (by: Client, { id }: { id: string }, reason = 'Another patient was meant') =>
  by.call(strikeVisitNote, { params: { id }, body: { reason } })
const nameOf = async (one: typeof doctor) => {
  const { firstName, lastName } = await one.me()
  return `${firstName} ${lastName}`
}

test('a note that is begun in the moment in which the visit is started says when it was', async () => {
  const visit = await givenAppointment(desk, { doctorId: doctor.id, date: utcToday() })
  await change(desk, { id: visit.id }, { status: 'IN_QUEUE' })
  const started = `update appointment set status = 'IN_PROGRESS', status_by = $1 where id = $2`
  const { untilWaiting, letGo } = await holdLock(app, started, [doctor.id, visit.id])
  const begun = beginNote(doctor, visit)
  await untilWaiting()
  await letGo()
  const [row] = await app.asOwner('select iso(started_at) as at from appointment where id = $1', [visit.id])
  expect((await begun).body).toMatchObject({ appointmentId: visit.id, seenAt: row?.at })
})

test('a visit is written down: a draft that is edited, then signed, then amended, then struck through', async () => {
  const visit = await givenVisit(desk, doctor)
  const begun = await beginNote(doctor, visit, { reason: ofCough.reason })
  expect(begun.status, begun.text).toBe(201)
  const author = await nameOf(doctor)
  expect(begun.body).toMatchObject({
    patientId: visit.patientId,
    appointmentId: visit.id,
    recordedBy: author,
    authorId: doctor.id,
    seenAt: visit.startedAt,
    reason: ofCough.reason,
    findings: null,
    plan: null,
    signedAt: null,
    amendments: [],
    struck: null,
    version: 1,
  })
  const { body: draft } = await edit(doctor, begun.body, ofCough)
  expect(draft).toMatchObject({ ...ofCough, signedAt: null, version: 2 })

  const { body: signed } = await signNote(doctor, draft)
  expect(signed.signedAt).not.toBeNull()
  expect((await edit(doctor, signed, { plan: 'Antibiotics' })).problem).toMatchObject({
    status: 409,
    code: 'note_signed',
    detail: 'This visit note is signed and can’t be changed. Add an amendment instead.',
  })
  expect((await signNote(doctor, signed)).problem).toMatchObject({ code: 'note_signed' })

  await amend(doctor, signed, 'The swab was negative.')
  const amended = await amend(colleague, signed, 'The patient called: better.')
  expect(amended.status, amended.text).toBe(201)
  const [read] = await notesOf(visit.patientId)
  expect(read).toMatchObject({
    ...ofCough,
    version: signed.version,
    amendments: [
      { text: 'The swab was negative.', recordedBy: author },
      { text: 'The patient called: better.', recordedBy: await nameOf(colleague) },
    ],
  })

  const struck = await strike(colleague, signed)
  expect(struck.body.struck).toMatchObject({ reason: 'Another patient was meant' })
  expect((await strike(doctor, signed)).problem).toMatchObject({ code: 'entry_struck' })
  expect((await amend(doctor, signed, 'Once more')).problem).toMatchObject({ code: 'entry_struck' })
  // It stays readable, and the visit gets another.
  const { body: another } = await beginNote(doctor, visit, { plan: 'Rest' })
  const both = await notesOf(visit.patientId)
  expect(both.map(({ id }) => id).toSorted()).toEqual([signed.id, another.id].toSorted())
  expect(both.find(({ id }) => id === signed.id)).toMatchObject(ofCough)
})

test('the database changes no signed note, no amendment, and takes nothing back, whoever asks it', async () => {
  const { id } = await givenSignedNote(desk, doctor)
  await amend(doctor, { id }, 'The swab was negative.')
  const owner = new pg.Client({ connectionString: app.database.ownerUrl })
  await owner.connect()
  const refused = (statement: string) =>
    owner.query(statement, [id]).then(
      () => 'done',
      ({ constraint }: pg.DatabaseError) => constraint,
    )
  for (const column of [`plan = 'Other'`, 'signed_at = null', 'version = 9', 'updated_at = now()']) {
    expect(await refused(`update visit_note set ${column} where id = $1`)).toBe('visit_note_signed')
  }
  await owner.end()
  const server = new pg.Client({ connectionString: app.database.appUrl })
  await server.connect()
  for (const statement of [
    `update visit_note_amendment set text = 'Other'`,
    'delete from visit_note_amendment',
    'delete from visit_note',
    'update visit_note set recorded_by = struck_by',
  ]) {
    await expect(server.query(statement)).rejects.toThrow('permission denied')
  }
  await server.end()
})

test('reception and store neither read notes nor write them; an administrator reads them, a draft too', async () => {
  const visit = await givenVisit(desk, doctor)
  const { body: draft } = await beginNote(doctor, visit)
  for (const other of [desk, keeper]) {
    const read = await other.call(listVisitNotes, { params: { id: visit.patientId } })
    expect(read.problem).toMatchObject({ status: 403, permission: 'clinical.view' })
    await expect(openLive(app.url, other, `patient-notes:${visit.patientId}`)).rejects.toThrow('forbidden')
  }
  for (const other of [desk, keeper, admin]) {
    const tries = [beginNote(other, visit), edit(other, draft, { plan: 'Other' }), signNote(other, draft)]
    for (const answer of await Promise.all([...tries, amend(other, draft, 'Other'), strike(other, draft)])) {
      expect(answer.problem).toMatchObject({ status: 403, permission: 'clinical.write' })
    }
  }
  expect(await notesOf(visit.patientId, {}, admin)).toEqual([draft])
  expect(await notesOf(visit.patientId, {}, colleague)).toEqual([draft])
})

test('two doctors, one note: the other is told whose draft it is, and amends once it is signed', async () => {
  const visit = await givenVisit(desk, doctor)
  const answers = await Promise.all([beginNote(doctor, visit), beginNote(doctor, visit)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const [draft] = await notesOf(visit.patientId)
  if (!draft) throw new Error('there is no draft')
  const author = await nameOf(doctor)
  expect((await beginNote(doctor, visit)).problem).toMatchObject({
    code: 'note_begun',
    detail: 'You have a draft of this visit’s note already. Open it to go on writing.',
  })
  expect((await beginNote(colleague, visit)).problem).toMatchObject({
    code: 'note_begun',
    detail: `Dr ${author} is writing the note of this visit. You can add an amendment once it is signed.`,
  })
  for (const answer of [await edit(colleague, draft, { plan: 'Other' }), await signNote(colleague, draft)]) {
    expect(answer.problem).toMatchObject({
      status: 409,
      code: 'note_of_colleague',
      detail: `Dr ${author} is writing this note. You can add an amendment once it is signed.`,
    })
  }
  expect((await amend(colleague, draft, 'Better')).problem).toMatchObject({
    code: 'note_not_signed',
    detail: 'This visit note is a draft. It can be amended once it is signed.',
  })
  expect((await strike(doctor, draft)).problem).toMatchObject({ code: 'note_not_signed' })
  await signNote(doctor, draft)
  expect((await beginNote(colleague, visit)).problem).toMatchObject({
    code: 'note_begun',
    detail: 'This visit has a signed note already. Add an amendment instead.',
  })
  expect((await amend(colleague, draft, 'Better')).status).toBe(201)
})

test('what was written in another tab meanwhile is neither overwritten nor signed unseen', async () => {
  const { body: draft } = await beginNote(doctor, await givenVisit(desk, doctor))
  const { body: later } = await edit(doctor, draft, { plan: 'Antibiotics' })
  for (const answer of [await edit(doctor, draft, { plan: 'Rest' }), await signNote(doctor, draft)]) {
    expect(answer.problem).toMatchObject({ status: 412, current: { plan: 'Antibiotics', version: 2 } })
  }
  expect((await signNote(doctor, later)).body).toMatchObject({ plan: 'Antibiotics' })
})

test('a note is of a consultation that has begun, and still can be written when it is over', async () => {
  const appointment = await givenAppointment(desk, { doctorId: doctor.id, date: utcToday() })
  const refusal = {
    status: 409,
    code: 'visit_not_begun',
    detail: 'The visit note can be written once the consultation has begun.',
  }
  expect((await beginNote(doctor, appointment)).problem).toMatchObject(refusal)
  await change(desk, { id: appointment.id }, { status: 'IN_QUEUE' })
  expect((await beginNote(doctor, appointment)).problem).toMatchObject(refusal)
  await change(doctor, { id: appointment.id }, { status: 'IN_PROGRESS' })
  await change(doctor, { id: appointment.id }, { status: 'COMPLETED' })
  expect((await beginNote(doctor, appointment)).status).toBe(201)
  const nobody = { id: '00000000-0000-4000-8000-000000000000' }
  expect((await beginNote(doctor, nobody)).problem).toMatchObject({ status: 404 })
  expect((await signNote(doctor, { ...nobody, version: 1 })).status).toBe(404)
  expect((await amend(doctor, nobody, 'Better')).status).toBe(404)
})

test('a note says something: nothing at all is refused, and a draft can’t be emptied', async () => {
  const visit = await givenVisit(desk, doctor)
  const nothing = { path: 'reason', message: 'Write something in at least one field' }
  expect((await beginNote(doctor, visit, { reason: '  ' })).problem).toMatchObject({
    status: 422,
    errors: [nothing],
  })
  const { body: draft } = await beginNote(doctor, visit, { plan: 'Rest' })
  expect((await edit(doctor, draft, { plan: '' })).problem).toMatchObject({ status: 422, errors: [nothing] })
  await signNote(doctor, draft)
  const empty = await amend(doctor, draft, ' ')
  expect(empty.problem).toMatchObject({ errors: [{ path: 'text', message: 'Amendment is required' }] })
})

test('the note of a last visit is written and signed after a death; of a removed record none is', async () => {
  const patient = await givenPatient(desk)
  const bed = await givenBed(admin)
  const visit = await givenVisit(desk, doctor, patient.id)
  const stay = await admit(desk, { bedId: bed.id, doctorId: doctor.id, patientId: patient.id })
  await desk.call(dischargePatient, { params: { id: stay.body.id }, body: { destination: 'DIED' } })
  const { body: note } = await beginNote(doctor, visit)
  expect((await signNote(doctor, note)).status).toBe(200)
  expect((await amend(doctor, note, 'The family was told.')).status).toBe(201)

  const ended = await givenVisit(desk, doctor)
  await change(doctor, { id: ended.id }, { status: 'COMPLETED' })
  const { body: draft } = await beginNote(doctor, ended)
  await admin.call(deletePatient, { params: { id: ended.patientId } })
  expect((await doctor.call(listVisitNotes, { params: { id: ended.patientId } })).status).toBe(404)
  for (const answer of [await edit(doctor, draft, { plan: 'Other' }), await signNote(doctor, draft)]) {
    expect(answer.status).toBe(404)
  }
})

test('sent twice, a draft and an amendment are one', async () => {
  const visit = await givenVisit(desk, doctor)
  const key = idempotent()
  const drafts = [await beginNote(doctor, visit, ofCough, key), await beginNote(doctor, visit, ofCough, key)]
  const [draft, again] = drafts.map(({ body }) => body)
  expect(again).toEqual(draft)
  if (!draft) throw new Error('there is no draft')
  await signNote(doctor, draft)
  const once = idempotent()
  await amend(doctor, draft, 'Better', once)
  await amend(doctor, draft, 'Better', once)
  expect((await notesOf(visit.patientId))[0]?.amendments).toHaveLength(1)
})

test('a colleague’s record follows draft, signature, amendment and strike, and finds the notes of some visits', async () => {
  const visit = await givenVisit(desk, doctor)
  const scope = `patient-notes:${visit.patientId}`
  const record = await openLive(app.url, colleague, scope)
  const told = (times: number) => vi.waitFor(() => expect(record.stale(scope)).toBe(times))
  const { body: draft } = await beginNote(doctor, visit)
  await told(1)
  await signNote(doctor, draft)
  await told(2)
  await amend(doctor, draft, 'Better')
  await told(3)
  await strike(doctor, draft)
  await told(4)
  record.close()
  expect(await notesOf(visit.patientId, { appointments: visit.id })).toHaveLength(1)
  expect(await notesOf(visit.patientId, { appointments: `${draft.id},${scope.slice(14)}` })).toEqual([])
})
