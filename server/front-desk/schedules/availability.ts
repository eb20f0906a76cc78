import { type RawBuilder, sql } from 'kysely'
import { daysAfter } from '../../../contract/days.ts'
import { lastSeat } from '../../../contract/front-desk/appointments.ts'
import type { DayOfSessions, FreeSlot, SessionOfDay, Slot } from '../../../contract/front-desk/schedules.ts'
import type { Database } from '../../ground/db/connect.ts'
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

/** The sessions on the days of a period: `session` and `day`, joined with `taken` by what `of` says. */
function sessionDays(from: string, to: string, asked: Asked, of = sql`taken.doctor_id = session.doctor_id`) {
  return sql`practice_session session ${sessionJoins}
    cross join lateral (
      select greatest(${from}::date, lower(session.valid)) as first,
        least(${to}::date, coalesce(upper(session.valid) - 1, ${to}::date)) as last
    ) limits
    cross join lateral (
      select day::date as date from generate_series(
        (first + (session.weekday - extract(isodow from first)::int + 7) % 7)::timestamp, last::timestamp, interval '7 days') day
    ) day
    left join taken on ${of} and taken.date = day.date
    where takes_place_on(session, day.date) and ${isAsked(asked)}`
}

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

/** The appointments of a period that are in sessions. */
const inSessions = (from: string, to: string, { doctorId, clinicId }: Asked) => sql`
  appointment.date between ${from} and ${to} and appointment.session_id is not null
    and appointment.status <> 'CANCELLED' and appointment.type <> 'EMERGENCY'
    ${doctorId ? sql`and appointment.doctor_id = ${doctorId}` : sql``}
    ${clinicId ? sql`and appointment.doctor_id = any (array(select doctor_id from practice_session where clinic_id = ${clinicId}))` : sql``}`

/** The places of a period that are held for somebody. */
const heldIn = (from: string, to: string) =>
  sql`slot_hold.date between ${from} and ${to} and is_held(slot_hold)`

/** The sessions of a period's days with their slots, by day, doctor and time. */
async function sessionsOn(
  db: Database,
  from: string,
  to: string,
  asked: Asked = {},
): Promise<(SessionOfDay & { date: string })[]> {
  const { rows } = await sql<Row>`
    with ${closuresIn(from, to)}, taken as materialized (
      select doctor_id, date, jsonb_agg(jsonb_build_array(
        ${minuteOfDay(sql`time`)}, minutes, seat, case when minutes is null then session_id end)) as bookings
      from (
        select doctor_id, date, time, minutes, seat, session_id from appointment
        where ${inSessions(from, to, asked)} and (seat <= ${lastSeat} or walk_in)
        union all select doctor_id, date, time, minutes, seat, session_id from slot_hold where ${heldIn(from, to)}
      ) one group by doctor_id, date
    )
    select day.date::text as date, ${sessionColumns}, coalesce(taken.bookings, '[]') as taken,
      coalesce((
        select jsonb_agg(jsonb_build_array(
          ${minuteOfDay(sql`greatest(lower(closed.during), day.date) - day.date`)},
          ${minuteOfDay(sql`least(upper(closed.during), day.date + 1) - day.date`)}, closed.reason))
        from ${touching}
      ), '[]') as closed
    from ${sessionDays(from, to, asked)}
    order by day.date, fold(doctor.name), doctor.id, lower(session.minutes), session.id
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

/** The next free times, the earliest first, from a day and a time on. */
export async function nextFree(
  db: Database,
  asked: Asked,
  from: { day: string; time: string },
  limit: number,
): Promise<FreeSlot[]> {
  const found: FreeSlot[] = []
  let start = from.day
  for (let turn = 0; start < daysAfter(from.day, farthest) && found.length < limit; turn++) {
    const next = daysAfter(start, steps[turn] ?? longestStep)
    for (const session of await sessionsOn(db, start, daysAfter(next, -1), asked)) {
      const { doctorId, doctor, clinicId, clinic, date, kind, endsAt } = session
      for (const { time, free } of session.slots) {
        const last = kind === 'TOKENS' ? endsAt : time
        if (free > 0 && (date > from.day || last >= from.time))
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
    clinicId: string
    date: string
    places: number
    taken: number
    isClosed: boolean
  }>`
    with ${closuresIn(from, to)}, taken as materialized (
      select session_id, date, count(*)::int as seats from (
        select session_id, date from appointment where ${inSessions(from, to, asked)} and seat <= ${lastSeat}
        union all select session_id, date from slot_hold where ${heldIn(from, to)}
      ) one group by session_id, date
    )
    select session.doctor_id as "doctorId", session.clinic_id as "clinicId", day.date::text as date,
      case session.kind when 'TOKENS' then session.capacity
        else session.capacity * ((upper(session.minutes) - lower(session.minutes)) / session.slot_minutes) end as places,
      coalesce(taken.seats, 0) as taken, exists (select from ${touching}) as "isClosed"
    from ${sessionDays(from, to, asked, sql`taken.session_id = session.id`)}
    order by day.date, session.doctor_id
  `.execute(db)
  const days = new Map<string, { doctorId: string; date: string; places: number; free: number }>()
  const add = (doctorId: string, date: string, places: number, free: number) => {
    const day = days.get(`${date} ${doctorId}`) ?? { doctorId, date, places: 0, free: 0 }
    days.set(`${date} ${doctorId}`, { doctorId, date, places: day.places + places, free: day.free + free })
  }
  const closed = new Set(
    rows.filter(({ isClosed }) => isClosed).map(({ doctorId, date }) => `${date} ${doctorId}`),
  )
  for (const { doctorId, date, places, taken } of rows) {
    if (!closed.has(`${date} ${doctorId}`)) add(doctorId, date, places, Math.max(0, places - taken))
  }
  // With an absence the free places depend on its times, so these days are counted slot by slot.
  const dates = [...closed].map((key) => key.slice(0, 10)).sort()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first && last) {
    for (const { doctorId, date, slots } of await sessionsOn(db, first, last, asked)) {
      if (!closed.has(`${date} ${doctorId}`)) continue
      const sum = (of: 'places' | 'free') => slots.reduce((total, slot) => total + slot[of], 0)
      add(doctorId, date, sum('places'), sum('free'))
    }
  }
  return [...days.values()].sort((a, b) => `${a.date} ${a.doctorId}`.localeCompare(`${b.date} ${b.doctorId}`))
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
