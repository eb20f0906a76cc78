import { type RawBuilder, sql } from 'kysely'
import type { DayOfSessions, FreeSlot, SessionOfDay, Slot } from '../../../contract/front-desk/schedules.ts'
import type { Database } from '../../ground/db/connect.ts'
import { sessionColumns, sessionJoins } from './queries.ts'
import { slotsOf } from './slots.ts'

export interface Asked {
  doctorId?: string | undefined
  clinicId?: string | undefined
}

interface Row extends Omit<SessionOfDay, 'slots' | 'away'> {
  date: string
  /** Minute, length and seat of the bookings that take a place. */
  taken: [number, number | null, number][]
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

/** The sessions on the days of a period, with the columns that `select` names of `session` and `day`. */
function sessionDays(from: string, to: string, asked: Asked) {
  return sql`practice_session session ${sessionJoins}
    cross join lateral (
      select day::date as date from generate_series(
        greatest(${from}::date, lower(session.valid))::timestamp,
        least(${to}::date, coalesce(upper(session.valid) - 1, ${to}::date))::timestamp, interval '1 day') day
    ) day
    where takes_place_on(session, day.date) and ${isAsked(asked)}`
}

/** The absences that touch a session's day. */
const closures = sql`
  closure where closure.retired_at is null
    and (closure.doctor_id = session.doctor_id or closure.doctor_id is null)
    and (closure.clinic_id = session.clinic_id or closure.clinic_id is null)
    and closure.during && tsrange(
      day.date + lower(session.minutes) * interval '1 minute', day.date + upper(session.minutes) * interval '1 minute')`

/** The appointments that take a place or walked in: `appointment` is the row. */
const isThere = sql`appointment.doctor_id = session.doctor_id and appointment.date = day.date
  and appointment.status <> 'CANCELLED' and appointment.type <> 'EMERGENCY'`

/** The sessions of a period's days with their slots, by day, doctor and time. */
async function sessionsOn(
  db: Database,
  from: string,
  to: string,
  asked: Asked = {},
): Promise<(SessionOfDay & { date: string })[]> {
  const { rows } = await sql<Row>`
    select day.date::text as date, ${sessionColumns},
      coalesce((
        select jsonb_agg(jsonb_build_array(${minuteOfDay(sql`appointment.time`)}, appointment.minutes, appointment.seat))
        from appointment where ${isThere} and appointment.seat <= 1000
          and case session.kind when 'TOKENS' then appointment.session_id = session.id else appointment.minutes is not null end
      ), '[]') as taken,
      (select count(*)::int from appointment where ${isThere} and appointment.session_id = session.id and appointment.walk_in)
        as "walkedIn",
      coalesce((
        select jsonb_agg(jsonb_build_array(
          ${minuteOfDay(sql`greatest(lower(closure.during), day.date) - day.date`)},
          ${minuteOfDay(sql`least(upper(closure.during), day.date + 1) - day.date`)}, closure.reason))
        from ${closures}
      ), '[]') as closed
    from ${sessionDays(from, to, asked)}
    order by day.date, fold(doctor.name), doctor.id, lower(session.minutes), session.id
  `.execute(db)
  return rows.map(({ taken, closed, ...session }) => {
    const spans = closed.map(([start, end]) => ({ from: start, until: end }))
    const bookings = taken.map(([at, length, seat]) => ({ from: at, until: at + (length ?? 1), seat }))
    const slots = slotsOf(session, spans, bookings)
    return { ...session, slots, away: slots.length > 0 ? null : (closed[0]?.[2] ?? null) }
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

/** Days that are looked at in one step, for the next free times. */
const step = 7
/** Days after which nothing free is found. */
const farthest = 182

export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The next free times, the earliest first, from a day and a time on. */
export async function nextFree(
  db: Database,
  asked: Asked,
  from: { day: string; time: string },
  limit: number,
): Promise<FreeSlot[]> {
  const found: FreeSlot[] = []
  for (let first = 0; first < farthest && found.length < limit; first += step) {
    const start = plusDays(from.day, first)
    for (const session of await sessionsOn(db, start, plusDays(start, step - 1), asked)) {
      const { doctorId, doctor, clinicId, clinic, date, kind, endsAt } = session
      for (const { time, free } of session.slots) {
        const last = kind === 'TOKENS' ? endsAt : time
        if (free > 0 && (date > from.day || last >= from.time))
          found.push({ doctorId, doctor, clinicId, clinic, date, time, kind, free })
      }
    }
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
    with taken as materialized (
      select session_id, date, count(*)::int as seats from appointment
      where date between ${from} and ${to} and session_id is not null and seat <= 1000
        and status <> 'CANCELLED' and type <> 'EMERGENCY'
        ${asked.doctorId ? sql`and doctor_id = ${asked.doctorId}` : sql``}
      group by session_id, date
    )
    select session.doctor_id as "doctorId", session.clinic_id as "clinicId", day.date::text as date,
      case session.kind when 'TOKENS' then session.capacity
        else session.capacity * ((upper(session.minutes) - lower(session.minutes)) / session.slot_minutes) end as places,
      coalesce((select seats from taken where taken.session_id = session.id and taken.date = day.date), 0) as taken,
      exists (select from ${closures}) as "isClosed"
    from ${sessionDays(from, to, asked)}
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

/** The doctors of a clinic who are free at a time, by name, without one of them. */
export async function colleaguesFree(
  db: Database,
  asked: { clinicId: string; date: string; time: string; exceptDoctorId: string },
): Promise<FreeSlot[]> {
  const { clinicId, date, time, exceptDoctorId } = asked
  const sessions = await sessionsOn(db, date, date, { clinicId })
  return sessions.flatMap(({ slots, doctorId, doctor, clinic, kind, startsAt, endsAt }) => {
    const isAtThatTime = (slot: Slot) =>
      kind === 'TOKENS' ? startsAt <= time && time < endsAt : slot.time === time
    const slot = slots.find((one) => one.free > 0 && isAtThatTime(one))
    return slot && doctorId !== exceptDoctorId
      ? [{ doctorId, doctor, clinicId, clinic, date, time: slot.time, kind, free: slot.free }]
      : []
  })
}
