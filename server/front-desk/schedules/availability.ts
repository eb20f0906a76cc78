import { type RawBuilder, sql } from 'kysely'
import { daysAfter } from '../../../contract/days.ts'
import { lastSeat } from '../../../contract/front-desk/appointments.ts'
import type { DayOfSessions, FreeSlot, SessionOfDay, Slot } from '../../../contract/front-desk/schedules.ts'
import type { Database } from '../../ground/db/connect.ts'
import { plannedWithValues } from '../../ground/db/prepared.ts'
import { sessionColumns, sessionJoins } from './queries.ts'
import { slotsOf } from './slots.ts'

export interface Asked {
  doctorId?: string | undefined
  clinicId?: string | undefined
}

interface Row extends Omit<SessionOfDay, 'slots' | 'away' | 'walkedIn'> {
  date: string
  /** Minute, length, seat and, where it has no length, session of the doctor's bookings of the day. */
  taken: [number, number | null, number, string | null][]
  /** First minute, last minute and reason of the absences. */
  closed: [number, number, string][]
}

const minuteOfDay = (time: RawBuilder<unknown>) => sql`(extract(epoch from ${time}) / 60)::int`

/** Whether a session is one of those that are asked about. */
function isAsked({ doctorId, clinicId }: Asked) {
  return sql`doctor.active
    ${doctorId ? sql`and session.doctor_id = ${doctorId}` : sql``}
    ${clinicId ? sql`and session.clinic_id = ${clinicId}` : sql``}`
}

/**
 * The sessions that are asked about, as a part of a statement: joined once, not again for each of their days. How many days
 * there are decides the plan.
 */
const sessionsAsked = (from: string, to: string, asked: Asked) => sql`
  session as materialized (
    select session.*, session as hours, doctor.name as doctor_name, clinic.name as clinic_name
    from practice_session session ${sessionJoins} 
    where session.valid && daterange(${from}::date, ${to}::date, '[]') and ${isAsked(asked)}
      and session.weekday = any (array(
        select extract(isodow from day)::int
        from generate_series(${from}::timestamp, least(${to}::date, ${from}::date + 6)::timestamp, interval '1 day') day))
  )`

/** The sessions on the days of a period: `session` and `day`. */
const sessionDays = (from: string, to: string) => sql`
  session cross join lateral (
    select greatest(${from}::date, lower(session.valid)) as first,
      least(${to}::date, coalesce(upper(session.valid) - 1, ${to}::date)) as last
  ) limits
  cross join lateral (
    select day::date as date from generate_series(
      (first + (session.weekday - extract(isodow from first)::int + 7) % 7)::timestamp, last::timestamp, interval '7 days') day
    where takes_place_on(session.hours, day::date)
  ) day`

/** The absences of a period, as a part of a statement, and how one touches a session's day. */
const closuresIn = (from: string, to: string) => sql`
  closed as materialized (
    select * from closure where retired_at is null and during && tsrange(${from}::date, (${to}::date + 1)::timestamp)
  )`
const touching = sql`
  closed where (closed.doctor_id = session.doctor_id or closed.doctor_id is null)
    and (closed.clinic_id = session.clinic_id or closed.clinic_id is null)
    and closed.during && tsrange(
      day.date + lower(session.minutes) * interval '1 minute', day.date + upper(session.minutes) * interval '1 minute')`

/** The appointments that count: those in sessions, looked up session by session, whatever the planner makes of how many there are. */
const booked = sql`
  appointment.date = day.date and appointment.session_id is not null
    and appointment.status <> 'CANCELLED' and appointment.type <> 'EMERGENCY'`

/** The places of a period that are held for somebody, as a part of a statement. */
const heldIn = (from: string, to: string) => sql`
  held as materialized (
    -- The index is for those that are not released.
    select * from slot_hold where slot_hold.date between ${from} and ${to} and released_at is null and is_held(slot_hold)
  )`

/** The sessions of a period's days with their slots, by day, doctor and time. */
async function sessionsOn(
  db: Database,
  from: string,
  to: string,
  asked: Asked = {},
): Promise<(SessionOfDay & { date: string })[]> {
  const { rows } = await sql<Row>`
    ${plannedWithValues} with ${closuresIn(from, to)}, ${heldIn(from, to)}, ${sessionsAsked(from, to, asked)}
    select day.date::text as date, ${sessionColumns(sql`doctor_name`, sql`clinic_name`)},
      coalesce((
        select json_agg(json_build_array(
          ${minuteOfDay(sql`time`)}, minutes, seat, case when minutes is null then session_id end))
        from (
          select time, minutes, seat, session_id from appointment
          where appointment.doctor_id = session.doctor_id and ${booked} and (seat <= ${lastSeat} or walk_in)
          union all
          select time, minutes, seat, session_id from held
          where held.doctor_id = session.doctor_id and held.date = day.date
        ) one
      ), '[]') as taken,
      coalesce((
        select jsonb_agg(jsonb_build_array(
          ${minuteOfDay(sql`greatest(lower(closed.during), day.date) - day.date`)},
          ${minuteOfDay(sql`least(upper(closed.during), day.date + 1) - day.date`)}, closed.reason))
        from ${touching}
      ), '[]') as closed
    from ${sessionDays(from, to)}
    order by day.date, fold(doctor_name), session.doctor_id, lower(session.minutes), session.id
  `.execute(db)
  return rows.map(({ taken, closed, ...session }) => {
    const spans = closed.map(([start, end]) => ({ from: start, until: end }))
    const isToken = session.kind === 'TOKENS'
    const own = taken.filter(([, length, , of]) => (length === null ? of === session.id : !isToken))
    const bookings = own
      .filter(([, , seat]) => seat <= lastSeat)
      .map(([at, length, seat]) => ({ from: at, until: at + (length ?? 1), seat }))
    const slots = slotsOf(session, spans, bookings)
    const walkedIn = own.length - bookings.length
    return { ...session, slots, walkedIn, away: slots.length > 0 ? null : (closed[0]?.[2] ?? null) }
  })
}

export async function dayOfSessions(db: Database, date: string): Promise<DayOfSessions> {
  const [sessions, doctors] = await Promise.all([
    sessionsOn(db, date, date),
    sql<{
      id: string
    }>`select distinct doctor_id as id from practice_session where valid @> ${date}::date`.execute(db),
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

/** Free and all places by doctor and day. */
export async function availability(db: Database, from: string, to: string, asked: Asked) {
  const { rows } = await sql<{
    doctorId: string
    date: string
    places: number
    free: number
    isClosed: boolean
  }>`
    ${plannedWithValues} with ${closuresIn(from, to)}, ${heldIn(from, to)}, ${sessionsAsked(from, to, asked)}
    select session.doctor_id as "doctorId", day.date::text as date, sum(greatest(0, places - taken))::int as free,
      sum(places)::int as places, bool_or(exists (select from ${touching})) as "isClosed"
    from ${sessionDays(from, to)}
    cross join lateral (
      select case kind when 'TOKENS' then capacity
        else capacity * ((upper(session.minutes) - lower(session.minutes)) / slot_minutes) end as places
    ) whole
    cross join lateral (
      select count(*)::int + (select count(*)::int from held where held.session_id = session.id and held.date = day.date) as taken
      from appointment where appointment.session_id = session.id and ${booked} and seat <= ${lastSeat}
    ) taken
    group by session.doctor_id, day.date order by day.date, session.doctor_id
  `.execute(db)
  // With an absence the free places depend on its times, so these days are counted slot by slot.
  const closed = rows.filter(({ isClosed }) => isClosed)
  const [first, last] = [closed[0], closed.at(-1)]
  const whole = first && last ? await sessionsOn(db, first.date, last.date, asked) : []
  return rows.map(({ isClosed, ...day }) => {
    if (!isClosed) return day
    const slots = whole
      .filter((session) => session.doctorId === day.doctorId && session.date === day.date)
      .flatMap((session) => session.slots)
    const sum = (of: 'places' | 'free') => slots.reduce((total, slot) => total + slot[of], 0)
    return { ...day, places: sum('places'), free: sum('free') }
  })
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
