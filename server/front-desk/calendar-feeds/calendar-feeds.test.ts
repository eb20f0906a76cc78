import { afterAll, expect, test } from 'vitest'
import {
  type Appointment,
  cancelAppointment,
  changeAppointment,
} from '../../../contract/front-desk/appointments.ts'
import { readCalendarFeed, withdrawCalendarFeed } from '../../../contract/front-desk/calendar-feeds.ts'
import { withdrawClosure } from '../../../contract/front-desk/closures.ts'
import { listAudit } from '../../../contract/hospital/audit.ts'
import { editSettings, readSettings } from '../../../contract/hospital/settings.ts'
import { editStaffMember, readStaffMember } from '../../../contract/people/staff.ts'
import { startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { givenAppointment } from '../../testing/factories/appointments.ts'
import { givenFeed } from '../../testing/factories/calendar-feeds.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { away, givenSession, weekdayOf } from '../../testing/factories/schedules.ts'

const logged: string[] = []
const app = await startApp({
  logger: { level: 'info', stream: { write: (line: string) => void logged.push(line) } },
})
afterAll(() => app.close())
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')
const inAMonth = daysAfter(utcToday(), 28)

async function fetched(path: string): Promise<{ status: number; text: string; headers: Headers }> {
  const answer = await fetch(new URL(path, app.url))
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

/** The lines of an event by its id, unfolded. */
function eventIn(text: string, id: string): string[] {
  const events = text.replaceAll(/\r\n[ \t]/g, '').split('BEGIN:VEVENT')
  return events.find((event) => event.includes(`UID:${id}`))?.split('\r\n') ?? []
}

async function settle(body: Record<string, unknown>) {
  const settings = (await admin.call(readSettings)).body
  await admin.call(editSettings, { body }, ifMatch(settings))
}

async function editAccount(id: string, body: Record<string, unknown>) {
  const member = (await admin.call(readStaffMember, { params: { id } })).body
  await admin.call(editStaffMember, { params: { id }, body }, ifMatch(member))
}

test('a feed has times and places in UTC and nothing of a patient; a move raises SEQUENCE, a cancellation stays', async () => {
  await settle({ timeZone: 'Asia/Kolkata' })
  const clinicId =
    (
      await app.asOwner<{ id: string }>(
        `insert into clinic (name) values ('Eye, Nose & Throat') returning id`,
      )
    )[0]?.id ?? ''
  await givenSession(admin, {
    doctorId: doctor.id,
    clinicId,
    room: 'Room 4',
    weekday: weekdayOf(inAMonth),
    // In Kolkata it may be tomorrow already.
    validFrom: inAMonth,
    slotMinutes: 20,
  })
  const patient = await givenPatient(desk, { firstName: 'Quenby', lastName: 'Ravensworth' })
  const booked = await givenAppointment(desk, {
    patientId: patient.id,
    doctorId: doctor.id,
    date: inAMonth,
    time: '09:20',
    notes: 'Palpitations',
  })
  const colleagues = await givenAppointment(desk, {
    doctorId: (await app.signIn('doctor')).id,
    date: inAMonth,
  })
  const feed = await givenFeed(doctor)
  const { status, text, headers } = await fetched(feed.path)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('set-cookie')).toBeNull()
  const day = inAMonth.replaceAll('-', '')
  expect(eventIn(text, booked.id)).toEqual(
    expect.arrayContaining([
      'SEQUENCE:1',
      `DTSTART:${day}T035000Z`,
      `DTEND:${day}T041000Z`,
      'SUMMARY:Appointment',
      'LOCATION:Eye\\, Nose & Throat\\, Room 4',
      'STATUS:CONFIRMED',
      'CLASS:PRIVATE',
    ]),
  )
  expect(text).not.toContain(colleagues.id)
  for (const sign of [patient.id, patient.mrn, 'Quenby', 'Ravensworth', 'Q. R.', 'Palpitations', booked.type])
    expect(text).not.toContain(sign)

  const moved = await desk.call(
    changeAppointment,
    { params: { id: booked.id }, body: { time: '09:40' } },
    ifMatch(booked),
  )
  expect(eventIn((await fetched(feed.path)).text, booked.id)).toEqual(
    expect.arrayContaining([`SEQUENCE:${(moved.body as Appointment).version}`, `DTSTART:${day}T041000Z`]),
  )
  expect((moved.body as Appointment).version).toBeGreaterThan(1)
  await desk.call(cancelAppointment, { params: { id: booked.id } })
  expect(eventIn((await fetched(feed.path)).text, booked.id)).toContain('STATUS:CANCELLED')
  expect((await doctor.call(readCalendarFeed)).body.feed).toMatchObject({
    id: feed.id,
    fetchedAt: expect.stringMatching(/Z$/),
  })
  // A calendar that is read every minute writes four times an hour.
  await app.app.lantern.audit.flush()
  const trail = (await admin.call(listAudit, { query: { staffId: doctor.id } })).body.items
  expect(trail.map(({ action }) => action)).not.toContain('fetchCalendarFeed')
  const whole = JSON.stringify(trail) + logged.join('')
  expect(logged.join('')).toContain('/calendar/:secret.ics')
  expect(whole).not.toContain(feed.secret)
})

test('absences are busy from beginning to end, without their reason; a withdrawn one is cancelled', async () => {
  const from = daysAfter(inAMonth, 1)
  const leave = (await away(admin, { doctorId: doctor.id, from, reason: 'Operation' })).body
  const holiday = (await away(admin, { from: daysAfter(inAMonth, 2), reason: 'Founders’ Day' })).body
  const colleagues = (await away(admin, { doctorId: (await app.signIn('doctor')).id, from })).body
  const feed = await givenFeed(doctor)
  const { text } = await fetched(feed.path)
  expect(eventIn(text, leave.id)).toEqual(
    expect.arrayContaining([
      'SUMMARY:Leave',
      `DTSTART:${inAMonth.replaceAll('-', '')}T183000Z`,
      `DTEND:${from.replaceAll('-', '')}T183000Z`,
      'X-MICROSOFT-CDO-BUSYSTATUS:OOF',
    ]),
  )
  expect(eventIn(text, holiday.id)).toContain('SUMMARY:Holiday')
  expect(text).not.toContain(colleagues.id)
  expect(text).not.toContain('Operation')
  await admin.call(withdrawClosure, { params: { id: leave.id } })
  const withdrawn = eventIn((await fetched(feed.path)).text, leave.id)
  expect(withdrawn).toEqual(expect.arrayContaining(['STATUS:CANCELLED', 'SEQUENCE:2']))
})

test('initials are shown while the hospital allows them and to a doctor who asked, without restricted records, on record', async () => {
  const seer = await app.signIn('doctor')
  const booking = async (firstName: string, lastName: string, days: number) => {
    const patient = await givenPatient(desk, { firstName, lastName })
    const date = daysAfter(utcToday(), days)
    await givenAppointment(desk, { patientId: patient.id, doctorId: seer.id, date })
    return patient
  }
  const open = await booking('zoë', 'Ōta', 3)
  const closed = await booking('Xaver', 'Wu', 4)
  await app.asOwner('update patient set restricted_since = now() where id = $1', [closed.id])
  const feed = await givenFeed(seer, { showsInitials: true })
  expect((await fetched(feed.path)).text).not.toContain('Z. Ō.')

  await settle({ feedsNamePatients: true })
  const { text } = await fetched(feed.path)
  expect(text).toContain('SUMMARY:Appointment Z. Ō.\r\n')
  expect(text).toContain('SUMMARY:Appointment\r\n')
  expect(text).not.toContain('X. W.')
  await app.app.lantern.audit.flush()
  const of = async (patientId: string) =>
    (await admin.call(listAudit, { query: { patientId } })).body.items.filter(
      ({ action }) => action === 'fetchCalendarFeed',
    )
  expect(await of(open.id)).toMatchObject([{ staff: { id: seer.id } }])
  expect(await of(closed.id)).toEqual([])
  // It is the doctor's choice too.
  expect((await fetched((await givenFeed(seer)).path)).text).not.toContain('Z. Ō.')
  await settle({ feedsNamePatients: false })
})

test('an address that was replaced or withdrawn, or whose account was deactivated or has no role, answers 404 at once', async () => {
  const leaver = await app.signIn('doctor')
  const first = await givenFeed(leaver)
  const second = await givenFeed(leaver)
  expect((await fetched(first.path)).status).toBe(404)
  expect((await fetched(second.path)).status).toBe(200)

  const [role] = await app.asOwner<{ offered: string }>(
    'select offered_roles::text as offered from staff where id = $1',
    [leaver.id],
  )
  await app.asOwner(`update staff set role = null, offered_roles = '{}' where id = $1`, [leaver.id])
  expect((await fetched(second.path)).status).toBe(404)
  await app.asOwner('update staff set offered_roles = $2::text::role_name[] where id = $1', [
    leaver.id,
    role?.offered,
  ])
  expect((await fetched(second.path)).status).toBe(200)
  await editAccount(leaver.id, { active: false })
  expect((await fetched(second.path)).status).toBe(404)

  const withdrawn = await givenFeed(doctor)
  // Each account withdraws only its own.
  const colleague = await app.signIn('doctor')
  expect((await colleague.call(withdrawCalendarFeed, { params: { id: withdrawn.id } })).status).toBe(404)
  expect((await fetched(withdrawn.path)).status).toBe(200)
  await doctor.call(withdrawCalendarFeed, { params: { id: withdrawn.id } })
  expect((await fetched(withdrawn.path)).status).toBe(404)
  expect((await doctor.call(readCalendarFeed)).body.feed).toBeNull()
})

/** Addresses that a doctor makes at once: those that can be read, and the one that the account says it has. */
async function raced() {
  const hasty = await app.signIn('doctor')
  // All of them wait at the table, and go on together.
  await app.asOwner('begin; lock table calendar_feed in share row exclusive mode')
  const making = [1, 2, 3, 4].map(() => givenFeed(hasty))
  await expect
    .poll(() =>
      app.asOwner(`select from pg_locks where not granted and relation = 'calendar_feed'::regclass`),
    )
    .toHaveLength(making.length)
  await app.asOwner('commit')
  const made = await Promise.allSettled(making)
  const { feed } = (await hasty.call(readCalendarFeed)).body
  const paths = made.flatMap((one) => (one.status === 'fulfilled' && one.value.id ? [one.value] : []))
  const open = await Promise.all(
    paths.map(async ({ id, path }) => ((await fetched(path)).status === 200 ? id : null)),
  )
  return { open: open.filter(Boolean), own: [feed?.id] }
}

test('addresses made at once are one in the end, and the others are refused or replaced', async () => {
  const { open, own } = await raced()
  expect(open).toEqual(own)
  // The planted fault: without the constraint, more than one can be read.
  await app.asOwner('drop index calendar_feed_one_each')
  let most = 0
  for (let round = 0; round < 5 && most < 2; round += 1) most = (await raced()).open.length
  expect(most).toBeGreaterThan(1)
})

test('wrong addresses are 404, and limited for their network; a right one is read, but not without end', async () => {
  const reader = await app.signIn('doctor')
  const { path } = await givenFeed(reader)
  const wrong = '/calendar/'.concat('a'.repeat(43), '.ics')
  expect((await fetched(wrong)).status).toBe(404)
  expect((await fetched('/calendar/short.ics')).status).toBe(404)
  const statuses = []
  for (let sent = 0; sent < 60; sent++) statuses.push((await fetched(wrong)).status)
  expect(statuses.at(-1)).toBe(429)
  const refused = await fetched(wrong)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await fetched(path)).status).toBe(200)
  const reads = []
  for (let sent = 0; sent < 20; sent++) reads.push((await fetched(path)).status)
  expect(reads.at(-1)).toBe(429)
  expect(reads.at(-2)).toBe(200)
})
