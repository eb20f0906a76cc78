import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  type Appointment,
  callNext,
  changeAppointment,
  listQueue,
} from '../../../contract/front-desk/appointments.ts'
import {
  listDisplays,
  readExpectedCall,
  readWaitingRoom,
  type WaitingRoom,
  withdrawDisplay,
} from '../../../contract/front-desk/displays.ts'
import { byTurn } from '../../../contract/front-desk/queue-order.ts'
import { endpoints } from '../../../contract/nouns.ts'
import { editStaffMember, readStaffMember } from '../../../contract/people/staff.ts'
import { type StaffClient, startApp } from '../../testing/app.ts'
import { anyParams, createClient, ifMatch, pathOf } from '../../testing/client.ts'
import { utcToday } from '../../testing/days.ts'
import { givenAppointment } from '../../testing/factories/appointments.ts'
import { givenClinic } from '../../testing/factories/clinics.ts'
import { givenDisplay } from '../../testing/factories/displays.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { away, givenSession, weekdayOf } from '../../testing/factories/schedules.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
const otherServer = await startApp({ on: app })
afterAll(async () => {
  await otherServer.close()
  await app.close()
})
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const [doctor, colleague] = [await app.signIn('doctor'), await app.signIn('doctor')]
const today = utcToday()

function screenWith(secret: string, url = app.url) {
  return createClient(url, () => ({ authorization: `Bearer ${secret}` }))
}

async function newScreen() {
  const display = await givenDisplay(admin)
  const screen = screenWith(display.secret)
  return { ...display, board: async (): Promise<WaitingRoom> => (await screen.call(readWaitingRoom)).body }
}

async function follow({ secret }: { secret: string }, url = app.url) {
  const stream = await openLive(url, { token: secret, door: '/api/display/live' })
  onTestFinished(() => stream.close())
  return stream
}

async function arrived(wishes: Partial<Parameters<typeof givenAppointment>[1]> = {}): Promise<Appointment> {
  const booked = await givenAppointment(desk, { doctorId: doctor.id, date: today, ...wishes })
  return move(desk, booked, 'IN_QUEUE')
}

async function move(by: StaffClient, { id }: { id: string }, status: Appointment['status']) {
  return (await by.call(changeAppointment, { params: { id }, body: { status } })).body
}

async function worksIn({ id }: { id: string }, room: string | null) {
  const member = (await admin.call(readStaffMember, { params: { id } })).body
  return (await admin.call(editStaffMember, { params: { id }, body: { room } }, ifMatch(member))).body
}

/** Every key that an answer has, wherever in it. */
function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, within]) => [key, ...keysOf(within)])
}

beforeAll(async () => {
  await worksIn(doctor, 'Room 4')
})

test('a screen is told numbers, rooms and doctors, and of a patient nothing', async () => {
  const patient = await givenPatient(desk, { firstName: 'Quenby', lastName: 'Ravensworth' })
  const called = await arrived({ patientId: patient.id, notes: 'Palpitations' })
  const waits = await arrived()
  await move(doctor, called, 'IN_PROGRESS')
  const { firstName, lastName } = await doctor.me()
  const { board } = await newScreen()
  const shown = await board()
  const place = { day: today, doctor: `${firstName} ${lastName}`, room: 'Room 4', clinic: null, floor: null }
  expect(shown.serving[0]).toEqual({
    number: called.queueNumber,
    ...place,
    calledAt: expect.stringMatching(/Z$/),
  })
  expect(shown.next.at(-1)).toEqual({ number: waits.queueNumber, ...place, likely: null })
  expect([...new Set(keysOf(shown))].toSorted()).toEqual([
    'calledAt',
    'clinic',
    'clockStyle',
    'day',
    'doctor',
    'floor',
    'hospitalName',
    'likely',
    'next',
    'number',
    'room',
    'serving',
    'timeZone',
    'today',
    'waiting',
  ])
  const text = JSON.stringify(shown)
  const { id, mrn, contactNumber } = patient
  for (const sign of [id, mrn, 'Quenby', 'Ravensworth', contactNumber, 'Palpitations', called.id, waits.id]) {
    expect(text).not.toContain(sign)
  }
})

test('a patient is sent to the room of the session in which the doctor sits, and elsewhere once it is cancelled', async () => {
  const sitter = await app.signIn('doctor')
  await worksIn(sitter, 'Room 4')
  const [skin, heart] = [
    await givenClinic(admin, { name: 'Skin', floor: 'Ground floor', rooms: ['1'] }),
    await givenClinic(admin, { name: 'Heart', rooms: [] }),
  ]
  const hours = { doctorId: sitter.id, weekday: weekdayOf(today), kind: 'TOKENS', capacity: 9 } as const
  await givenSession(admin, { ...hours, clinicId: skin.id, room: '1', startsAt: '00:00', endsAt: '00:01' })
  await givenSession(admin, { ...hours, clinicId: heart.id, startsAt: '23:58', endsAt: '23:59' })
  const early = await arrived({ doctorId: sitter.id, time: '00:00' })
  const late = await arrived({ doctorId: sitter.id, time: '23:58' })
  const wayOf = async ({ id }: Appointment) => {
    const { room, clinic, floor } = (await desk.call(readExpectedCall, { params: { id } })).body
    return [room, clinic, floor]
  }
  const ofSkin = ['1', 'Skin', 'Ground floor']
  expect(await wayOf(early)).toEqual(ofSkin)
  // The account's room is in no clinic, so this session has no known room.
  expect(await wayOf(late)).toEqual([null, 'Heart', null])
  const { board } = await newScreen()
  const shown = (await board()).next.find(({ number }) => number === early.queueNumber)
  expect([shown?.room, shown?.clinic, shown?.floor]).toEqual(ofSkin)
  await away(admin, { doctorId: sitter.id, cause: 'SESSION_CANCELLED', from: today, fromTime: '23:58' })
  expect(await wayOf(late)).toEqual(ofSkin)
})

test('the slip of a patient who waits says the room and the wait that the screen says', async () => {
  const seer = await app.signIn('doctor')
  await worksIn(seer, 'Room 12')
  // Enough consultations of earlier days, each of ten minutes.
  const patient = await givenPatient(desk)
  await app.asOwner(
    `insert into appointment (patient_id, doctor_id, date, time, status, type, queue_number, queued_at, started_at, completed_at)
     select $1, $2, day, '09:00', 'COMPLETED', 'GENERAL', 900, day + time '08:55', day + time '09:05', day + time '09:15'
     from generate_series(1, 20) n, lateral (select current_date - n as day) past`,
    [patient.id, seer.id],
  )
  const expected = async ({ id }: Appointment) => (await desk.call(readExpectedCall, { params: { id } })).body
  const booked = await givenAppointment(desk, { doctorId: seer.id, date: today })
  expect(await expected(booked)).toMatchObject({ room: 'Room 12', likely: null })

  await move(seer, await arrived({ doctorId: seer.id }), 'IN_PROGRESS')
  const waits = await arrived({ doctorId: seer.id })
  const { board } = await newScreen()
  const onScreen = (await board()).next.find(({ number }) => number === waits.queueNumber)
  const { room, likely } = await expected(waits)
  expect(room).toBe('Room 12')
  expect(likely?.until).toEqual(expect.any(String))
  expect(likely?.until).toBe(onScreen?.likely?.until)
})

test('who called says where to go, also for a colleague’s patient', async () => {
  await worksIn(colleague, 'Room 9')
  const called = await arrived()
  await move(colleague, called, 'IN_PROGRESS')
  const { board } = await newScreen()
  expect((await board()).serving[0]).toMatchObject({ number: called.queueNumber, room: 'Room 9' })
})

test('the next ones stand in the order in which the queue is worked', async () => {
  for (const type of ['GENERAL', 'SPECIALIST', 'EMERGENCY'] as const) await arrived({ type })
  const { board } = await newScreen()
  const queue = (await desk.call(listQueue)).body.filter(({ status }) => status === 'IN_QUEUE')
  const { next, waiting } = await board()
  expect(next.map(({ number }) => number)).toEqual(
    queue.toSorted(byTurn(queue, undefined)).map(({ queueNumber }) => queueNumber),
  )
  expect(waiting).toBe(queue.length)
})

test('a call is told to the screens of all servers, and nothing but that something changed', async () => {
  const display = await newScreen()
  const [here, there] = [await follow(display), await follow(display, otherServer.url)]
  const waits = await arrived({ type: 'EMERGENCY' })
  for (const stream of [here, there]) await expect.poll(() => stream.stale('waiting-room')).toBeGreaterThan(0)
  const before = here.stale('waiting-room')
  let called = (await doctor.call(callNext)).body
  while (called.id !== waits.id) called = (await doctor.call(callNext)).body
  await expect.poll(() => here.stale('waiting-room')).toBeGreaterThan(before)
  expect((await display.board()).serving[0]?.number).toBe(waits.queueNumber)
  expect(new Set([...here.events, ...there.events].map(({ kind }) => kind))).toEqual(new Set(['stale']))
})

test('a screen follows its own scope alone, whatever it asks for', async () => {
  const { secret } = await newScreen()
  const stream = await openLive(app.url, { token: secret, door: '/api/display/live' }, 'queue', 'beds')
  onTestFinished(() => stream.close())
  expect(Object.keys(stream.asOf)).toEqual(['waiting-room'])
})

test('another room, and a doctor’s new name, are told', async () => {
  const display = await newScreen()
  const stream = await follow(display)
  await worksIn(doctor, 'Room 12')
  await expect.poll(() => stream.stale('waiting-room')).toBe(1)
  expect((await display.board()).serving.some(({ room }) => room === 'Room 12')).toBe(true)
  expect((await worksIn(doctor, null)).room).toBeNull()
  await app.flushAudit()
  const trail = await app.asOwner(
    `select changes from audit_entry where subject_id = $1 and action = 'editStaffMember' order by id desc limit 2`,
    [doctor.id],
  )
  expect(trail).toEqual([
    { changes: { room: ['Room 12', null] } },
    { changes: { room: ['Room 4', 'Room 12'] } },
  ])
})

describe('a link', () => {
  test('keeps the browser in with a cookie that is sent nowhere else, and a cookie is enough', async () => {
    const { secret } = await givenDisplay(admin)
    const opened = await screenWith(secret).call(readWaitingRoom)
    const [cookie = ''] = opened.headers.getSetCookie()
    expect(cookie).toBe(
      `lantern.display=${secret}; Max-Age=34560000; Path=/api/display; HttpOnly; SameSite=Strict`,
    )
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    expect((await app.visitor.send('GET', pathOf(readWaitingRoom), { headers })).status).toBe(200)
  })

  test('is known by its hash alone, and who made and withdrew it is on record', async () => {
    const { id, secret, name } = await givenDisplay(admin, 'Ground floor')
    await follow({ secret })
    await admin.call(withdrawDisplay, { params: { id } })
    await app.flushAudit()
    const tables = await app.asOwner<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    for (const table of tables) {
      const found = await app.asOwner(`select from ${table.name} as kept where kept::text like $1`, [
        `%${secret}%`,
      ])
      expect(found, table.name).toEqual([])
    }
    const trail = await app.asOwner(
      'select action, staff_id, changes from audit_entry where subject_id = $1 order by id',
      [id],
    )
    expect(trail).toEqual([
      { action: 'addDisplay', staff_id: admin.id, changes: { name } },
      { action: 'withdrawDisplay', staff_id: admin.id, changes: { withdrawn: name } },
    ])
  })

  test('that is withdrawn ends its screen on every server at once, and opens nothing any more', async () => {
    const display = await newScreen()
    const stays = await follow(await newScreen())
    const streams = [await follow(display), await follow(display, otherServer.url)]
    await admin.call(withdrawDisplay, { params: { id: display.id } })
    for (const stream of streams) {
      await expect.poll(() => stream.isOver, { interval: 10 }).toBe(true)
      expect(stream.events.at(-1)).toEqual({ kind: 'account' })
    }
    for (const path of [pathOf(readWaitingRoom), '/api/display/live']) {
      const answer = await screenWith(display.secret).send('GET', path)
      expect(answer.problem).toMatchObject({ status: 401, code: 'not_signed_in' })
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    expect(stays.isOver).toBe(false)
    const again = await admin.call(withdrawDisplay, { params: { id: display.id } })
    expect(again.problem).toMatchObject({ status: 404, detail: 'This screen’s link was withdrawn already.' })
    expect((await admin.call(listDisplays)).body.map(({ id }) => id)).not.toContain(display.id)
  })

  test('is seen by whoever looks after it: when its screen followed the queue last', async () => {
    const list = await openLive(app.url, admin, 'displays')
    onTestFinished(() => list.close())
    const { id, secret } = await givenDisplay(admin)
    const seen = async () => (await admin.call(listDisplays)).body.find((one) => one.id === id)?.seenAt
    expect(await seen()).toBeNull()
    await follow({ secret })
    await expect.poll(seen).toEqual(expect.stringMatching(/Z$/))
    await expect.poll(() => list.stale('displays')).toBeGreaterThan(0)
  })

  test('opens nothing but the waiting room', async () => {
    const { secret } = await givenDisplay(admin)
    const params = anyParams()
    const others = endpoints.filter(
      ({ permission }) => permission !== 'public' && permission !== readWaitingRoom.permission,
    )
    expect(others.length).toBe(endpoints.length - 10)
    const addresses = others.map((endpoint) => [endpoint.method, pathOf(endpoint, params)] as const)
    for (const [method, path] of [...addresses, ['GET', '/api/live?scope=waiting-room'] as const]) {
      for (const [name, value] of [
        ['authorization', `Bearer ${secret}`],
        ['cookie', `lantern.display=${secret}`],
      ] as const) {
        const answer = await app.visitor.send(method, path, { headers: { [name]: value } })
        expect(answer.problem, path).toMatchObject({ status: 401, code: 'not_signed_in' })
      }
    }
  })
})

test('nobody who is signed in is a screen, by token or by cookie', async () => {
  for (const somebody of [admin, desk, doctor]) {
    for (const path of [pathOf(readWaitingRoom), '/api/live?scope=waiting-room']) {
      expect((await somebody.send('GET', path)).problem).toMatchObject({
        status: 403,
        permission: 'waitingRoom.show',
      })
    }
    for (const [name, value] of [
      ['authorization', `Bearer ${somebody.token}`],
      ['cookie', somebody.cookie],
    ] as const) {
      const answer = await app.visitor.send('GET', '/api/display/live', { headers: { [name]: value } })
      expect(answer.problem.status).toBe(401)
    }
  }
})

test('who sends one wrong link after the other is told to wait, and every right one at that address gets in', async () => {
  const behindProxy = await startApp({ on: app, trustedProxy: '127.0.0.1' })
  onTestFinished(() => behindProxy.close())
  const { secret } = await givenDisplay(admin)
  const ask = (address: string, headers: Record<string, string>) =>
    behindProxy.visitor.send('GET', pathOf(readWaitingRoom), {
      headers: { ...headers, 'x-forwarded-for': address },
    })
  const from = (address: string, sent: string) => ask(address, { authorization: `Bearer ${sent}` })
  const wrong = (one: number) => from('10.0.0.7', String(one).padStart(43, 'w'))
  const answers = await Promise.all(Array.from({ length: 60 }, (_, one) => wrong(one)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
  expect((await wrong(60)).problem).toMatchObject({
    status: 429,
    code: 'too_many_requests',
    retryAfter: expect.any(Number),
  })
  // It also gets in among many wrong ones.
  const flood = Array.from({ length: 100 }, (_, one) => wrong(61 + one))
  expect((await from('10.0.0.7', secret)).status).toBe(200)
  expect((await ask('10.0.0.7', { cookie: `lantern.display=${secret}` })).status).toBe(200)
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([429]))
  expect((await from('10.0.0.8', secret)).status).toBe(200)
})
