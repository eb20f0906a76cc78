import { afterAll, expect, test } from 'vitest'
import { editVisitNote } from '../../../contract/clinical/visit-notes.ts'
import { analyzeVisits } from '../../../contract/figures/analytics.ts'
import {
  type Appointment,
  callNext,
  listQueue,
  readAppointment,
  undoAppointmentChange,
} from '../../../contract/front-desk/appointments.ts'
import { readWaitingRoom } from '../../../contract/front-desk/displays.ts'
import { lastCall, noteMissedCall } from '../../../contract/front-desk/missed-calls.ts'
import { refreshWaits } from '../../people/notifications/queries.ts'
import { type StaffClient, startApp } from '../../testing/app.ts'
import { createClient, ifMatch } from '../../testing/client.ts'
import { utcToday } from '../../testing/days.ts'
import { change, givenAppointment } from '../../testing/factories/appointments.ts'
import { givenDisplay } from '../../testing/factories/displays.ts'
import { toldOf } from '../../testing/factories/notifications.ts'
import { beginNote, signNote } from '../../testing/factories/visit-notes.ts'
import { takeVitals, wellSet } from '../../testing/factories/vitals.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')
const colleague = await app.signIn('doctor')
const today = utcToday()

async function queued(of: StaffClient = doctor): Promise<Appointment> {
  const booked = await givenAppointment(desk, { doctorId: of.id, date: today })
  return (await change(desk, booked, { status: 'IN_QUEUE' })).body
}

const start = async ({ id }: { id: string }, by = doctor) =>
  (await change(by, { id }, { status: 'IN_PROGRESS' })).body
const notHere = ({ id }: { id: string }, call: number, by: StaffClient = doctor, didNotAttend?: boolean) =>
  by.call(noteMissedCall, { params: { id }, body: { call, ...(didNotAttend && { didNotAttend }) } })
const undo = ({ id }: { id: string }, by: StaffClient = doctor) =>
  by.call(undoAppointmentChange, { params: { id } })
const reread = async ({ id }: { id: string }) => (await desk.call(readAppointment, { params: { id } })).body

/** Empties the queue for the next test. */
async function emptied() {
  while ((await doctor.call(callNext)).status === 200);
}

/** Calls a patient this many times. The patient misses every call but the last. */
async function calledTimes(calls: number): Promise<Appointment> {
  let one = await start(await queued())
  for (let call = 1; call < calls; call++) {
    await notHere(one, call)
    one = await start(one)
  }
  return one
}

test('a patient who was called and is not here goes behind the next two, with number and wait', async () => {
  await emptied()
  const [first, second, third, fourth] = [await queued(), await queued(), await queued(), await queued()]
  const called = (await doctor.call(callNext)).body
  expect(called).toMatchObject({ id: first.id, startedBy: doctor.id, missedCalls: 0 })
  const answer = await notHere(first, 1, desk)
  expect(answer.body).toMatchObject({
    status: 'IN_QUEUE',
    queueNumber: first.queueNumber,
    queuedAt: first.queuedAt,
    startedAt: null,
    startedBy: null,
    missedCalls: 1,
    returnedAt: answer.body.statusAt,
    behind: [second.id, third.id],
    statusBy: desk.id,
    undoable: true,
  })
  const display = await givenDisplay(admin)
  const screen = createClient(app.url, () => ({ authorization: `Bearer ${display.secret}` }))
  const { serving, next } = (await screen.call(readWaitingRoom)).body
  expect(serving.map(({ number }) => number)).not.toContain(first.queueNumber)
  const order = [second, third, first, fourth]
  expect(next.map(({ number }) => number)).toEqual(order.map(({ queueNumber }) => queueNumber))
  for (const { id } of order) expect((await doctor.call(callNext)).body.id).toBe(id)

  const history = await app.asOwner(
    `select from_status, to_status, by_staff_id, reason from appointment_status_change
     where appointment_id = $1 order by id offset 2 limit 1`,
    [first.id],
  )
  expect(history).toEqual([
    { from_status: 'IN_PROGRESS', to_status: 'IN_QUEUE', by_staff_id: desk.id, reason: 'NOT_HERE' },
  ])
  const [audited] = await app.asOwner(
    `select action, changes from audit_entry where subject_id = $1 and action = 'noteMissedCall'`,
    [first.id],
  )
  expect(audited?.changes).toMatchObject({ status: ['IN_PROGRESS', 'IN_QUEUE'], missedCalls: [0, 1] })
})

test('after the third call the visit can end as not attended, and counts as nothing else', async () => {
  const figures = async () =>
    (await admin.call(analyzeVisits, { query: { from: today, to: today } })).body.total
  const before = await figures()
  const one = await calledTimes(1)
  expect((await notHere(one, 1, desk, true)).problem).toMatchObject({
    status: 422,
    errors: [{ path: 'didNotAttend', message: expect.stringContaining('from call 3 on. This is call 1.') }],
  })
  // The database enforces it too.
  const end = `update appointment set status = 'CANCELLED', cancel_reason = 'DID_NOT_ATTEND', status_by = $2,
    missed_calls = missed_calls + 1 where id = $1`
  await expect(app.asOwner(end, [one.id, desk.id])).rejects.toThrow('after the third call')
  for (const call of [1, 2]) {
    await notHere(one, call)
    await start(one)
  }
  const ended = await notHere(one, lastCall, desk, true)
  expect(ended.body).toMatchObject({
    status: 'CANCELLED',
    cancelReason: 'DID_NOT_ATTEND',
    missedCalls: 3,
    startedAt: null,
    undoable: true,
  })
  const after = await figures()
  expect(after).toMatchObject({
    booked: before.booked + 1,
    seen: before.seen,
    cancelled: before.cancelled,
    notAttended: before.notAttended + 1,
  })
  expect([after.waiting?.count, after.consultation?.count]).toEqual([
    before.waiting?.count,
    before.consultation?.count,
  ])

  const back = await undo(one, desk)
  expect(back.body).toMatchObject({ status: 'IN_PROGRESS', cancelReason: null, missedCalls: 2 })
  expect(back.body.startedAt).not.toBeNull()
  expect((await change(doctor, one, { status: 'COMPLETED' })).body.status).toBe('COMPLETED')
})

test('‘Not here’ is taken back within 30 seconds, with the call as it was', async () => {
  const one = await calledTimes(2)
  await notHere(one, 2, desk)
  expect((await undo(one)).problem.code).toBe('undo_refused')
  expect((await undo(one, desk)).body).toMatchObject({
    status: 'IN_PROGRESS',
    startedAt: one.startedAt,
    startedBy: doctor.id,
    missedCalls: 1,
    undoable: false,
  })
  // If someone else could undo it, it would count as a call by them.
  const again = await calledTimes(1)
  await notHere(again, 1)
  expect((await undo(again, desk)).problem.code).toBe('undo_refused')
  expect((await reread(again)).status).toBe('IN_QUEUE')
  // A call that is undone doesn't count.
  await notHere(one, 2)
  await start(one)
  expect((await undo(one)).body).toMatchObject({ status: 'IN_QUEUE', missedCalls: 2, startedAt: null })
})

test('of two who say so at once, one does it and the other is told', async () => {
  for (let round = 0; round < 4; round++) {
    const one = await calledTimes(1)
    const answers = await Promise.all([doctor, desk, admin].map((by) => notHere(one, 1, by)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.problem.detail).toMatch(/^Already back in the queue: .+ put \w+ back into the queue at /)
    expect((await reread(one)).missedCalls).toBe(1)
    // A report about the first call doesn't apply to the second.
    await start(one)
    expect((await notHere(one, 1, desk)).problem.detail).toMatch(
      /^Not put back: this was an earlier call: .+ called \w+ again at /,
    )
  }
})

test('is refused of a patient who is not with a doctor', async () => {
  const waiting = await queued()
  expect((await notHere(waiting, 1, desk)).problem.code).toBe('transition_refused')
  const seen = await start(waiting)
  await change(doctor, seen, { status: 'COMPLETED' })
  expect((await notHere(seen, 1)).problem.detail).toMatch(/^Not put back: you completed the consultation at /)
  // No other change of status puts a patient back or counts a call either.
  const called = await calledTimes(1)
  expect((await change(desk, called, { status: 'IN_QUEUE' })).problem.code).toBe('transition_refused')
  for (const set of [
    'missed_calls = 1',
    `behind = array[gen_random_uuid()]`,
    `status = 'IN_QUEUE', status_by = null`,
  ])
    await expect(app.asOwner(`update appointment set ${set} where id = $1`, [called.id])).rejects.toThrow(
      /place in the queue|does not go/,
    )
})

test('a patient of whom something was recorded since the call was here', async () => {
  const [measured, noted] = [await calledTimes(1), await calledTimes(2)]
  await takeVitals(doctor, { id: measured.patientId }, wellSet)
  await signNote(doctor, (await beginNote(doctor, noted)).body)
  for (const [one, call] of [
    [measured, 1],
    [noted, 2],
  ] as const) {
    expect((await notHere(one, call, desk)).problem).toMatchObject({
      code: 'transition_refused',
      detail: expect.stringContaining('Complete the visit instead.'),
    })
    expect((await reread(one)).status).toBe('IN_PROGRESS')
  }
})

test('a draft waits with its patient, and is signed as the note of the call in which they were seen', async () => {
  const one = await calledTimes(1)
  const draft = (await beginNote(doctor, one)).body
  await notHere(one, 1)
  expect((await signNote(doctor, draft)).problem).toMatchObject({ status: 409, code: 'visit_not_begun' })
  const edit = { params: { id: draft.id }, body: { plan: 'Ask about the cough' } }
  const edited = (await doctor.call(editVisitNote, edit, ifMatch(draft))).body
  expect(edited).toMatchObject({ plan: 'Ask about the cough', findings: draft.findings, signedAt: null })
  const again = await start(one)
  const signed = await signNote(doctor, edited)
  expect(signed.body).toMatchObject({ seenAt: again.startedAt, plan: 'Ask about the cough' })
  expect(signed.body.signedAt).not.toBeNull()
})

test('the wait that is told to staff begins anew with a patient who was put back', async () => {
  const one = await calledTimes(1)
  await app.asOwner(`update appointment set queued_at = now() - interval '2 hours' where id = $1`, [one.id])
  await notHere(one, 1)
  const told = async (after: number) => {
    await refreshWaits(app.app.lantern.db, new Date(Date.now() + after * 60_000))
    return (await toldOf(desk)).some(
      ({ kind, appointment }) => kind === 'WAITING' && appointment?.id === one.id,
    )
  }
  expect(await told(1)).toBe(false)
  expect(await told(61)).toBe(true)
})

test('a colleague who called says so too, and the patient goes back to their own doctor’s queue', async () => {
  await emptied()
  const one = await queued()
  const others = [await queued(colleague), await queued(), await queued(), await queued()]
  await start(one, colleague)
  const { behind } = (await notHere(one, 1, colleague)).body
  expect(behind).toEqual([others[1]?.id, others[2]?.id])
  const queue = (await desk.call(listQueue)).body.filter(({ status }) => status === 'IN_QUEUE')
  expect(queue.some(({ id }) => id === one.id)).toBe(true)
})
