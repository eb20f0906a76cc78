import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import {
  type Appointment,
  cancelAppointment,
  readAppointment,
} from '../../../contract/front-desk/appointments.ts'
import { listFreePlaces, listNextFree, readDayOfSessions } from '../../../contract/front-desk/schedules.ts'
import {
  changeWaitEntry,
  declineOffer,
  listWaitEntries,
  listWaitingFor,
  takeOffer,
  type WaitEntry,
  withdrawWaitEntry,
} from '../../../contract/front-desk/wait-list.ts'
import { undoMerge } from '../../../contract/people/duplicates/merges.ts'
import { deletePatient } from '../../../contract/people/patients.ts'
import { offerRoles, startApp } from '../../testing/app.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { book, change } from '../../testing/factories/appointments.ts'
import { givenClinic } from '../../testing/factories/clinics.ts'
import { merge } from '../../testing/factories/patients/merges.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { away, givenSession, weekdayOf } from '../../testing/factories/schedules.ts'
import { givenWait, offer, wait } from '../../testing/factories/wait-list.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const [desk, colleague] = [await app.signIn('receptionist'), await app.signIn('receptionist')]
const { firstName, lastName } = await desk.me()
const name = `${firstName} ${lastName}`
let last = 7

/** A doctor with four times from nine o'clock on a day of their own, in a clinic of their own. */
async function givenPlace(wishes: Partial<Parameters<typeof givenSession>[1]> = {}) {
  const [doctor, clinic, date] = [
    await app.signIn('doctor'),
    await givenClinic(admin),
    daysAfter(utcToday(), last++),
  ]
  await givenSession(admin, { doctorId: doctor.id, clinicId: clinic.id, weekday: weekdayOf(date), ...wishes })
  const at = (time: string) => ({ doctorId: doctor.id, date, time })
  return { doctor, clinic, date, at, fill: async (time: string) => (await book(desk, at(time))).body }
}
const matching = async (query: { doctorId: string; date: string; time: string }) =>
  (await desk.call(listWaitingFor, { query })).body
const heldBy = (entry: WaitEntry) => ({ params: { id: entry.offer?.id ?? '' } })
const listed = async (query: object) => (await desk.call(listWaitEntries, { query })).body.items
const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => id)
const cancel = ({ id }: Appointment) => desk.call(cancelAppointment, { params: { id } })

/** Runs both while a third transaction holds the row of the day, so that they meet. */
async function together<One, Other>(date: string, one: () => Promise<One>, other: () => Promise<Other>) {
  const holder = new pg.Client({ connectionString: app.database.ownerUrl })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select from queue_day where date = $1 for update', [date])
    const both = Promise.all([one(), other()])
    await expect
      .poll(() =>
        app.asOwner(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      )
      .toHaveLength(2)
    await holder.query('commit')
    return await both
  } finally {
    await holder.end()
  }
}

describe('the wait list', () => {
  test('has one open entry of a patient for a clinic or doctor, in the order of priority and wait', async () => {
    const { clinic, doctor } = await givenPlace()
    const routine = await givenWait(desk, { clinicId: clinic.id })
    const later = await givenWait(desk, { clinicId: clinic.id, doctorId: doctor.id })
    const urgent = await givenWait(desk, { clinicId: clinic.id, priority: 1 })
    expect(ids(await listed({ clinicId: clinic.id }))).toEqual(ids([urgent, routine, later]))
    expect(ids(await listed({ clinicId: clinic.id, priority: 1 }))).toEqual([urgent.id])
    expect(await wait(desk, { patientId: routine.patientId, clinicId: clinic.id })).toMatchObject({
      status: 409,
      problem: { code: 'already_waiting', errors: [{ path: 'patientId' }] },
    })
    expect((await wait(desk, { patientId: routine.patientId, doctorId: doctor.id })).status).toBe(201)
    expect(await wait(desk, { patientId: routine.patientId })).toMatchObject({
      problem: { errors: [{ path: 'clinicId', message: 'Choose a clinic or a doctor' }] },
    })

    const body = {
      clinicId: clinic.id,
      firstDay: utcToday(),
      lastDay: daysAfter(utcToday(), 9),
      priority: 1 as const,
      version: routine.version,
    }
    const params = { id: routine.id }
    const changed = await desk.call(changeWaitEntry, { params, body })
    expect(changed.body).toMatchObject({ priority: 1, version: 2 })
    expect((await colleague.call(changeWaitEntry, { params, body: { ...body, note: 'x' } })).status).toBe(412)
    expect((await desk.call(withdrawWaitEntry, { params })).body).toMatchObject({
      state: 'WITHDRAWN',
      endedBy: name,
    })
    expect(await desk.call(withdrawWaitEntry, { params })).toMatchObject({ problem: { code: 'wait_ended' } })
    expect(ids(await listed({ clinicId: clinic.id, state: 'WITHDRAWN' }))).toEqual([routine.id])
    expect((await wait(desk, { patientId: routine.patientId, clinicId: clinic.id })).status).toBe(201)
  })

  test('follows a merged patient and back, and ends with the record', async () => {
    const [{ doctor, at }, survivor, other] = [
      await givenPlace(),
      await givenPatient(desk),
      await givenPatient(desk),
    ]
    const [own, twin, followed] = [
      await givenWait(desk, { patientId: survivor.id, doctorId: doctor.id }),
      await givenWait(desk, { patientId: other.id, doctorId: doctor.id }),
      await givenWait(desk, { patientId: other.id, clinicId: (await givenClinic(admin)).id }),
    ]
    const offered = (await offer(desk, twin, at('09:00'))).body
    const merged = (await merge(admin, survivor, other)).body
    const of = async ({ id, state }: WaitEntry) =>
      (await listed({ state: state === 'WITHDRAWN' ? state : 'WAITING', limit: 100 })).find(
        (one) => one.id === id,
      )
    expect(await of(followed)).toMatchObject({ patientId: survivor.id })
    expect(await of(own)).toMatchObject({ patientId: survivor.id })
    expect(await of({ ...twin, state: 'WITHDRAWN' })).toMatchObject({ patientId: other.id, endedBy: null })
    expect(await desk.call(takeOffer, heldBy(offered))).toMatchObject({ problem: { code: 'offer_over' } })
    expect(await matching(at('09:00'))).toMatchObject({ free: 1 })
    await admin.call(undoMerge, { params: { id: merged.id }, body: { reason: 'Two people' } })
    expect(await of(followed)).toMatchObject({ patientId: other.id })
    await admin.call(deletePatient, { params: { id: other.id } })
    expect(await of({ ...followed, state: 'WITHDRAWN' })).toMatchObject({ endedBy: null })
  })
})

test('an entry for a doctor or clinic that can’t be booked any more says so, until somebody changes it', async () => {
  const [{ doctor, clinic, date }, closed] = [await givenPlace(), await givenClinic(admin)]
  const entry = await givenWait(desk, { clinicId: clinic.id, doctorId: doctor.id })
  expect(entry.unbookable).toBeNull()
  await givenWait(desk, { clinicId: closed.id })
  await app.asOwner('update clinic set retired_at = now() where id = $1', [closed.id])
  expect(await listed({ clinicId: closed.id })).toMatchObject([{ unbookable: 'clinic' }])
  const stream = await openLive(app.url, desk, 'wait-list')
  await offerRoles(admin, doctor.id, [], false)
  await expect.poll(() => stream.stale('wait-list')).toBeGreaterThan(0)
  expect(await listed({ doctorId: doctor.id })).toMatchObject([{ id: entry.id, unbookable: 'doctor' }])
  const save = (doctorId: string | null, version: number) =>
    desk.call(changeWaitEntry, {
      params: { id: entry.id },
      body: { clinicId: clinic.id, doctorId, firstDay: date, lastDay: date, note: 'Phone', version },
    })
  const kept = (await save(doctor.id, entry.version)).body
  expect(kept).toMatchObject({ note: 'Phone', unbookable: 'doctor' })
  expect((await save(null, kept.version)).body).toMatchObject({ doctorId: null, unbookable: null })
})

describe('an offer', () => {
  test('goes to those who wait for the place, is declined by one and booked by the next', async () => {
    const { doctor, clinic, date, at, fill } = await givenPlace()
    const booked = await fill('09:15')
    expect(await matching(at('09:15'))).toMatchObject({ free: 0, clinic: clinic.name })
    const second = await givenWait(desk, { clinicId: clinic.id })
    const first = await givenWait(desk, {
      doctorId: doctor.id,
      priority: 1,
      fromTime: '09:00',
      toTime: '09:30',
    })
    await givenWait(desk, { clinicId: clinic.id, fromTime: '09:30' })
    await givenWait(desk, { clinicId: clinic.id, firstDay: daysAfter(date, 1) })
    await cancel(booked)
    const stream = await openLive(app.url, desk, `availability:${date}`, 'wait-list')
    const query = { doctorId: doctor.id, from: date, to: date }
    expect(await matching(at('09:15'))).toMatchObject({
      free: 1,
      entries: [{ id: first.id }, { id: second.id }],
    })

    const offered = (await offer(desk, first, at('09:15'))).body
    expect(offered).toMatchObject({ state: 'OFFERED', offer: { date, time: '09:15', offeredBy: name } })
    for (const scope of [`availability:${date}`, 'wait-list'])
      await expect.poll(() => stream.stale(scope)).toBeGreaterThan(0)
    expect((await desk.call(listFreePlaces, { query })).body).toMatchObject([{ places: 4, free: 3 }])
    const session = (await desk.call(readDayOfSessions, { params: { date } })).body.sessions.find(
      ({ doctorId }) => doctorId === doctor.id,
    )
    expect(session?.slots.map(({ free }) => free)).toEqual([1, 0, 1, 1])
    const next = (await desk.call(listNextFree, { query: { doctorId: doctor.id, from: date, limit: 4 } }))
      .body
    expect(next.slice(0, 2)).toMatchObject([{ time: '09:00' }, { time: '09:30' }])
    const suiting = {
      doctorId: doctor.id,
      from: date,
      to: daysAfter(date, 6),
      fromTime: '09:00',
      toTime: '09:45',
    }
    expect((await desk.call(listNextFree, { query: { ...suiting, fromTime: '09:10' } })).body).toMatchObject([
      { date, time: '09:30' },
    ])
    expect(await book(colleague, at('09:15'))).toMatchObject({ problem: { code: 'session_full' } })
    expect(await offer(colleague, second, at('09:15'))).toMatchObject({
      status: 409,
      problem: { code: 'place_taken', errors: [{ path: 'time' }] },
    })
    expect(await offer(desk, first, at('09:30'))).toMatchObject({ problem: { code: 'offered_already' } })

    expect((await desk.call(declineOffer, heldBy(offered))).body).toMatchObject({
      state: 'WAITING',
      offer: null,
    })
    expect(ids((await matching(at('09:15'))).entries)).toEqual([second.id])
    const again = (await offer(desk, second, at('09:15'))).body
    const taken = (await desk.call(takeOffer, heldBy(again))).body
    expect(taken).toMatchObject({
      patientId: second.patientId,
      date,
      time: '09:15',
      seat: 1,
      status: 'SCHEDULED',
    })
    expect(await listed({ clinicId: clinic.id, state: 'BOOKED' })).toMatchObject([{ bookedAs: taken.id }])
    expect(await colleague.call(takeOffer, heldBy(again))).toMatchObject({
      status: 409,
      problem: { code: 'offer_over', detail: expect.stringContaining(`${name} booked this place`) },
    })
    expect(await offer(desk, second, at('09:30'))).toMatchObject({ problem: { code: 'wait_ended' } })
  })

  test('brings a later appointment forward', async () => {
    const { doctor, date, at, fill } = await givenPlace()
    const later = await fill('09:45')
    const theirs = await wait(desk, { doctorId: doctor.id, appointmentId: later.id })
    expect(theirs).toMatchObject({ status: 422, problem: { errors: [{ path: 'appointmentId' }] } })
    const entry = await givenWait(desk, {
      patientId: later.patientId,
      doctorId: doctor.id,
      appointmentId: later.id,
    })
    expect(entry).toMatchObject({ appointmentId: later.id, appointmentTime: '09:45' })
    // The list is read again only for appointments that an entry brings forward.
    const [other, stream] = [
      await fill('09:15'),
      await openLive(app.url, desk, `availability:${date}`, 'wait-list'),
    ]
    await cancel(other)
    await expect.poll(() => stream.stale(`availability:${date}`)).toBeGreaterThan(0)
    const of = (scope: string) =>
      stream.events.flatMap((event) => (event.kind === 'stale' && event.scope === scope ? event.asOf : []))
    const [cancelled = 0] = of(`availability:${date}`)
    // An earlier change of the list may be announced late.
    const since = () => of('wait-list').filter((asOf) => asOf >= cancelled)
    expect(since()).toEqual([])
    const moved = (await change(desk, later, { time: '09:30' })).body
    await expect.poll(since).not.toEqual([])
    const offered = (await offer(desk, entry, at('09:00'))).body
    const taken = (await desk.call(takeOffer, heldBy(offered))).body
    expect(taken).toMatchObject({ id: later.id, time: '09:00', version: moved.version + 1 })
    expect(await matching(at('09:30'))).toMatchObject({ free: 1 })
  })

  test('ends by itself, and a place is refused where the doctor has none or is away', async () => {
    const { doctor, date, at, fill } = await givenPlace({ kind: 'TOKENS', capacity: 1 })
    const entry = await givenWait(desk, { doctorId: doctor.id })
    expect(await offer(desk, entry, at('12:00'))).toMatchObject({ problem: { code: 'outside_hours' } })
    const offered = (await offer(desk, entry, at('09:20'))).body
    expect(offered.offer?.time).toBe('09:00')
    await app.asOwner(
      `update slot_hold set created_at = created_at - interval '1 hour', until = until - interval '1 hour' where id = $1`,
      [offered.offer?.id],
    )
    expect(await listed({ doctorId: doctor.id })).toMatchObject([{ state: 'WAITING', offer: null }])
    expect(await desk.call(takeOffer, heldBy(offered))).toMatchObject({
      problem: { code: 'offer_over', detail: expect.stringContaining('Offer it again') },
    })
    const booked = await fill('09:00')
    expect(booked).toMatchObject({ seat: 1 })
    await cancel(booked)
    const held = (await offer(desk, entry, at('09:00'))).body
    await away(admin, { doctorId: doctor.id, from: date })
    expect(await desk.call(takeOffer, heldBy(held))).toMatchObject({ problem: { code: 'doctor_away' } })
    await desk.call(declineOffer, heldBy(held))
    expect(await offer(desk, entry, at('09:00'))).toMatchObject({ problem: { code: 'doctor_away' } })
    expect((await matching(at('09:00'))).free).toBe(0)
  })
})

test('a place is held until its time at the longest, and a token until its session ends', async () => {
  for (const [wishes, end] of [
    [{}, '09:15'],
    [{ kind: 'TOKENS', capacity: 1 }, '10:00'],
  ] as const) {
    const { doctor, date } = await givenPlace(wishes)
    const { id } = await givenWait(desk, { doctorId: doctor.id })
    const hold = (until: string) =>
      app.asOwner(
        `insert into slot_hold (entry_id, doctor_id, date, time, made_by, until)
         values ($1, $2, $3, '09:15', $4, now() + $5::interval)
         returning to_char(until at time zone (select time_zone from hospital), 'YYYY-MM-DD HH24:MI') as until`,
        [id, doctor.id, date, desk.id, until],
      )
    await expect(hold('-1 minute')).rejects.toThrow('the time has passed')
    expect(await hold('90 days')).toEqual([{ until: `${date} ${end}` }])
  }
})

describe('two at once', () => {
  test('one of two offers of a place, and of an offer and a booking, has it', async () => {
    for (const isBooking of [false, true]) {
      const { doctor, date, at, fill } = await givenPlace()
      await cancel(await fill('09:00'))
      const [one, other] = [
        await givenWait(desk, { doctorId: doctor.id }),
        await givenWait(desk, { doctorId: doctor.id }),
      ]
      const answers = await together(
        date,
        () => offer(desk, one, at('09:00')),
        async () =>
          isBooking ? await book(colleague, at('09:00')) : await offer(colleague, other, at('09:00')),
      )
      expect(answers.map(({ status }) => status < 300).toSorted()).toEqual([false, true])
      expect(await matching(at('09:00'))).toMatchObject({ free: 0 })
    }
  })

  test('an offer is booked once by two who accept it, and not taken by somebody who books meanwhile', async () => {
    const { doctor, date, at } = await givenPlace()
    const entry = await givenWait(desk, { doctorId: doctor.id })
    const offered = (await offer(desk, entry, at('09:00'))).body
    const accept = await together(
      date,
      () => desk.call(takeOffer, heldBy(offered)),
      () => colleague.call(takeOffer, heldBy(offered)),
    )
    expect(accept.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(accept.find(({ status }) => status === 409)?.problem).toMatchObject({ code: 'offer_over' })

    const next = (await offer(desk, await givenWait(desk, { doctorId: doctor.id }), at('09:15'))).body
    const [taken, booked] = await together(
      date,
      () => desk.call(takeOffer, heldBy(next)),
      () => book(colleague, at('09:15')),
    )
    expect([taken.status, booked.status]).toEqual([200, 409])
    expect((await desk.call(readAppointment, { params: { id: taken.body.id } })).body.seat).toBe(1)
  })

  test('the database holds one place once, and one place for an entry', async () => {
    const { doctor, at, date } = await givenPlace()
    const [entry, other] = [
      (await offer(desk, await givenWait(desk, { doctorId: doctor.id }), at('09:00'))).body,
      await givenWait(desk, { doctorId: doctor.id }),
    ]
    await app.asOwner('alter table slot_hold disable trigger hold_placed')
    const again = (entryId: string, time: string) =>
      app.asOwner(
        `insert into slot_hold (entry_id, doctor_id, session_id, date, time, minutes, seat, made_by, created_at, until)
         select $1, doctor_id, session_id, date, $2::time, minutes, seat, made_by, now(), now() + interval '5 minutes'
         from slot_hold where id = $3`,
        [entryId, time, entry.offer?.id],
      )
    await expect(again(other.id, '09:10')).rejects.toThrow('hold_one_per_seat')
    await expect(again(entry.id, '09:45')).rejects.toThrow('hold_one_per_entry')
    await app.asOwner('alter table slot_hold enable trigger hold_placed')
    expect(await matching({ ...at('09:00'), date })).toMatchObject({ free: 0 })
  })
})
