import { afterAll, expect, test, vi } from 'vitest'
import {
  amendVisitNote,
  editVisitNote,
  listVisitNotes,
  takeOverVisitNote,
} from '../../../contract/clinical/visit-notes.ts'
import { offerRoles, startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { beginNote, givenLeftDraft, givenVisit, signNote } from '../../testing/factories/visit-notes.ts'
import { openLive } from '../../testing/live-stream.ts'

/** A draft whose author left is finished by a colleague, and says whose it was. */

const app = await startApp()
afterAll(() => app.close())
const [admin, desk] = [await app.founder(), await app.signIn('receptionist')]
const [doctor, colleague] = [await app.signIn('doctor'), await app.signIn('doctor')]

const takeOver = (id: string, by = doctor) => by.call(takeOverVisitNote, { params: { id } })
const plan = { plan: 'Seen again on Friday' }

test('a colleague takes it over, goes on writing and signs it; the note and the trail say whose it was', async () => {
  const draft = await givenLeftDraft(admin, desk)
  const edit = (version: number) =>
    doctor.call(editVisitNote, { params: { id: draft.id }, body: plan }, ifMatch({ version }))
  const [before] = (await doctor.call(listVisitNotes, { params: { id: draft.patientId } })).body.items
  expect(before).toMatchObject({ canBeTakenOver: true, takenOver: [] })
  expect((await edit(draft.version)).problem).toMatchObject({
    code: 'note_of_colleague',
    detail: expect.stringContaining('take the draft over'),
  })

  const taken = (await takeOver(draft.id)).body
  expect(taken).toMatchObject({
    authorId: doctor.id,
    canBeTakenOver: false,
    takenOver: [{ from: draft.recordedBy }],
    findings: draft.findings,
    version: draft.version + 1,
  })
  const [entry] = await app.asOwner(
    `select staff_id, changes, patient_ids from audit_entry where subject_id = $1 and action = 'takeOverVisitNote'`,
    [draft.id],
  )
  expect(entry).toEqual({
    staff_id: doctor.id,
    changes: { takenOverFrom: draft.authorId },
    patient_ids: [draft.patientId],
  })
  const signed = (await signNote(doctor, (await edit(taken.version)).body)).body
  expect(signed).toMatchObject({ ...plan, takenOver: [{ from: draft.recordedBy }] })
  expect((await takeOver(draft.id, colleague)).problem.code).toBe('note_signed')
  const amendment = { params: { id: draft.id }, body: { text: 'The swab was negative.' } }
  expect((await colleague.call(amendVisitNote, amendment)).status).toBe(201)
})

test('the draft of somebody who can sign in stays theirs', async () => {
  const draft = (await beginNote(doctor, await givenVisit(desk, doctor))).body
  expect(draft.canBeTakenOver).toBe(false)
  expect((await takeOver(draft.id, colleague)).problem).toMatchObject({
    status: 409,
    code: 'note_of_colleague',
  })
  expect((await takeOver(draft.id)).body).toEqual(draft)
})

test('two take it over at once: one of them has it, the other is told so', async () => {
  for (let round = 0; round < 3; round++) {
    const draft = await givenLeftDraft(admin, desk)
    const answers = await Promise.all([takeOver(draft.id), takeOver(draft.id, colleague)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  }
})

test('whoever comes back in time has it again; after that it is the colleague’s', async () => {
  const [kept, lost] = [await givenLeftDraft(admin, desk), await givenLeftDraft(admin, desk)]
  await offerRoles(admin, kept.authorId, ['doctor'], true)
  expect((await takeOver(kept.id)).problem.code).toBe('note_of_colleague')
  expect((await takeOver(lost.id)).status).toBe(200)
  await offerRoles(admin, lost.authorId, ['doctor'], true)
  expect((await takeOver(lost.id, colleague)).problem.code).toBe('note_of_colleague')
})

test('a screen that shows a draft is told when its author can no longer sign in', async () => {
  const leaving = await app.signIn('doctor')
  const draft = (await beginNote(leaving, await givenVisit(desk, leaving))).body
  const scope = `patient-notes:${draft.patientId}`
  const stream = await openLive(app.url, doctor, scope)
  await offerRoles(admin, leaving.id, ['doctor'], false)
  await vi.waitFor(() => expect(stream.stale(scope)).toBe(1))
  stream.close()
})
