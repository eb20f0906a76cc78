import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  bookAppointment,
  cancelAppointment,
  listAppointments,
} from '../../../contract/front-desk/appointments.ts'
import {
  cancelOnlineBooking,
  confirmOnlineBooking,
  declineOnlineBooking,
  listOnlineBookings,
  listOnlineClinics,
  listOnlineTimes,
  matchOnlineBooking,
} from '../../../contract/front-desk/online-bookings.ts'
import { readDayOfSessions } from '../../../contract/front-desk/schedules.ts'
import { editSettings, readSettings } from '../../../contract/hospital/settings.ts'
import { chooseNotifications } from '../../../contract/people/notifications.ts'
import { listPatients } from '../../../contract/people/patients.ts'
import { startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { toldOf } from '../../testing/factories/notifications.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { away, givenSession, weekdayOf } from '../../testing/factories/schedules.ts'
import {
  askFromHome,
  bookingForm,
  clinicFromHome,
  giveCode,
  givenOnlineBooking,
  letBookFromHome,
} from '../../testing/factories/visitors/online-bookings.ts'
import { openLive } from '../../testing/live-stream.ts'
import { openMailbox } from '../../testing/mailbox.ts'
import { releaseExpired } from '../wait-list/queries.ts'
import { forgetBookings } from './forget.ts'

const logged: string[] = []
const mailbox = await openMailbox()
const publicUrl = 'https://lantern.example.org'
const options = {
  // Visitors behind the hospital's proxy are known by the address that the proxy names.
  trustedProxy: '127.0.0.1',
  mail: { url: mailbox.url, from: 'Lantern <lantern@example.org>', publicUrl },
  logger: { level: 'info', stream: { write: (line: string) => void logged.push(line) } },
}
const app = await startApp(options)
const second = await startApp({ ...options, on: app })
afterAll(async () => {
  await Promise.all([second.close(), app.close()])
  await mailbox.close()
})
const { visitor } = app
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const patience = { timeout: 20_000, interval: 20 }

/** Each test has an hour of its own. */
beforeEach(() =>
  app.asOwner(`update online_booking set network = id::text, asked_at = asked_at - interval '2 hours'`),
)

let doctors = 0
/** With mail an account is confirmed first, so these have none of their own. */
async function givenDoctor(): Promise<string> {
  const [made] = await app.asOwner<{ id: string }>(
    `insert into staff (name, first_name, last_name, email, role, offered_roles)
     values ('Kiran Bose', 'Kiran', 'Bose', $1, 'doctor', '{doctor}') returning id`,
    [`doctor${doctors++}@hospital.test`],
  )
  return made?.id ?? ''
}

async function clinic(capacity = 1, count = 1) {
  const ids: string[] = []
  while (ids.length < count) ids.push(await givenDoctor())
  const { id, name, date } = await clinicFromHome(admin, ids, capacity)
  return { clinicId: id, name, date, doctorId: ids[0] ?? '' }
}
const at = ({ clinicId, date }: { clinicId: string; date: string }) => ({ clinicId, date })
const ask = (place: { clinicId: string; date: string }, wishes = {}, address?: string, by = visitor) =>
  askFromHome(by, { ...at(place), ...wishes }, address)
const confirm = (id: string, code = '123456', by = visitor) =>
  by.call(confirmOnlineBooking, { params: { id }, body: { code } })
/** Each of the two servers in its turn. */
const doorOf = (turn: number) => (turn % 2 ? second.visitor : visitor)
const timesOf = async (clinicId: string) =>
  (await visitor.call(listOnlineTimes, { params: { id: clinicId } })).body.days
const open = async () => (await desk.call(listOnlineBookings)).body.items
const letterTo = async (email: string, subject: RegExp) => {
  const found = () =>
    mailbox.letters.find(
      (letter) => letter.subject?.match(subject) && JSON.stringify(letter.to).toLowerCase().includes(email),
    )
  await expect.poll(found, patience).toBeDefined()
  return found()?.text ?? ''
}

test('until it is switched on there is nothing at its addresses', async () => {
  const place = await clinic()
  const answers = [
    await visitor.send('GET', '/api/public/clinics'),
    await visitor.send('GET', `/api/public/clinics/${place.clinicId}/times`),
    await ask(place),
    await confirm('00000000-0000-4000-8000-000000000000'),
    await visitor.call(cancelOnlineBooking, { body: { token: 'a'.repeat(43) } }),
  ]
  const nothing = await visitor.send('GET', '/api/nothing')
  for (const { status, problem } of answers)
    expect([status, problem.code, problem.detail]).toEqual([
      404,
      nothing.problem.code,
      nothing.problem.detail,
    ])
  const settings = (await admin.call(readSettings)).body
  await admin.call(editSettings, { body: { booksFromHome: true } }, ifMatch(settings))
  expect((await ask(place)).status).toBe(201)
})

describe('where it is on', () => {
  beforeAll(() => letBookFromHome(app))

  test('the public sees the clinics that are marked and their free times, and nothing else', async () => {
    const place = await clinic(2, 2)
    const other = await app.asOwner<{ id: string }>(
      `insert into clinic (name) values ('Not marked') returning id`,
    )
    const clinics = (await visitor.call(listOnlineClinics)).body.clinics
    expect(clinics).toContainEqual({ id: place.clinicId, name: place.name })
    expect(clinics.map(({ name }) => name)).not.toContain('Not marked')
    const hidden = await visitor.call(listOnlineTimes, { params: { id: other[0]?.id ?? '' } })
    expect(hidden.status).toBe(404)
    expect(await timesOf(place.clinicId)).toEqual([
      { date: place.date, times: ['09:00', '09:15', '09:30', '09:45'] },
    ])
    for (let taken = 0; taken < 3; taken++) await ask(place, {}, `10.2.0.${taken}`)
    expect((await timesOf(place.clinicId))[0]?.times).toContain('09:15')
    await ask(place, {}, '10.2.0.9')
    expect((await timesOf(place.clinicId))[0]?.times).toEqual(['09:00', '09:30', '09:45'])
    // The desk has to answer before the time: today is too soon.
    expect((await ask(place, { date: utcToday() })).problem.code).toBe('place_taken')
    expect((await ask(place, { date: daysAfter(utcToday(), 61) })).problem.code).toBe('place_taken')
    expect((await ask({ clinicId: other[0]?.id ?? '', date: place.date })).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'clinicId' }],
    })
  })

  test('a session gives as many places from home as its share, which the desk does not use up', async () => {
    const doctorId = await givenDoctor()
    const place = { ...(await clinic()), doctorId }
    const limits = { weekday: weekdayOf(place.date), validFrom: place.date, validUntil: place.date }
    const hours = { doctorId, clinicId: place.clinicId, capacity: 10, ...limits }
    // The clinic's other doctor is booked, so that this one's places are what is left.
    for (const [index, time] of ['09:00', '09:15', '09:30', '09:45'].entries())
      await ask(place, { time }, `10.11.1.${index}`)
    const session = await givenSession(admin, { ...hours, onlinePlaces: 2 })
    const patient = await givenPatient(desk)
    await desk.call(bookAppointment, {
      body: { patientId: patient.id, doctorId, date: place.date, time: '09:15', type: 'GENERAL' },
    })

    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => ask(place, {}, `10.11.0.${index}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(10).fill(409)])
    expect(answers.find(({ status }) => status === 409)?.problem.code).toBe('place_taken')
    expect(await timesOf(place.clinicId)).toEqual([])
    const day = await desk.call(readDayOfSessions, { params: { date: place.date } })
    const held = day.body.sessions.find(({ id }) => id === session.id)
    expect(held).toMatchObject({ onlinePlaces: 2, onlineLeft: 0 })
    expect(held?.slots[1]).toMatchObject({ time: '09:15', free: 7, held: 2 })

    const more = `insert into slot_hold (doctor_id, date, time, until) values ($1, $2, '09:45', now() + interval '1 minute')`
    await expect(app.asOwner(more, [doctorId, place.date])).rejects.toThrow('no more places from home')

    // An appointment that came from home counts until it is cancelled.
    const first = answers.find(({ status }) => status === 201)?.body.id ?? ''
    await giveCode(app, first)
    await confirm(first)
    const booked = await desk.call(matchOnlineBooking, {
      params: { id: first },
      body: { patientId: (await givenPatient(desk)).id },
    })
    expect(booked.status).toBe(200)
    expect((await ask(place, {}, '10.11.0.99')).problem.code).toBe('place_taken')
    await desk.call(cancelAppointment, { params: { id: booked.body.id } })
    expect(await timesOf(place.clinicId)).toHaveLength(1)
    expect((await ask(place, {}, '10.11.0.98')).status).toBe(201)
    expect(await timesOf(place.clinicId)).toEqual([])
  })

  test('of twenty who want the last place at once, and a colleague at the desk, one gets it', async () => {
    const place = await clinic()
    const patient = await givenPatient(desk)
    const booking = { patientId: patient.id, doctorId: place.doctorId, date: place.date, time: '09:15' }
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (_, index) => ask(place, {}, `10.3.0.${index}`)),
      desk.call(bookAppointment, { body: { ...booking, type: 'GENERAL' } }),
    ])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, problem } of answers.filter((one) => one.status !== 201)) {
      expect(status).toBe(409)
      expect(['place_taken', 'session_full']).toContain(problem.code)
    }
    expect((await timesOf(place.clinicId))[0]?.times).not.toContain('09:15')
  })

  test('a code of the e-mail confirms the place; reception books it for a patient on record, and nothing tells of it', async () => {
    const before = (await desk.call(listPatients)).body.total
    const place = await clinic()
    const screen = await openLive(app.url, desk, 'online-bookings')
    onTestFinished(() => screen.close())
    const form = bookingForm({ ...at(place), lastName: 'Quenneville', email: 'Quenne.Ville@example.org' })
    const { id } = (await ask(place, { lastName: form.lastName, email: form.email })).body
    expect(await open()).toEqual([])
    const code = /Your code is (\d{6})/.exec(await letterTo('quenne.ville@example.org', /code/i))?.[1] ?? ''
    expect((await confirm(id, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(201)
    // A lost answer: the same again.
    expect((await confirm(id, code)).status).toBe(201)
    await expect.poll(() => screen.stale('online-bookings'), patience).toBeGreaterThan(0)
    expect(await open()).toMatchObject([
      { id, lastName: 'Quenneville', clinic: place.name, date: place.date, time: '09:15', state: 'OPEN' },
    ])
    const [hold] = await app.asOwner<{ until: string }>(
      `select ((date + time) at time zone (select time_zone from hospital) = until)::text as until from slot_hold where id = $1`,
      [id],
    )
    expect(hold?.until).toBe('true')
    expect((await desk.call(listPatients)).body.total).toBe(before)

    const patient = await givenPatient(desk)
    const match = () => desk.call(matchOnlineBooking, { params: { id }, body: { patientId: patient.id } })
    const answers = await Promise.all([match(), match()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.problem.detail).toMatch(/^Not done: .* has booked/)
    const booked = (await desk.call(listAppointments, { query: { patientId: patient.id } })).body.items
    expect(booked).toMatchObject([
      {
        doctorId: place.doctorId,
        date: place.date,
        time: '09:15',
        seat: 1,
        status: 'SCHEDULED',
        overbookReason: null,
      },
    ])
    expect(await letterTo('quenne.ville@example.org', /is booked$/)).not.toContain(patient.lastName)
    expect(await open()).toEqual([])
    expect((await desk.call(listOnlineBookings, { query: { over: 'yes' } })).body.items[0]).toMatchObject({
      id,
      state: 'BOOKED',
      appointmentId: booked[0]?.id,
    })
    await app.flushAudit()
    const trail = await app.asOwner(`select * from audit_entry where action ilike '%online%'`)
    const kept = await app.asOwner('select * from idempotent_reply')
    const told = JSON.stringify([trail, kept]) + logged.join('')
    for (const secret of [form.email, 'Quenneville', form.phone, code]) expect(told).not.toContain(secret)
  })

  test('where the hospital’s e-mail was taken away, the page offers no clinic instead of a code that never comes', async () => {
    const place = await clinic()
    const silent = await startApp({ on: app })
    onTestFinished(() => silent.close())
    const offered = async (one: typeof visitor) =>
      (await one.call(listOnlineClinics)).body.clinics.map(({ id }) => id)
    expect(await offered(visitor)).toContain(place.clinicId)
    expect(await offered(silent.visitor)).toEqual([])
  })

  test('a mail is tried again, but not where its address is refused for good', async () => {
    const place = await clinic(2)
    const tries = async (id: string) =>
      (
        await app.asOwner<{ tries: number; again: boolean }>(
          'select mail_tries as tries, mail_at is not null as again from online_booking where id = $1',
          [id],
        )
      )[0]
    const refused = (await ask(place, { email: 'moved.away@gone.example' })).body
    await expect.poll(() => tries(refused.id), patience).toEqual({ tries: 1, again: false })
    await expect
      .poll(() => logged.join(''), patience)
      .toContain('A mail of a booking could not be sent. Its address was refused for good.')
    expect(logged.join('')).not.toContain('gone.example')
    mailbox.be('full')
    onTestFinished(() => mailbox.be('open'))
    const later = (await ask(place)).body
    await expect.poll(() => logged.join(''), patience).toContain('could not be sent. It is tried again.')
    expect(await tries(later.id)).toEqual({ tries: 1, again: true })
  })

  test('five wrong codes free the place, and the sixth is told so; the right one comes too late', async () => {
    const place = await clinic()
    const { id } = (await ask(place)).body
    await giveCode(app, id)
    const wrong = []
    for (let tried = 0; tried < 4; tried++) wrong.push((await confirm(id, '000000')).problem)
    expect(wrong.map(({ code }) => code)).toEqual(Array(4).fill('wrong_code'))
    expect(wrong[3]?.errors).toEqual([
      { path: 'code', message: 'This code is wrong. You can try once more.' },
    ])
    const [fifth, sixth, right] = [
      await confirm(id, '000000'),
      await confirm(id, '000000'),
      await confirm(id),
    ]
    for (const { problem } of [fifth, sixth, right])
      expect(problem).toMatchObject({
        status: 409,
        code: 'booking_over',
        detail: expect.stringMatching(/^The code was wrong five times/),
      })
    expect((await timesOf(place.clinicId))[0]?.times).toContain('09:15')
    // Ten at once count five, at two servers.
    const again = (await ask(place)).body
    await giveCode(app, again.id)
    await Promise.all(Array.from({ length: 10 }, (_, turn) => confirm(again.id, '000000', doorOf(turn))))
    expect(await app.asOwner('select tries from online_booking where id = $1', [again.id])).toEqual([
      { tries: 5 },
    ])
  })

  test('a place is held for a quarter of an hour, then the code is of no use', async () => {
    const place = await clinic()
    const { id } = (await ask(place)).body
    await giveCode(app, id)
    await app.asOwner(
      `update slot_hold set created_at = created_at - interval '16 minutes', until = until - interval '16 minutes' where id = $1`,
      [id],
    )
    expect((await confirm(id)).problem).toMatchObject({ code: 'booking_over' })
    expect((await ask(place)).status).toBe(201)
  })

  test('a network holds three places at once and asks for ten in an hour, also with many addresses of IPv6', async () => {
    const place = await clinic(20)
    const from = (host: number) => `2001:db8:7::${host}`
    const before = (await desk.call(listPatients)).body.total
    const five = (prefix = from) =>
      Promise.all([1, 2, 3, 4, 5].map((host) => ask(place, {}, prefix(host), doorOf(host))))
    const many = await five()
    expect(many.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 429, 429])
    const fourth = many.find(({ status }) => status === 429)
    expect(fourth?.problem.code).toBe('too_many_holds')
    expect(Number(fourth?.headers.get('retry-after'))).toBe(900)
    expect((await desk.call(listPatients)).body.total).toBe(before)
    // The planted fault: without what counts them, all five are held.
    await app.asOwner('alter table online_booking disable trigger online_booking_paced')
    const unpaced = await five((host) => `2001:db8:9::${host}`)
    await app.asOwner('alter table online_booking enable trigger online_booking_paced')
    expect(unpaced.map(({ status }) => status)).toEqual(Array(5).fill(201))
    expect((await ask(place, {}, '2001:db8:8::1')).status).toBe(201)
    await app.asOwner(`update slot_hold set released_at = clock_timestamp() where is_held(slot_hold)`)
    for (let asked = 3; asked < 10; asked++) {
      await ask(place, {}, from(asked))
      await app.asOwner(`update slot_hold set released_at = clock_timestamp() where is_held(slot_hold)`)
    }
    const refused = await ask(place, {}, from(99))
    expect(refused.problem).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  })

  test('an address gets three codes in an hour and has two bookings to come, however it is written', async () => {
    const place = await clinic(20)
    const written = [
      'ana.costa@example.org',
      'AnaCosta+a@example.org',
      'ANA.COSTA@EXAMPLE.ORG',
      'a.nacosta@example.org',
    ]
    const asked = []
    for (const [index, email] of written.entries()) asked.push(await ask(place, { email }, `10.4.0.${index}`))
    const ids = asked.flatMap((answer) => (answer.status === 201 ? [answer.body.id] : []))
    expect(asked.map(({ status }) => status)).toEqual([201, 201, 201, 429])
    expect(asked[3]?.problem.detail).toMatch(/^Too many codes were sent to this e-mail address/)
    for (const id of ids) await giveCode(app, id)
    const answers = await Promise.all(ids.map((id) => confirm(id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409])
    expect(answers.find(({ status }) => status === 409)?.problem.code).toBe('too_many_bookings')
  })

  test('a hospital is asked for sixty places in an hour, from wherever', async () => {
    const place = await clinic(20)
    await app.asOwner('alter table online_booking disable trigger online_booking_paced')
    await app.asOwner(
      `with held as (
         insert into slot_hold (doctor_id, date, time, until)
         select doctor_id, $2::date, start, now() + interval '1 minute'
         from practice_session, unnest('{09:00,09:15,09:30}'::time[]) start, generate_series(1, 20) where clinic_id = $1
         returning id)
       insert into online_booking (id, clinic_id, first_name, last_name, date_of_birth, phone, email, network)
       select id, $1, 'A', 'B', '1990-01-01', '1', id || '@example.org', id::text from held`,
      [place.clinicId, place.date],
    )
    await app.asOwner('alter table online_booking enable trigger online_booking_paced')
    const refused = await ask(place, { time: '09:45' }, '10.5.0.1')
    expect(refused.problem).toMatchObject({ status: 429, code: 'too_many_requests' })
  })

  test('the desk declines with an e-mail, and the place is free again', async () => {
    const place = await clinic()
    const { id } = await givenOnlineBooking(app, { ...at(place), email: 'declined@example.org' })
    expect((await desk.call(declineOnlineBooking, { params: { id } })).body).toEqual({ id })
    expect(await letterTo('declined@example.org', /^We can’t offer you/)).toContain(place.name)
    expect((await timesOf(place.clinicId))[0]?.times).toContain('09:15')
    const patient = await givenPatient(desk)
    const late = await desk.call(matchOnlineBooking, { params: { id }, body: { patientId: patient.id } })
    expect(late.problem).toMatchObject({ status: 409, code: 'booking_over' })
  })

  test('reception is notified until the booking is answered or its time comes, and other doctors are not', async () => {
    const [place, other] = [await clinic(), await clinic()]
    const { id } = await givenOnlineBooking(app, at(place))
    const told = (by: typeof desk, of = place) =>
      toldOf(by, ({ onlineBooking }) => onlineBooking?.clinic === of.name)
    expect(await told(desk)).toMatchObject([
      { kind: 'ONLINE_BOOKING', onlineBooking: { clinic: place.name, date: place.date, time: '09:15' } },
    ])
    expect(await told(admin)).toHaveLength(1)
    for (const role of ['doctor', 'nurse'] as const) expect(await told(await app.signIn(role))).toEqual([])
    const wish = (isOn: boolean) => desk.call(chooseNotifications, { body: { kind: 'ONLINE_BOOKING', isOn } })
    await wish(false)
    const meanwhile = (await givenOnlineBooking(app, at(other))).id
    expect(await told(desk, other)).toEqual([])
    await wish(true)
    expect(await told(desk, other)).toHaveLength(1)
    await desk.call(declineOnlineBooking, { params: { id } })
    expect([await told(desk), await told(admin)]).toEqual([[], []])
    await app.asOwner(
      `update slot_hold set created_at = now() - interval '2 days', until = now() - interval '1 minute' where id = $1`,
      [meanwhile],
    )
    await releaseExpired(app.app.lantern.db, new Date())
    expect(await told(desk, other)).toEqual([])
  })

  test('the link of the e-mail gives the place back, until the desk has answered', async () => {
    const place = await clinic(2)
    const tokenOf = async (email: string) =>
      /\/book#([\w-]{43})\s/.exec(await letterTo(email, /^We hold/))?.[1] ?? ''
    const cancel = (token: string) => visitor.call(cancelOnlineBooking, { body: { token } })
    const { id } = await givenOnlineBooking(app, { ...at(place), email: 'gives.back@example.org' })
    const token = await tokenOf('gives.back@example.org')
    expect((await cancel(token)).body).toEqual({ id })
    expect((await cancel(token)).problem.detail).toBe('You have cancelled this booking already.')
    expect((await desk.call(declineOnlineBooking, { params: { id } })).problem.detail).toBe(
      'Not done: the booker has cancelled.',
    )
    expect((await open()).map((one) => one.id)).not.toContain(id)
    expect((await cancel('b'.repeat(43))).status).toBe(404)
    const kept = await givenOnlineBooking(app, { ...at(place), email: 'keeps@example.org' })
    // An answer that is faster than the e-mail takes its place.
    const keptToken = await tokenOf('keeps@example.org')
    const patient = await givenPatient(desk)
    await desk.call(matchOnlineBooking, { params: kept, body: { patientId: patient.id } })
    expect((await cancel(keptToken)).problem.detail).toMatch(/please phone us/)
  })

  test('a doctor who went on leave meanwhile is a sentence to the desk, and the booking stays', async () => {
    const place = await clinic()
    const { id } = await givenOnlineBooking(app, at(place))
    await away(admin, { doctorId: place.doctorId, from: place.date })
    const patient = await givenPatient(desk)
    const refused = await desk.call(matchOnlineBooking, { params: { id }, body: { patientId: patient.id } })
    expect(refused.problem).toMatchObject({ status: 409, code: 'doctor_away' })
    expect((await open()).map((one) => one.id)).toContain(id)
  })

  test('tokens are asked for by the session’s start', async () => {
    const doctorId = await givenDoctor()
    const { id, date } = await clinicFromHome(admin, [])
    const weekday = (new Date(date).getUTCDay() || 7) as 1
    await givenSession(admin, { doctorId, clinicId: id, weekday, kind: 'TOKENS', capacity: 1 })
    expect((await timesOf(id))[0]).toEqual({ date, times: ['09:00'] })
    expect((await ask({ clinicId: id, date }, { time: '09:00' })).status).toBe(201)
    expect((await ask({ clinicId: id, date }, { time: '09:00' })).problem.code).toBe('place_taken')
  })

  test('who booked is forgotten: unconfirmed after three days, others a month after their day', async () => {
    const place = await clinic(3)
    const unconfirmed = (await ask(place)).body.id
    const confirmed = (await givenOnlineBooking(app, at(place))).id
    const kept = async () =>
      (
        await app.asOwner<{ id: string }>('select id from online_booking where id = any ($1)', [
          [unconfirmed, confirmed],
        ])
      ).map(({ id }) => id)
    await app.asOwner(
      `update online_booking set asked_at = asked_at - interval '73 hours' where id = any ($1)`,
      [[unconfirmed, confirmed]],
    )
    const context = { db: app.app.lantern.db, clock: () => new Date(), signal: new AbortController().signal }
    await forgetBookings(context)
    expect(await kept()).toEqual([confirmed])
    await app.asOwner(`update slot_hold set date = date - 40 where id = $1`, [confirmed])
    await forgetBookings(context)
    expect(await kept()).toEqual([])
  })
})
