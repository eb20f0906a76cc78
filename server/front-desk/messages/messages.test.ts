import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  type Appointment,
  cancelAppointment,
  undoAppointmentChange,
} from '../../../contract/front-desk/appointments.ts'
import { listDisplaced, resolveDisplaced } from '../../../contract/front-desk/closures.ts'
import { countMessages, listFailedMessages, notePhoned } from '../../../contract/front-desk/messages.ts'
import { readSite } from '../../../contract/hospital/hospital.ts'
import { editSettings, readSettings } from '../../../contract/hospital/settings.ts'
import { editPatient } from '../../../contract/people/patients.ts'
import { spokenDay } from '../../../contract/spoken.ts'
import { readGatewaySettings } from '../../ground/start/gateway-settings.ts'
import { PlainRefusal } from '../../ground/start/plain-refusal.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { type BookingWishes, change, givenAppointment } from '../../testing/factories/appointments.ts'
import { givenClinic } from '../../testing/factories/clinics.ts'
import { merge } from '../../testing/factories/patients/merges.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { away, givenSession, weekdayOf } from '../../testing/factories/schedules.ts'
import { openLive } from '../../testing/live-stream.ts'
import { openMailbox } from '../../testing/mailbox.ts'
import { sendPatientMessages } from './send.ts'

const mailbox = await openMailbox()
const mail = {
  url: mailbox.url,
  from: 'Lantern <lantern@harbour.example>',
  publicUrl: 'https://lantern.example',
}
const app = await startApp({ mail })
const other = await startApp({ on: app, mail })
afterAll(async () => {
  await Promise.all([other.close(), app.close()])
  await mailbox.close()
})
const admin = await app.founder()
const [desk, doctor] = [await app.signIn('receptionist'), await app.signIn('doctor')]

async function set(body: object) {
  const saved = await admin.call(editSettings, { body }, ifMatch((await admin.call(readSettings)).body))
  expect(saved.status).toBe(200)
}
await set({ hospitalName: 'Harbour Hospital', phone: '+44 20 7946 0100', email: 'desk@harbour.example' })
const off = { reminderHours: null, tellsChanges: false, messagesNameClinic: false }
beforeEach(() => set({ reminderHours: 24, tellsChanges: true, messagesNameClinic: false }))
afterEach(() => mailbox.be('open'))

let last = 3
/** A booking of days ahead for a patient of its own. */
async function given(wishes: Partial<BookingWishes> = {}, patient: object = {}) {
  const date = daysAfter(utcToday(), (last += 3))
  const of = await givenPatient(desk, patient)
  const booked = await givenAppointment(desk, {
    doctorId: doctor.id,
    date,
    time: '09:15',
    patientId: of.id,
    ...wishes,
  })
  return { booked, patient: of, email: of.email ?? '' }
}
/** Hours on that day alone. */
const hoursOn = (date: string, clinic: { id: string }) => ({
  doctorId: doctor.id,
  clinicId: clinic.id,
  weekday: weekdayOf(date),
  validFrom: date,
  validUntil: date,
})
const begins = ({ date, time }: Appointment) => Date.parse(`${date}T${time}:00Z`)
const minutes = (count: number) => count * 60_000
/** Minutes after the first one at which a message is tried again. */
const tries = [2, 6, 14, 30, 60]
/** The server's job, at that moment. */
const run = (at: number, of: TestApp = app) =>
  sendPatientMessages(
    { db: of.app.lantern.db, clock: () => new Date(at), signal: new AbortController().signal },
    of.app.lantern.channels,
    () => {},
  )
const soon = () => run(Date.now() + minutes(2))
const dayBefore = (one: Appointment, later = 0) => run(begins(one) - minutes(24 * 60) + minutes(1 + later))
const told = (email: string) =>
  mailbox.letters.filter(({ to }) => JSON.stringify(to).includes(email)).map(({ subject }) => subject)
const when = ({ date }: { date: string }, time = '9:15 AM') => `${spokenDay(date)} at ${time}`
const reminder = (one: { date: string }, time?: string) =>
  `Your appointment at Harbour Hospital on ${when(one, time)}`
const failed = async () => (await desk.call(listFailedMessages)).body.map(({ appointment: { id } }) => id)

describe('a reminder', () => {
  test('is sent by no hospital that has not switched it on', async () => {
    await set(off)
    expect((await desk.call(readSite)).body.messages).toEqual({ channels: ['EMAIL'], isOn: false })
    const { booked, email } = await given()
    await change(desk, booked, { time: '10:15' })
    await dayBefore(booked, 90)
    expect(told(email)).toEqual([])
  })

  test('goes out once from two servers that look at the same time, and names neither patient nor doctor', async () => {
    const bookings = [await given(), await given(), await given()]
    const last = bookings.at(-1)
    if (!last) throw new Error('nothing is booked')
    for (const { booked } of bookings) {
      const at = begins(booked) - minutes(24 * 60)
      await run(at - minutes(1))
      await Promise.all([run(at, app), run(at, other), run(at, app), run(at, other)])
      await run(at + minutes(60))
    }
    for (const { booked, email } of bookings) expect(told(email)).toEqual([reminder(booked)])
    const letter = mailbox.letters.find(({ to }) => JSON.stringify(to).includes(last.email))
    expect(letter?.text).toBe(
      `You have an appointment at Harbour Hospital on ${when(last.booked)}.\n\nIf you can’t come, please tell us: +44 20 7946 0100 or desk@harbour.example.\n`,
    )
    expect(letter?.to).toMatchObject({ text: last.email })
    expect(letter?.replyTo).toMatchObject({ text: 'desk@harbour.example' })
  })

  test('goes out more than once where a claim keeps nobody else away, and the test above would find it', async () => {
    await app.asOwner(`
      create function claim_for_nobody() returns trigger language plpgsql as $$
        begin new.try_at := old.try_at; return new; end $$;
      create trigger claim_for_nobody before update of tries on patient_message
        for each row execute function claim_for_nobody()`)
    // A race is not lost each time: one may have sent it before the other looks.
    let most = 0
    for (let races = 0; most < 2 && races < 10; races++) {
      const { booked, email } = await given()
      const at = begins(booked) - minutes(24 * 60)
      await Promise.all([run(at, app), run(at, other), run(at, app), run(at, other)])
      most = told(email).length
    }
    await app.asOwner('drop trigger claim_for_nobody on patient_message')
    expect(most).toBeGreaterThan(1)
  })

  test('says the new time after a move, also back to a time that was told before, and none after a cancellation', async () => {
    await set({ tellsChanges: false })
    const { booked, email } = await given()
    await dayBefore(booked)
    const moved = (await change(desk, booked, { time: '11:00' })).body
    await dayBefore(moved)
    await dayBefore(moved, 5)
    const back = (await change(desk, moved, { time: '09:15' })).body
    await dayBefore(back, 180)
    await dayBefore(back, 185)
    const expected = [reminder(booked), reminder(booked, '11:00 AM'), reminder(booked)]
    expect(told(email)).toEqual(expected)
    const again = (await change(desk, back, { time: '13:00' })).body
    await desk.call(cancelAppointment, { params: { id: again.id } })
    await dayBefore(again, 10)
    expect(told(email)).toEqual(expected)
  })

  test('goes to the address that the patient has when it is sent, also after a merge, and to nobody who has died', async () => {
    const renewed = await given()
    const dead = await given()
    const born = { dateOfBirth: '1980-05-01', allergies: null }
    const double = await given(
      {},
      { firstName: 'Ada', lastName: 'Lovell', email: 'old@example.org', ...born },
    )
    const survivor = await givenPatient(desk, {
      firstName: 'Ada',
      lastName: 'Lovell',
      email: 'ada@example.org',
      ...born,
    })
    expect((await merge(admin, survivor, double.patient)).status).toBeLessThan(300)
    const { patient } = renewed
    await desk.call(
      editPatient,
      { params: { id: patient.id }, body: { email: 'new@example.org' } },
      ifMatch(patient),
    )
    await desk.call(cancelAppointment, { params: { id: dead.booked.id } })
    await app.asOwner('update patient set deceased_at = now() where id = $1', [dead.patient.id])
    for (const { booked } of [renewed, dead, double]) await dayBefore(booked)
    expect(told(renewed.email)).toEqual([])
    expect(told('new@example.org')).toEqual([reminder(renewed.booked)])
    expect(told('old@example.org')).toEqual([])
    expect(told('ada@example.org')).toEqual([reminder(double.booked)])
    expect(told(dead.email)).toEqual([])
  })

  test('is missed by patients without an address, who are counted and stop no other', async () => {
    const date = daysAfter(utcToday(), (last += 3))
    const without = await given({ date, time: '09:00' }, { email: null })
    const { booked, email } = await given({ date, time: '09:30' })
    await dayBefore(without.booked)
    await dayBefore(booked)
    expect(told(email)).toEqual([reminder(booked, '9:30 AM')])
    // Somebody who was booked in the hours before it knows the time.
    await set({ reminderHours: 336 })
    const counted = (await desk.call(countMessages)).body.withoutAddress
    await given({ date: daysAfter(utcToday(), 2) }, { email: null })
    expect((await desk.call(countMessages)).body.withoutAddress).toBe(counted + 1)
    const late = await given({ date: daysAfter(utcToday(), 2), time: '10:30' })
    await soon()
    expect(told(late.email)).toEqual([])
  })

  test('names the clinic where the hospital says so', async () => {
    await set({ messagesNameClinic: true })
    const clinic = await givenClinic(admin, { name: 'Eye Clinic' })
    const date = daysAfter(utcToday(), (last += 3))
    await givenSession(admin, hoursOn(date, clinic))
    const { booked, email } = await given({ date })
    await dayBefore(booked)
    expect(told(email)).toEqual([reminder(booked)])
    expect(mailbox.letters.at(-1)?.text).toContain('at Harbour Hospital, Eye Clinic on')
  })
})

describe('a change', () => {
  test('is told when nobody can take it back: the last new time, a cancellation, and nothing that was undone', async () => {
    const { booked, email } = await given()
    const first = (await change(desk, booked, { time: '10:00' })).body
    const second = (await change(desk, first, { time: '11:00' })).body
    await run(Date.now())
    expect(told(email)).toEqual([])
    await Promise.all([soon(), run(Date.now() + minutes(2), other)])
    const moved = `Your appointment at Harbour Hospital was moved to ${when(booked, '11:00 AM')}`
    expect(told(email)).toEqual([moved])

    await desk.call(cancelAppointment, { params: { id: second.id } })
    await desk.call(undoAppointmentChange, { params: { id: second.id } })
    await soon()
    expect(told(email)).toEqual([moved])
    await desk.call(cancelAppointment, { params: { id: second.id } })
    await soon()
    await soon()
    const cancelled = `${reminder(booked, '11:00 AM')} was cancelled`
    expect(told(email)).toEqual([moved, cancelled])
    expect(mailbox.letters.at(-1)?.text).toContain('To book another, please contact us: +44 20 7946 0100')
  })

  test('of twenty bookings in a doctor’s leave is told to each patient once, and the answer says to how many', async () => {
    const date = daysAfter(utcToday(), (last += 3))
    const clinic = await givenClinic(admin)
    await givenSession(admin, { ...hoursOn(date, clinic), endsAt: '12:00', slotMinutes: 5 })
    const booked = await Promise.all(
      Array.from({ length: 21 }, (_, at) => {
        const time = `${at < 12 ? '09' : '10'}:${String((at % 12) * 5).padStart(2, '0')}`
        return given({ date, time }, at === 20 ? { email: null } : {})
      }),
    )
    const { body: leave } = await away(admin, { doctorId: doctor.id, from: date })
    const items = (await desk.call(listDisplaced, { params: { id: leave.id } })).body
    expect(items.map(({ isTold }) => isTold)).toEqual(booked.map(({ email }) => email !== ''))
    const decisions = items.map(({ appointment: { id, version, time } }, at) => ({
      appointmentId: id,
      version,
      ...(at < 18
        ? { action: 'MOVE' as const, doctorId: doctor.id, date: daysAfter(date, 1), time }
        : { action: 'CANCEL' as const }),
    }))
    const send = () => desk.call(resolveDisplaced, { body: { decisions } })
    expect((await send()).body.told).toBe(20)
    expect((await send()).body.told).toBe(0)
    await Promise.all([soon(), run(Date.now() + minutes(2), other)])
    await soon()
    for (const { email } of booked.slice(0, 20)) expect(told(email)).toHaveLength(1)
  })
})

describe('a message that fails', () => {
  test('is tried until it gets through, once, and is listed for the desk meanwhile', async () => {
    const { booked, email } = await given()
    const screen = await openLive(app.url, desk, 'messages')
    onTestFinished(() => screen.close())
    mailbox.be('full')
    const from = begins(booked) - minutes(24 * 60)
    await run(from)
    expect(await failed()).not.toContain(booked.id)
    for (const minute of tries) await run(from + minutes(minute))
    expect(await failed()).toContain(booked.id)
    await expect.poll(() => screen.stale('messages'), { timeout: 8000 }).toBeGreaterThan(0)
    mailbox.be('open')
    for (const minute of [61, 95, 130]) await run(from + minutes(minute))
    expect(told(email)).toEqual([reminder(booked)])
    expect(await failed()).not.toContain(booked.id)
  })

  test('is given up when the appointment begins', async () => {
    const { booked, email } = await given()
    mailbox.be('full')
    await dayBefore(booked)
    mailbox.be('open')
    await run(begins(booked))
    expect(told(email)).toEqual([])
  })

  test('for an address that is refused is listed at once, until the patient was phoned', async () => {
    const { booked, email, patient } = await given({}, { email: `${Date.now()}@gone.example` })
    const reached = await given({ date: booked.date, time: '14:00' })
    await dayBefore(reached.booked)
    expect(told(reached.email)).toEqual([reminder(booked, '2:00 PM')])
    const listed = (await desk.call(listFailedMessages)).body.find(
      ({ appointment }) => appointment.id === booked.id,
    )
    if (!listed) throw new Error('it is not listed')
    expect(listed).toMatchObject({
      kind: 'REMINDER',
      channel: 'EMAIL',
      failure: 'REFUSED',
      appointment: { patient: { contactNumber: patient.contactNumber } },
    })
    expect((await desk.call(countMessages)).body.failed).toBe((await failed()).length)
    const press = () => desk.call(notePhoned, { params: { id: listed.id } })
    expect((await press()).status).toBe(200)
    expect((await press()).status).toBe(200)
    expect(await failed()).not.toContain(booked.id)
    for (const later of [10, 40, 100]) await dayBefore(reached.booked, later)
    expect(await failed()).not.toContain(booked.id)
    expect(told(email)).toEqual([])
    expect(
      await app.asOwner('select phoned_by as by from patient_message where id = $1', [listed.id]),
    ).toEqual([{ by: desk.id }])
  })

  test('leaves the list when its appointment is moved or cancelled', async () => {
    await set({ tellsChanges: false })
    const first = await given({}, { email: 'a@gone.example' })
    const { date } = first.booked
    const gone = [first, await given({ date, time: '09:45' }, { email: 'b@gone.example' })] as const
    for (const { booked } of gone) await dayBefore(booked)
    expect(await failed()).toEqual(expect.arrayContaining(gone.map(({ booked }) => booked.id)))
    await change(desk, gone[0].booked, { time: '16:00' })
    await desk.call(cancelAppointment, { params: { id: gone[1].booked.id } })
    for (const { booked } of gone) expect(await failed()).not.toContain(booked.id)
  })
})

describe('the gateway', () => {
  const secret = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`
  type Posted = { id: string; body: { type: string; data: { id: string; to: string; text: string } } }

  async function openGateway() {
    const posted: Posted[] = []
    let status = 204
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', (part: Buffer) => (text += part.toString()))
      request.on('end', () => {
        const headers = request.headers as Record<string, string>
        // It throws where the signature is not of this body.
        new Webhook(secret).verify(text, headers)
        posted.push({ id: headers['webhook-id'] ?? '', body: JSON.parse(text) })
        response.writeHead(status, { location: 'http://127.0.0.1:9/' }).end()
      })
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`
    const by = await startApp({ on: app, gateway: { url, secret } })
    onTestFinished(() => by.close())
    return { posted, by, answer: (next: number) => void (status = next) }
  }

  test('gets signed messages under their own id, follows no redirect, and gets what it missed later, once', async () => {
    const { posted, by, answer } = await openGateway()
    const { booked, patient } = await given({}, { email: null })
    const at = begins(booked) - minutes(24 * 60)
    const own = () => posted.filter(({ body }) => body.data.to === patient.contactNumber)
    answer(302)
    await run(at, by)
    answer(503)
    for (const minute of tries) await run(at + minutes(minute), by)
    expect(await failed()).toContain(booked.id)
    const missed = own().length
    answer(204)
    await Promise.all([run(at + minutes(95), by), run(at + minutes(95), by)])
    await run(at + minutes(200), by)
    expect(own()).toHaveLength(missed + 1)
    expect(new Set(own().map(({ id }) => id)).size).toBe(1)
    expect(own().at(-1)?.body).toMatchObject({
      type: 'appointment.reminder',
      data: { id: own()[0]?.id, text: expect.stringContaining(when(booked)) },
    })
    expect(await failed()).not.toContain(booked.id)
  })

  test.each([
    [{ MESSAGE_GATEWAY_URL: 'https://sms.example.org' }, 'MESSAGE_GATEWAY_SECRET is not'],
    [{ MESSAGE_GATEWAY_SECRET: secret }, 'without MESSAGE_GATEWAY_URL'],
    [{ MESSAGE_GATEWAY_URL: 'http://sms.example.org', MESSAGE_GATEWAY_SECRET: secret }, 'phone numbers'],
    [{ MESSAGE_GATEWAY_URL: 'https://sms.example.org', MESSAGE_GATEWAY_SECRET: 'short' }, 'random bytes'],
  ])('is refused at the start where it is set by halves: %o', (env, sentence) => {
    expect(() => readGatewaySettings(env)).toThrow(PlainRefusal)
    expect(() => readGatewaySettings(env)).toThrow(sentence)
  })
})
