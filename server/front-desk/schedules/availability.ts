import { type RawBuilder, sql } from 'kysely'
import { daysAfter } from '../../../contract/days.ts'
import { lastSeat } from '../../../contract/front-desk/appointments.ts'
import type { DayOfSessions, FreeSlot, SessionOfDay, Slot } from '../../../contract/front-desk/schedules.ts'
import type { Database } from '../../ground/db/connect.ts'
import { namedStatement, type Put } from '../../ground/db/prepared.ts'
import { sessionColumns, sessionJoins } from './queries.ts'
import { slotsOf } from './slots.ts'

export interface Asked {
  doctorId?: string | undefined
  clinicId?: string | undefined
}

interface Row extends Omit<SessionOfDay, 'slots' | 'away' | 'walkedIn'> {
  date: string
  /** The doctor's bookings of the day as `bookingsIn` reads them, on the doctor's first session of the day alone. */
  taken: string | null
  /** First minute, last minute and reason of the absences. */
  closed: [number, number, string][]
}

/** `extract` counts in exact decimals, which takes longer. */
const minuteOfDay = (time: RawBuilder<unknown>) => sql`(date_part('epoch', ${time}) / 60)::int`

/** A question about sessions: what is asked, and how its values come into a statement. */
interface Question {
  asked: Asked
  from: RawBuilder<unknown>
  to: RawBuilder<unknown>
  doctorId: RawBuilder<unknown>
  clinicId: RawBuilder<unknown>
}

type Period = Asked & { from: string; to: string }

const questionOf = (asked: Asked, put: Put<Period>): Question => ({
  asked,
  from: put(({ from }) => from),
  to: put(({ to }) => to),
  doctorId: put(({ doctorId }) => doctorId),
  clinicId: put(({ clinicId }) => clinicId),
})

/** Whether a session is one of those that are asked about. */
function isAsked({ asked, doctorId, clinicId }: Question) {
  return sql`doctor.active
    ${asked.doctorId ? sql`and session.doctor_id = ${doctorId}` : sql``}
    ${asked.clinicId ? sql`and session.clinic_id = ${clinicId}` : sql``}`
}

/** The sessions that are asked about, as a part of a statement: joined once, not again for each of their days. */
const sessionsAsked = (question: Question) => sql`
  session as materialized (
    select session.*, session as hours, doctor.name as doctor_name, clinic.name as clinic_name
    from practice_session session ${sessionJoins}
    where session.valid && daterange(${question.from}::date, ${question.to}::date, '[]') and ${isAsked(question)}
      and session.weekday = any (array(
        select extract(isodow from day)::int
        from generate_series(
          ${question.from}::timestamp, least(${question.to}::date, ${question.from}::date + 6)::timestamp, interval '1 day') day))
  )`

/** Each session with its first and last day in a period. */
const sessionLimits = ({ from, to }: Question) => sql`
  session cross join lateral (
    select greatest(${from}::date, lower(session.valid)) as first,
      least(${to}::date, coalesce(upper(session.valid) - 1, ${to}::date)) as last
  ) limits`

/** The days of a session between its limits. */
const daysOfSession = sql`(
  select day::date as date from generate_series(
    (first + (session.weekday - extract(isodow from first)::int + 7) % 7)::timestamp, last::timestamp, interval '7 days') day
  where takes_place_on(session.hours, day::date)
) day`

/** The absences of a period, as a part of a statement, and how one touches a session's day. */
const closuresIn = ({ from, to }: Question) => sql`
  closed as materialized (
    select * from closure where retired_at is null and during && tsrange(${from}::date, (${to}::date + 1)::timestamp)
  )`
const touching = sql`
  closed where (closed.doctor_id = session.doctor_id or closed.doctor_id is null)
    and (closed.clinic_id = session.clinic_id or closed.clinic_id is null)
    and closed.during && tsrange(
      day.date + lower(session.minutes) * interval '1 minute', day.date + upper(session.minutes) * interval '1 minute')`

/** The appointments that count: those in sessions, looked up session by session, whatever the planner makes of how many there are. */
const isBooked = sql`
  appointment.session_id is not null and appointment.status <> 'CANCELLED' and appointment.type <> 'EMERGENCY'`

/** The places of a period that are held for somebody, as a part of a statement. */
const heldIn = ({ from, to }: Question) => sql`
  held as materialized (
    -- The index is for those that are not released.
    select * from slot_hold where slot_hold.date between ${from}::date and ${to}::date and released_at is null and is_held(slot_hold)
  )`

/** Minute of the day, seat, length in minutes, and whether it is held, in the bits of one number: 11, 11, 8 and 1 of them. */
const packed = sql`(((${minuteOfDay(sql`time`)} * 2048 + seat) * 256 + minutes) * 2 + is_held)`

/** Reads the number that `packed` makes. */
function unpacked(booking: number): Booking {
  return {
    at: booking >>> 20,
    seat: (booking >>> 9) & 2047,
    length: (booking >>> 1) & 255,
    of: null,
    isHeld: (booking & 1) === 1,
  }
}

/**
 * The statement keeps its plan, because planning it takes longer than running it for a day. The bookings come as numbers: as
 * text they would take a third longer, and as JSON three times as long.
 */
const daysOfSessions = (asked: Asked) =>
  namedStatement<Row, Period>(
    `sessions${asked.doctorId ? ' of doctor' : ''}${asked.clinicId ? ' of clinic' : ''}`,
    (put) => {
      const question = questionOf(asked, put)
      return sql<Row>`
      with ${closuresIn(question)}, ${heldIn(question)}, ${sessionsAsked(question)}
      select day.date::text as date, ${sessionColumns(sql`doctor_name`, sql`clinic_name`)},
        case when row_number() over (
          partition by day.date, session.doctor_id order by lower(session.minutes), session.id) = 1
        then (
          select concat_ws(';', coalesce(array_agg(${packed}) filter (where minutes is not null), '{}'),
            string_agg(concat_ws(' ', session_id, seat, is_held), ',') filter (where minutes is null))
          from (
            select time, minutes, seat, session_id, 0 as is_held from appointment
            where appointment.doctor_id = session.doctor_id and appointment.date = day.date
              and ${isBooked} and (seat <= ${sql.lit(lastSeat)} or walk_in)
            union all
            select time, minutes, seat, session_id, 1 from held
            where held.doctor_id = session.doctor_id and held.date = day.date
          ) one
        ) end as taken,
        coalesce((
          select jsonb_agg(jsonb_build_array(
            ${minuteOfDay(sql`greatest(lower(closed.during), day.date) - day.date`)},
            ${minuteOfDay(sql`least(upper(closed.during), day.date + 1) - day.date`)}, closed.reason))
          from ${touching}
        ), '[]') as closed,
        case when session.online_places is not null
          then greatest(0, session.online_places - booked_from_home(session.hours, day.date)) end as "onlineLeft"
      from ${sessionLimits(question)} cross join lateral ${daysOfSession}
      order by day.date, fold(doctor_name), session.doctor_id, lower(session.minutes), session.id`
    },
  )

interface Booking {
  at: number
  seat: number
  /** Minutes; null for tokens and walk-ins, which are of a session instead. */
  length: number | null
  of: string | null
  isHeld: boolean
}

function bookingsIn(taken: string | null): Booking[] {
  const [timed = '', others] = taken?.split(';') ?? []
  const numbers = timed.slice(1, -1)
  return [
    ...(numbers ? numbers.split(',').map((one) => unpacked(Number(one))) : []),
    ...(others?.split(',') ?? []).map((other) => {
      const [of = '', seat, isHeld] = other.split(' ')
      return { at: 0, seat: Number(seat), length: null, of, isHeld: isHeld === '1' }
    }),
  ]
}

/** The sessions of a period's days with their slots, by day, doctor and time. */
async function sessionsOn(
  db: Database,
  from: string,
  to: string,
  asked: Asked = {},
): Promise<(SessionOfDay & { date: string })[]> {
  const rows = await daysOfSessions(asked)(db, { ...asked, from, to })
  let last: { doctor: string; bookings: ReturnType<typeof bookingsIn> } | undefined
  return rows.map(({ taken, closed, ...session }) => {
    const doctor = `${session.date} ${session.doctorId}`
    if (last?.doctor !== doctor) last = { doctor, bookings: bookingsIn(taken) }
    const spans = closed.map(([start, end]) => ({ from: start, until: end }))
    const isToken = session.kind === 'TOKENS'
    const own = last.bookings.filter(({ length, of }) => (length === null ? of === session.id : !isToken))
    const bookings = own
      .filter(({ seat }) => seat <= lastSeat)
      .map(({ at, length, seat, isHeld }) => ({ from: at, until: at + (length ?? 1), seat, isHeld }))
    const slots = slotsOf(session, spans, bookings)
    const walkedIn = own.length - bookings.length
    return { ...session, slots, walkedIn, away: slots.length > 0 ? null : (closed[0]?.[2] ?? null) }
  })
}

export async function dayOfSessions(
  db: Database,
  date: string,
  asked: Pick<Asked, 'doctorId'>,
): Promise<DayOfSessions> {
  const ofDoctor = asked.doctorId ? sql`and doctor_id = ${asked.doctorId}` : sql``
  const [sessions, doctors] = await Promise.all([
    sessionsOn(db, date, date, asked),
    sql<{
      id: string
    }>`select distinct doctor_id as id from practice_session where valid @> ${date}::date ${ofDoctor}`.execute(
      db,
    ),
  ])
  return {
    date,
    sessions: sessions.map(({ date: _, ...session }) => session),
    keepHours: doctors.rows.map(({ id }) => id),
  }
}

/** Days that are looked at in one step for the next free times: mostly there are some on the first days. */
const steps = [1, 2, 4] as const
const longestStep = 14
/** Days after which nothing free is found. */
const farthest = 182

/** The last day, and the times of the day from which and before which. */
interface Within {
  to?: string | undefined
  fromTime?: string | undefined
  toTime?: string | undefined
}

/** The next free times, the earliest first, from a day and a time on. */
export async function nextFree(
  db: Database,
  asked: Asked,
  from: { day: string; time: string },
  limit: number,
  { to, fromTime = '00:00', toTime = '24:00' }: Within = {},
): Promise<FreeSlot[]> {
  const found: FreeSlot[] = []
  let start = from.day
  const end = [daysAfter(from.day, farthest), ...(to ? [daysAfter(to, 1)] : [])].toSorted()[0] ?? start
  for (let turn = 0; start < end && found.length < limit; turn++) {
    const next = [daysAfter(start, steps[turn] ?? longestStep), end].toSorted()[0] ?? end
    for (const session of await sessionsOn(db, start, daysAfter(next, -1), asked)) {
      const { doctorId, doctor, clinicId, clinic, date, kind, endsAt } = session
      for (const { time, free } of session.slots) {
        const last = kind === 'TOKENS' ? endsAt : time
        if (free > 0 && (date > from.day || last >= from.time) && time >= fromTime && time < toTime)
          found.push({ doctorId, doctor, clinicId, clinic, date, time, kind, free })
      }
    }
    start = next
  }
  return found.sort((a, b) => `${a.date} ${a.time}`.localeCompare(`${b.date} ${b.time}`)).slice(0, limit)
}

/** Days as they come out of the database: joined by commas; null where there is none. */
type Days = string | null

interface CountedSession {
  doctorId: string
  /** Places of each day. */
  places: number
  dates: Days
  /** Days with their number of bookings. */
  booked: Days
  /** The day of each place that is held. */
  held: Days
  /** Days on which an absence touches the session. */
  closed: Days
}

/** The bookings of a session are counted at once for all of its days, which takes a third of a look for each day. */
const countedSessions = (asked: Asked) =>
  namedStatement<CountedSession, Period>(
    `places${asked.doctorId ? ' of doctor' : ''}${asked.clinicId ? ' of clinic' : ''}`,
    (put) => {
      const question = questionOf(asked, put)
      const { from, to } = question
      return sql<CountedSession>`
      with ${closuresIn(question)}, ${heldIn(question)}, ${sessionsAsked(question)}
      select session.doctor_id as "doctorId",
        case kind when 'TOKENS' then capacity
          else capacity * ((upper(session.minutes) - lower(session.minutes)) / slot_minutes) end as places,
        (select string_agg(date::text, ',') from ${daysOfSession}) as dates,
        (
          select string_agg(concat_ws(' ', date, count), ',') from (
            select date, count(*) from appointment
            where appointment.session_id = session.id and appointment.date between ${from}::date and ${to}::date
              and ${isBooked} and seat <= ${sql.lit(lastSeat)}
            group by date
          ) counted
        ) as booked,
        (select string_agg(date::text, ',') from held where held.session_id = session.id) as held,
        case when exists (select from closed) then (
          select string_agg(date::text, ',') from ${daysOfSession} where exists (select from ${touching})
        ) end as closed
      from ${sessionLimits(question)}
    `
    },
  )

/** Free and all places by doctor and day. */
export async function availability(db: Database, from: string, to: string, asked: Asked) {
  const listed = (days: Days) => days?.split(',') ?? []
  const days = new Map<string, { doctorId: string; date: string; places: number; free: number }>()
  const closed = new Set<string>()
  for (const session of await countedSessions(asked)(db, { ...asked, from, to })) {
    const { doctorId, places } = session
    const taken = new Map<string, number>()
    for (const one of listed(session.booked)) {
      const [date = '', count] = one.split(' ')
      taken.set(date, Number(count))
    }
    for (const date of listed(session.held)) taken.set(date, (taken.get(date) ?? 0) + 1)
    for (const date of listed(session.closed)) closed.add(`${date} ${doctorId}`)
    for (const date of listed(session.dates)) {
      const key = `${date} ${doctorId}`
      const day = days.get(key) ?? { doctorId, date, places: 0, free: 0 }
      day.places += places
      day.free += Math.max(0, places - (taken.get(date) ?? 0))
      days.set(key, day)
    }
  }
  // With an absence the free places depend on its times, so these days are counted slot by slot.
  const inOrder = [...closed].toSorted()
  const [first, last] = [inOrder[0], inOrder.at(-1)].map((key) => key?.slice(0, 10))
  const whole = first && last ? await sessionsOn(db, first, last, asked) : []
  for (const key of closed) {
    const day = days.get(key)
    if (day) Object.assign(day, { places: 0, free: 0 })
  }
  for (const { doctorId, date, slots } of whole) {
    const key = `${date} ${doctorId}`
    const day = days.get(key)
    if (!day || !closed.has(key)) continue
    for (const slot of slots) {
      day.places += slot.places
      day.free += slot.free
    }
  }
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day)
}
/** The place at a time, with how many are free in it; undefined where the doctor has no hours, or is away. */
export async function placeAt(
  db: Database,
  { doctorId, date, time }: { doctorId: string; date: string; time: string },
): Promise<FreeSlot | undefined> {
  for (const { slots, doctor, clinicId, clinic, kind, startsAt, endsAt } of await sessionsOn(db, date, date, {
    doctorId,
  })) {
    const isIn = kind === 'TOKENS' && startsAt <= time && time < endsAt
    const slot = slots.find((one) => isIn || one.time === time)
    if (slot) return { doctorId, doctor, clinicId, clinic, date, time: slot.time, kind, free: slot.free }
  }
  return undefined
}

/** A clinic's sessions in a period. */
export const clinicBetween = (db: Database, clinicId: string, from: string, to: string) =>
  sessionsOn(db, from, to, { clinicId })

/** A clinic's sessions on a day. */
export const clinicOn = (db: Database, clinicId: string, date: string) =>
  sessionsOn(db, date, date, { clinicId })

/** The doctors of these sessions who are free at a time, by name, without one of them. */
export function colleaguesFree(
  sessions: Awaited<ReturnType<typeof clinicOn>>,
  { time, doctorId: except }: { time: string; doctorId: string },
): FreeSlot[] {
  return sessions.flatMap(({ slots, doctorId, doctor, clinicId, clinic, date, kind, startsAt, endsAt }) => {
    const isAtThatTime = (slot: Slot) =>
      kind === 'TOKENS' ? startsAt <= time && time < endsAt : slot.time === time
    const slot = slots.find((one) => one.free > 0 && isAtThatTime(one))
    return slot && doctorId !== except
      ? [{ doctorId, doctor, clinicId, clinic, date, time: slot.time, kind, free: slot.free }]
      : []
  })
}
