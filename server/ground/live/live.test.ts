import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import {
  cancelAppointment,
  changeAppointment,
  listAppointmentsOfDay,
} from '../../../contract/front-desk/appointments.ts'
import { listDoctorAppointments } from '../../../contract/front-desk/doctor-weeks.ts'
import { editPatient, listPatients, readPatient } from '../../../contract/people/patients.ts'
import { chooseRole } from '../../../contract/people/staff.ts'
import { dischargePatient } from '../../../contract/wards/admissions.ts'
import { deleteBed } from '../../../contract/wards/beds.ts'
import { offerRoles, type StaffClient, startApp, type TestApp } from '../../testing/app.ts'
import { type Client, createClient, ifMatch } from '../../testing/client.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { book, change, givenAppointment, nextTime } from '../../testing/factories/appointments.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { givenPatient, patientForm } from '../../testing/factories/patients/patients.ts'
import { changesHeard, type LiveStream, openLive } from '../../testing/live-stream.ts'

const app = await startApp()
const otherServer = await startApp({ on: app })
afterAll(async () => {
  await otherServer.close()
  await app.close()
})
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')

/** Opens a stream for a screen that shows these scopes, on one of the servers. */
async function show(somebody: StaffClient, scopes: string[] = [], url = app.url): Promise<LiveStream> {
  const stream = await openLive(url, somebody, ...scopes)
  onTestFinished(() => stream.close())
  return stream
}

/** A client for this person at another server. */
function at(server: TestApp, somebody: StaffClient): Client {
  return createClient(server.url, () => ({ authorization: `Bearer ${somebody.token}` }))
}

/** Waits until both servers have heard all changes. */
async function everythingHeard() {
  await changesHeard(await app.founder(), app.url, otherServer.url)
}

/** Polls with patience for a busy machine; the event itself takes milliseconds. */
function soon<Value>(read: () => Value) {
  return expect.poll(read, { timeout: 8000, interval: 10 })
}

/** The streams that are still open and the people whose calls are not refused, although all have to be out. */
async function stillIn(
  { streams = [], people = [] }: { streams?: readonly LiveStream[]; people?: readonly Client[] },
  patience = 8000,
): Promise<string[]> {
  const left = async () => [
    ...streams.flatMap((stream, at) => (stream.isOver ? [] : `stream ${at}`)),
    ...(await Promise.all(people.map(async (one) => (await one.call(listPatients)).status))).flatMap(
      (status, at) => (status === 401 || status === 403 ? [] : `person ${at}`),
    ),
  ]
  const until = performance.now() + patience
  let found = await left()
  while (found.length > 0 && performance.now() < until) {
    await sleep(10)
    found = await left()
  }
  return found
}

const asOfOf = (answer: { headers: Headers }) => Number(answer.headers.get('lantern-as-of'))

test('nobody listens without a session', async () => {
  const answer = await app.visitor.send('GET', '/api/live', { headers: { accept: 'text/event-stream' } })
  expect(answer.problem).toMatchObject({ status: 401, code: 'not_signed_in' })
  const invalid = await app.visitor.send('GET', '/api/live', {
    headers: { accept: 'text/event-stream', authorization: 'Bearer nothing' },
  })
  expect(invalid.problem.status).toBe(401)
})

test('what changes on one server is put in its place on another within a second', async () => {
  const today = utcToday()
  const patient = await givenPatient(desk)
  const scopes = ['queue', `patient:${patient.id}`]
  const [here, there] = [await show(doctor, scopes), await show(doctor, scopes, otherServer.url)]
  const booked = await givenAppointment(desk, { doctorId: doctor.id, date: today, patientId: patient.id })
  const renamed = await desk.call(
    editPatient,
    { params: { id: patient.id }, body: patientForm({ firstName: 'Renamed' }) },
    ifMatch(patient),
  )
  await change(desk, booked, { status: 'IN_QUEUE' })
  const cancelled = (await desk.call(cancelAppointment, { params: { id: booked.id } })).body
  for (const stream of [here, there]) {
    await soon(() => stream.put('queue').at(-1)).toEqual(cancelled)
    await soon(() => stream.put(`patient:${patient.id}`).at(-1)).toEqual(renamed.body)
  }
  expect(cancelled.patient.firstName).toBe('Renamed')
})

test('a screen is told of what it shows, and of nothing else', async () => {
  const shown = await givenPatient(desk)
  // Wait until registrations are read, because reading one sends its patient's appointments again.
  const booked = await givenPatient(desk)
  await everythingHeard()
  const screen = await show(desk, [`patient:${shown.id}`, 'appointments-of-day:2190-01-05'])
  const other = await givenPatient(desk)
  await givenAppointment(desk, { doctorId: doctor.id, date: '2190-01-06', patientId: other.id })
  const last = await givenAppointment(desk, {
    doctorId: doctor.id,
    date: '2190-01-05',
    patientId: booked.id,
  })
  await soon(() => screen.put('appointments-of-day:2190-01-05')).toEqual([last])
  expect(screen.events).toHaveLength(1)
})

test('an appointment that is rescheduled leaves one day and enters another', async () => {
  const [from, to] = ['2190-02-01', '2190-02-02']
  const booked = await givenAppointment(desk, { doctorId: doctor.id, date: from })
  await everythingHeard()
  const left = await show(desk, [`appointments-of-day:${from}`])
  const entered = await show(
    doctor,
    [`appointments-of-day:${to}`, `appointment:${booked.id}`],
    otherServer.url,
  )
  const week = await show(doctor, [`doctor-appointments:${doctor.id}`, `doctor-appointments:${desk.id}`])
  const queue = await show(doctor, ['queue'])
  const moved = await change(desk, booked, { date: to })
  await soon(() => left.gone(`appointments-of-day:${from}`)).toEqual([booked.id])
  await soon(() => entered.put(`appointments-of-day:${to}`)).toEqual([moved.body])
  await soon(() => entered.put(`appointment:${booked.id}`)).toEqual([moved.body])
  await soon(() => week.put(`doctor-appointments:${doctor.id}`)).toEqual([moved.body])
  const asked = { params: { doctorId: doctor.id, monday: daysAfter(to, -6) } }
  expect((await desk.call(listDoctorAppointments, asked)).body).toEqual([moved.body])
  await everythingHeard()
  expect(queue.events).toEqual([])
  expect(week.events).toHaveLength(1)
})

test('a patient’s new name reaches the cards that carry it', async () => {
  const patient = await givenPatient(desk)
  const admin = await app.founder()
  const booked = await givenAppointment(desk, {
    doctorId: doctor.id,
    date: utcToday(),
    patientId: patient.id,
  })
  const bed = await givenBed(admin)
  await admit(desk, { bedId: bed.id, doctorId: doctor.id, patientId: patient.id })
  const board = await show(desk, ['queue', 'beds'], otherServer.url)
  await desk.call(
    editPatient,
    { params: { id: patient.id }, body: { lastName: 'Okonkwo-Reyes' } },
    ifMatch(patient),
  )
  await soon(() => board.put('queue').at(-1)).toMatchObject({
    id: booked.id,
    patient: { lastName: 'Okonkwo-Reyes' },
  })
  await soon(() => board.put('beds').at(-1)).toMatchObject({
    id: bed.id,
    patient: { lastName: 'Okonkwo-Reyes' },
  })
})

test('an allergy that is recorded reaches the cards of the patient at once', async () => {
  const admin = await app.founder()
  const patient = await givenPatient(desk, { allergies: null })
  const bed = await givenBed(admin)
  const today = utcToday()
  await givenAppointment(desk, { doctorId: doctor.id, date: today, patientId: patient.id })
  await admit(desk, { bedId: bed.id, doctorId: doctor.id, patientId: patient.id })
  const board = await show(desk, ['queue', 'beds'], otherServer.url)
  const body = { allergies: 'Penicillin' }
  await desk.call(editPatient, { params: { id: patient.id }, body }, ifMatch(patient))
  for (const scope of ['queue', 'beds']) {
    await soon(() => board.put(scope).at(-1)).toMatchObject({ patient: { id: patient.id, ...body } })
  }
})

test('a bed changes with who lies there, and is gone when it is removed', async () => {
  const admin = await app.founder()
  const bed = await givenBed(admin)
  await everythingHeard()
  const board = await show(desk, ['beds'])
  const { body: admission } = await admit(desk, { bedId: bed.id, doctorId: doctor.id })
  const last = () => board.put('beds').findLast(({ id }) => id === bed.id)
  await soon(last).toMatchObject({ status: 'OCCUPIED', patientId: admission.patientId })
  await desk.call(dischargePatient, { params: { id: admission.id }, body: { destination: 'HOME' } })
  await soon(last).toMatchObject({ status: 'AVAILABLE', patientId: null })
  await admin.call(deleteBed, { params: { id: bed.id } })
  await soon(() => board.gone('beds')).toEqual([bed.id])
})

test('of fifty changes at once none is missed', async () => {
  const date = '2190-03-01'
  const scope = `appointments-of-day:${date}`
  const stream = await show(desk, [scope], otherServer.url)
  const booked = await Promise.all(
    Array.from({ length: 50 }, () => givenAppointment(desk, { doctorId: doctor.id, date })),
  )
  const ids = () => [...new Set(stream.put(scope).map(({ id }) => id))].sort()
  await soon(ids).toEqual(booked.map(({ id }) => id).sort())
})

test('what was refused is not told', async () => {
  const date = '2190-04-01'
  const scope = `appointments-of-day:${date}`
  const stream = await show(desk, [scope])
  // No allergies, because one that is reported at registration would send the patient's appointment again.
  const { id: patientId } = await givenPatient(desk, { allergies: null })
  const { id: otherId } = await givenPatient(desk, { allergies: null })
  const booked = await givenAppointment(desk, { doctorId: doctor.id, date, patientId })
  expect((await book(desk, { doctorId: doctor.id, date, time: booked.time })).status).toBe(409)
  const last = await givenAppointment(desk, { doctorId: doctor.id, date, patientId: otherId })
  await soon(() => stream.put(scope).map(({ id }) => id)).toEqual([booked.id, last.id])
})

test('a list of which nobody can tell who belongs to it is to be read again, by many not at once', async () => {
  const screens = await Promise.all(Array.from({ length: 5 }, () => show(desk, ['patients'])))
  await Promise.all(Array.from({ length: 20 }, () => givenPatient(desk)))
  for (const screen of screens) await soon(() => screen.stale('patients')).toBeGreaterThan(0)
  const [told] = screens[0]?.events ?? []
  expect(told).toMatchObject({ kind: 'stale', within: 250 })
  // Twenty changes cause far fewer readings, and the last reading comes after the last change.
  const last = await givenPatient(desk)
  const wanted = asOfOf(await desk.call(readPatient, { params: { id: last.id } }))
  const asOf = () =>
    Math.max(...(screens[4]?.events ?? []).map((event) => ('asOf' in event ? Number(event.asOf) : 0)))
  await soon(asOf).toBeGreaterThanOrEqual(wanted)
  expect(screens[4]?.stale('patients')).toBeLessThan(20)
})

test.each([
  ['inventory_manager', ['queue', 'beds', 'patients', 'staff', 'appointments-of-day:2190-01-01']],
  ['receptionist', ['staff', 'settings']],
  ['doctor', ['inventory', 'suppliers']],
  [null, ['queue', 'site', 'inventory-availability']],
] as const)('a screen of %s can’t follow what the role may not see', async (role, scopes) => {
  const somebody = await app.signIn(role)
  for (const scope of scopes) {
    await expect(openLive(app.url, somebody, scope)).rejects.toThrow('"forbidden"')
  }
  // The refusal is on record, like every other.
  await app.flushAudit()
  const noted = await app.asOwner(
    `select changes, outcome from audit_entry where action = 'openLive' and staff_id = $1 order by at, id`,
    [somebody.id],
  )
  expect(noted).toEqual(scopes.map((scope) => ({ changes: { scopes: [scope] }, outcome: 'forbidden' })))
})

test.each([
  'nothing',
  'patient',
  'patient:nobody',
  'queue:today',
  'appointments-of-day:2190-13-01',
  'toString',
])('%s is no scope', async (scope) => {
  await expect(openLive(app.url, desk, scope)).rejects.toThrow('"invalid_input"')
})

test('the number of an answer and of a stream says which of the two is newer', async () => {
  const date = '2190-05-01'
  const scope = `appointments-of-day:${date}`
  const before = await desk.call(listAppointmentsOfDay, { params: { date } })
  const booked = await givenAppointment(desk, { doctorId: doctor.id, date })
  for (const url of [app.url, otherServer.url]) {
    await soon(async () => (await show(desk, [scope], url)).asOf[scope]).toBeGreaterThan(asOfOf(before))
    const { asOf } = await show(desk, [scope], url)
    // Any server can answer a request for data at least this new, and the response says how new it is.
    for (const asked of [app.url, otherServer.url]) {
      const answer = await fetch(`${asked}/api/appointments/days/${date}`, {
        headers: { authorization: `Bearer ${desk.token}`, 'lantern-as-of': String(asOf[scope]) },
      })
      expect(asOfOf(answer)).toBeGreaterThanOrEqual(asOf[scope] ?? Number.POSITIVE_INFINITY)
      expect(await answer.json()).toEqual([booked])
    }
  }
})

test('a snapshot is made once for all who ask for it, and not sent to who has it', async () => {
  const date = '2190-06-01'
  const scope = `appointments-of-day:${date}`
  const booked = await givenAppointment(desk, { doctorId: doctor.id, date })
  await everythingHeard()
  const { asOf } = await show(desk, [scope])
  const read = (headers: Record<string, string> = {}, least = asOf[scope]) =>
    fetch(`${app.url}/api/appointments/days/${date}`, {
      headers: { authorization: `Bearer ${desk.token}`, 'lantern-as-of': String(least), ...headers },
    })
  const answers = await Promise.all(Array.from({ length: 10 }, () => read()))
  const etags = new Set(answers.map(({ headers }) => headers.get('etag')))
  expect(etags.size).toBe(1)
  expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual(answers.map(() => [booked]))
  const known = await read({ 'if-none-match': String([...etags][0]) })
  expect([known.status, await known.text()]).toEqual([304, ''])
  // A printed snapshot is on record as printed, like any other response.
  await read({ 'lantern-purpose': 'print' })
  await app.app.lantern.audit.flush()
  const prints = await app.asOwner(
    `select from audit_entry where action = 'listAppointmentsOfDay' and changes ->> 'purpose' = 'print'`,
  )
  expect(prints).toHaveLength(1)
  // The next snapshot has the change, and a call that gives no moment reads the database.
  const moved = await change(desk, booked, { time: nextTime() })
  expect((await desk.call(listAppointmentsOfDay, { params: { date } })).body).toEqual([moved.body])
  const wanted = await show(desk, [scope])
  await soon(async () => (await read({}, (await show(desk, [scope])).asOf[scope])).json()).toEqual([
    moved.body,
  ])
  expect(wanted.asOf[scope]).toBeGreaterThanOrEqual(asOf[scope] ?? Number.POSITIVE_INFINITY)
})

test('who was told of whom is on record: once a scope and minute, and once a stream', async () => {
  const date = '2190-07-01'
  const scope = `appointments-of-day:${date}`
  const screens = await Promise.all(Array.from({ length: 3 }, () => show(doctor, [scope])))
  const booked = await givenAppointment(desk, { doctorId: doctor.id, date })
  for (let change = 0; change < 5; change++) {
    await desk.call(
      changeAppointment,
      {
        params: { id: booked.id },
        body: { notes: `Call ${change}` },
      },
      ifMatch({ version: booked.version + change }),
    )
  }
  const version = booked.version + 5
  for (const screen of screens) await soon(() => screen.put(scope).at(-1)).toMatchObject({ version })
  await app.app.lantern.audit.flush()
  const followings = await app.asOwner('select staff_id from audit_following where scope = $1', [scope])
  expect(followings).toEqual(screens.map(() => ({ staff_id: doctor.id })))
  const told = await app.asOwner('select patient_ids from audit_sight where scope = $1', [scope])
  // Two if the minute changed in between; the other server has no screen that shows this scope.
  expect([1, 2]).toContain(told.length)
  expect(told[0]).toEqual({ patient_ids: [booked.patientId] })
})

test('who waits for a role hears that it is there, and the stream ends so that another can begin', async () => {
  const newcomer = await app.signIn(null)
  await everythingHeard()
  const stream = await show(newcomer, [], otherServer.url)
  await offerRoles(await app.founder(), newcomer.id, ['receptionist'])
  await soon(() => stream.events).toEqual([{ kind: 'account' }])
  await soon(() => stream.isOver).toBe(true)
  expect((await newcomer.call(chooseRole, { body: { role: 'receptionist' } })).status).toBe(200)
})

test('a stream ends within a second of its session’s end, on every server', async () => {
  const somebody = await app.signIn('receptionist')
  await everythingHeard()
  const streams = [await show(somebody), await show(somebody, [], otherServer.url)]
  const colleague = await show(desk)
  await app.visitor.send('POST', '/api/auth/sign-out', { headers: { cookie: somebody.cookie } })
  expect(await stillIn({ streams, people: [somebody, at(otherServer, somebody)] })).toEqual([])
  expect(colleague.isOver).toBe(false)
})

test('a stream and a token end with their session’s own end, of which nobody tells', async () => {
  let minutesAhead = 0
  let looks = 0
  const server = await startApp({
    on: app,
    clock: () => {
      looks++
      return new Date(Date.now() + minutesAhead * 60_000)
    },
    hearing: { lookEvery: 50 },
  })
  onTestFinished(() => server.close())
  const somebody = await app.signIn('receptionist')
  await app.asOwner(`update session set expires_at = now() + interval '2 minutes' where staff_id = $1`, [
    somebody.id,
  ])
  const there = at(server, somebody)
  await changesHeard(await app.founder(), server.url)
  const stream = await show(somebody, [], server.url)
  expect((await there.call(listPatients)).status).toBe(200)
  // With no call under way, the clock is only read when the server looks for sessions that are over.
  const before = looks
  await soon(() => looks - before).toBeGreaterThan(2)
  expect(stream.isOver).toBe(false)
  // The token is valid for five minutes, so it has not expired yet.
  minutesAhead = 3
  expect((await there.call(listPatients)).status).toBe(401)
  await soon(() => stream.events).toEqual([{ kind: 'account' }])
  await soon(() => stream.isOver).toBe(true)
})

test('a stream, its session and its token end within a second of the account being deactivated', async () => {
  const somebody = await app.signIn('receptionist')
  await everythingHeard()
  const streams = [await show(somebody), await show(somebody, [], otherServer.url)]
  await offerRoles(await app.founder(), somebody.id, ['receptionist'], false)
  expect(await stillIn({ streams, people: [somebody, at(otherServer, somebody)] })).toEqual([])
  expect((await somebody.call(listPatients)).status).toBe(401)
  expect(await app.asOwner('select from session where staff_id = $1', [somebody.id])).toEqual([])
  await expect(openLive(otherServer.url, somebody)).rejects.toThrow('not_signed_in')
})

test('a stream ends when its role is withdrawn, and the next call is refused', async () => {
  const somebody = await app.signIn('receptionist')
  await everythingHeard()
  const stream = await show(somebody, ['patients'], otherServer.url)
  await offerRoles(await app.founder(), somebody.id, ['inventory_manager'])
  expect(await stillIn({ streams: [stream], people: [somebody, at(otherServer, somebody)] })).toEqual([])
  await expect(openLive(otherServer.url, somebody, 'patients')).rejects.toThrow('"forbidden"')
  expect((await somebody.call(listPatients)).status).toBe(403)
})

test('a stream does not open for whom it was shut while it was read who they are', async () => {
  const hospital = await startApp()
  const other = await startApp({ on: hospital })
  onTestFinished(async () => {
    await other.close()
    await hospital.close()
  })
  const leaver = await hospital.signIn('receptionist')
  await hospital.asOwner(`
    alter function second_step_due rename to due_at_once;
    create function second_step_due(of_staff uuid) returns timestamptz language plpgsql as $$
    begin
      perform pg_sleep(0.5);
      return due_at_once(of_staff);
    end $$`)
  const asked = () =>
    hospital.asOwner(
      `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    )
  const opening = openLive(other.url, leaver).catch((refused: Error) => refused)
  await soon(async () => (await asked()).length).toBeGreaterThan(0)
  await hospital.asOwner('delete from session where staff_id = $1', [leaver.id])
  const stream = await opening
  expect(stream instanceof Error && stream.message).toContain('not_signed_in')
})

test('who is out, and of whom a server is not told, is found to be in', async () => {
  const silent = await startApp()
  const elsewhere = await startApp({ on: silent })
  onTestFinished(async () => {
    await elsewhere.close()
    await silent.close()
  })
  const gone = await Promise.all(
    ['signed out', 'deactivated', 'withdrawn'].map(() => silent.signIn('receptionist')),
  )
  const [leaver, deactivated, withdrawn] = gone
  const admin = await silent.founder()
  const people = gone.map((one) => at(elsewhere, one))
  for (const one of people) expect((await one.call(listPatients)).status).toBe(200)
  const streams = await Promise.all(gone.map((one) => show(one, [], elsewhere.url)))
  for (const table of ['session', 'staff']) await silent.asOwner(`alter table ${table} disable trigger user`)

  await silent.visitor.send('POST', '/api/auth/sign-out', { headers: { cookie: leaver?.cookie ?? '' } })
  await offerRoles(admin, deactivated?.id ?? '', ['receptionist'], false)
  await offerRoles(admin, withdrawn?.id ?? '', ['inventory_manager'])
  expect(await stillIn({ streams, people }, 1000)).toEqual([
    ...streams.map((_stream, place) => `stream ${place}`),
    ...people.map((_one, place) => `person ${place}`),
  ])
})

/** Ends the connections on which the servers listen for changes. */
async function cutListening() {
  const cut = await app.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query ilike 'listen %'`,
  )
  expect(cut).toHaveLength(2)
}

test('after changes could have been missed, screens come back and read everything again', async () => {
  const streams = [await show(desk, ['patients']), await show(desk, ['patients'], otherServer.url)]
  await cutListening()
  await givenPatient(desk)
  for (const [index, stream] of streams.entries()) {
    await soon(() => stream.isOver).toBe(true)
    expect(stream.events.at(-1)).toMatchObject({ kind: 'closing' })
    const back = await show(desk, ['patients'], index ? otherServer.url : app.url)
    expect(back.asOf.patients).toBeGreaterThan(stream.asOf.patients ?? Number.POSITIVE_INFINITY)
    await givenPatient(desk)
    await soon(() => back.stale('patients')).toBeGreaterThan(0)
  }
})

test('a role withdrawn while no change is heard is gone all the same', async () => {
  const somebody = await app.signIn('receptionist')
  expect((await somebody.call(listPatients)).status).toBe(200)
  await cutListening()
  // Changed in the database, as by another server, while this server is not listening.
  await app.asOwner(`update staff set role = null, offered_roles = '{}' where id = $1`, [somebody.id])
  await soon(async () => (await somebody.call(listPatients)).status).toBe(403)
  // The call is still refused when the servers listen again.
  await everythingHeard()
  expect((await somebody.call(listPatients)).status).toBe(403)
})

test('a server that stops ends its streams and does not wait for them', async () => {
  const third = await startApp({ on: app })
  const stream = await openLive(third.url, desk)
  // A server that waited for its streams would run into this test's time limit.
  await third.close()
  await soon(() => stream.isOver).toBe(true)
})
