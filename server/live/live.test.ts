import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { cancelAppointment } from '../../contract/appointments.ts'
import { editPatient, listPatients } from '../../contract/patients.ts'
import { chooseRole } from '../../contract/staff.ts'
import { book, change, givenAppointment } from '../appointments/factories.ts'
import { givenPatient, patientForm } from '../patients/factories.ts'
import { offerRoles, type StaffClient, startApp } from '../testing/app.ts'
import { ifMatch } from '../testing/client.ts'
import { utcToday } from '../testing/days.ts'
import { type LiveStream, openLive } from '../testing/live-stream.ts'

const app = await startApp()
const otherServer = await startApp({ on: app })
afterAll(async () => {
  await otherServer.close()
  await app.close()
})
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')

/** A screen of somebody, listening to one of the servers. */
async function listen(somebody: StaffClient, url = app.url): Promise<LiveStream> {
  const stream = await openLive(url, somebody)
  onTestFinished(() => stream.close())
  return stream
}

/** Changes are told in the order of their commits: once the last is heard, so are all before it, on both servers. */
async function everythingHeard() {
  const streams = [await listen(desk), await listen(desk, otherServer.url)]
  const { id } = await givenPatient(desk)
  for (const stream of streams) await soon(() => stream.changed('patient')).toContain(id)
}

/** It takes milliseconds. A machine that is busy with other tests gets patience; what is lost never comes. */
function soon<Value>(read: () => Value) {
  return expect.poll(read, { timeout: 8000, interval: 10 })
}

test('a stream begins with a resync, for what changed while it was being opened', async () => {
  expect((await listen(desk)).events).toEqual([{ kind: 'resync' }])
})

test('nobody listens without a session', async () => {
  const answer = await app.visitor.send('GET', '/api/live', { headers: { accept: 'text/event-stream' } })
  expect(answer.problem).toMatchObject({ status: 401, code: 'not_signed_in' })
  const invalid = await app.visitor.send('GET', '/api/live', {
    headers: { accept: 'text/event-stream', authorization: 'Bearer nothing' },
  })
  expect(invalid.problem.status).toBe(401)
})

test('what changes on one server is told on another within a second, and nothing of what is in it', async () => {
  const here = await listen(doctor)
  const there = await listen(doctor, otherServer.url)
  const patient = await givenPatient(desk)
  const booked = await givenAppointment(desk, {
    doctorId: doctor.id,
    date: utcToday(),
    patientId: patient.id,
  })
  await desk.call(
    editPatient,
    { params: { id: patient.id }, body: patientForm({ firstName: 'Renamed' }) },
    ifMatch(patient),
  )
  await change(desk, booked, { status: 'IN_QUEUE' })
  await desk.call(cancelAppointment, { params: { id: booked.id } })
  for (const stream of [here, there]) {
    await soon(() => stream.changed('patient')).toEqual([patient.id, patient.id])
    await soon(() => stream.changed('appointment')).toEqual([booked.id, booked.id, booked.id])
    expect(JSON.stringify(stream.events)).not.toContain(patient.lastName)
    const fields = new Set(stream.events.flatMap((event) => Object.keys(event)))
    expect([...fields].sort()).toEqual(['id', 'kind', 'noun'])
  }
})

test('of fifty changes at once none is missed', async () => {
  const stream = await listen(desk, otherServer.url)
  const patients = await Promise.all(Array.from({ length: 50 }, () => givenPatient(desk)))
  await soon(() => stream.changed('patient').sort()).toEqual(patients.map(({ id }) => id).sort())
})

test('what was refused is not told', async () => {
  const date = utcToday()
  const stream = await listen(desk)
  const booked = await givenAppointment(desk, { doctorId: doctor.id, date })
  await soon(() => stream.changed('appointment')).toEqual([booked.id])
  expect((await book(desk, { doctorId: doctor.id, date, time: booked.time })).status).toBe(409)
  const last = await givenPatient(desk)
  await soon(() => stream.changed('patient')).toContain(last.id)
  expect(stream.changed('appointment')).toEqual([booked.id])
})

test('an inventory manager hears nothing of patients, appointments and colleagues', async () => {
  const manager = await app.signIn('inventory_manager')
  const newcomer = await app.signIn(null)
  await everythingHeard()
  const store = await listen(manager)
  const front = await listen(desk)
  const roleless = await listen(newcomer)
  const booked = await givenAppointment(desk, { doctorId: doctor.id, date: utcToday() })
  await app.signIn('doctor')
  await soon(() => front.changed('appointment')).toEqual([booked.id])
  await soon(() => front.changed('staff').length).toBeGreaterThan(0)
  await everythingHeard()
  expect(store.events).toEqual([{ kind: 'resync' }])
  expect(roleless.events).toEqual([{ kind: 'resync' }])
})

test('who waits for a role hears that it is there, and the stream ends so that another can begin', async () => {
  const newcomer = await app.signIn(null)
  await everythingHeard()
  const stream = await listen(newcomer, otherServer.url)
  await offerRoles(await app.founder(), newcomer.id, ['receptionist'])
  await soon(() => stream.changed('staff')).toEqual([newcomer.id])
  await soon(() => stream.isOver).toBe(true)
  expect((await newcomer.call(chooseRole, { body: { role: 'receptionist' } })).status).toBe(200)
})

test('a stream ends within a second of its session’s end, on every server', async () => {
  const somebody = await app.signIn('receptionist')
  await everythingHeard()
  const streams = [await listen(somebody), await listen(somebody, otherServer.url)]
  const colleague = await listen(desk)
  await app.visitor.send('POST', '/api/auth/sign-out', { headers: { cookie: somebody.cookie } })
  await soon(() => streams.every((stream) => stream.isOver)).toBe(true)
  expect(colleague.isOver).toBe(false)
})

test('a stream, its session and its token end within a second of the account being deactivated', async () => {
  const somebody = await app.signIn('receptionist')
  await everythingHeard()
  const streams = [await listen(somebody), await listen(somebody, otherServer.url)]
  await offerRoles(await app.founder(), somebody.id, ['receptionist'], false)
  await soon(() => streams.every((stream) => stream.isOver)).toBe(true)
  await soon(async () => (await somebody.call(listPatients)).status).toBe(401)
  expect(await app.asOwner('select from session where staff_id = $1', [somebody.id])).toEqual([])
  await expect(openLive(otherServer.url, somebody)).rejects.toThrow('not_signed_in')
})

test('a stream ends when its role is withdrawn, and the next call is refused', async () => {
  const somebody = await app.signIn('receptionist')
  await everythingHeard()
  const stream = await listen(somebody, otherServer.url)
  await offerRoles(await app.founder(), somebody.id, ['inventory_manager'])
  await soon(() => stream.isOver).toBe(true)
  const again = await listen(somebody, otherServer.url)
  await givenPatient(desk)
  await everythingHeard()
  expect(again.events).toEqual([{ kind: 'resync' }])
  expect((await somebody.call(listPatients)).status).toBe(403)
})

/** Cuts the connections on which the servers hear of changes. */
async function cutListening() {
  const cut = await app.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query ilike 'listen %'`,
  )
  expect(cut).toHaveLength(2)
}

test('after changes could have been missed, everything is to be read again', async () => {
  const streams = [await listen(desk), await listen(desk, otherServer.url)]
  await cutListening()
  const unheard = await givenPatient(desk)
  await expect
    .poll(() => streams.map(({ events }) => events.filter(({ kind }) => kind === 'resync').length), {
      timeout: 8000,
    })
    .toEqual([2, 2])
  const heard = await givenPatient(desk)
  for (const stream of streams) {
    await soon(() => stream.changed('patient')).toContain(heard.id)
    // It may be heard or not; the resync makes both right.
    expect([[heard.id], [unheard.id, heard.id]]).toContainEqual(stream.changed('patient'))
  }
})

test('a role withdrawn while no change is heard is gone all the same', async () => {
  const somebody = await app.signIn('receptionist')
  expect((await somebody.call(listPatients)).status).toBe(200)
  await cutListening()
  // Straight in the database, as another server would, while this one hears nothing.
  await app.asOwner(`update staff set role = null, offered_roles = '{}' where id = $1`, [somebody.id])
  await soon(async () => (await somebody.call(listPatients)).status).toBe(403)
  await sleep(500)
  expect((await somebody.call(listPatients)).status).toBe(403)
})

test('a server that stops ends its streams and does not wait for them', async () => {
  const third = await startApp({ on: app })
  const stream = await openLive(third.url, desk)
  // One that waited for them would wait until the time of this test is up.
  await third.close()
  await soon(() => stream.isOver).toBe(true)
})
