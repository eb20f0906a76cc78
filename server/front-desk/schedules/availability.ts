import { sql } from 'kysely'
import { daysAfter } from '../../../contract/days.ts'
import { lastSeat } from '../../../contract/front-desk/appointments.ts'
import type { DayOfSessions, FreeSlot, SessionOfDay, Slot } from '../../../contract/front-desk/schedules.ts'
import type { Database } from '../../ground/db/connect.ts'
import { namedStatement } from '../../ground/db/prepared.ts'
import { sessionColumns } from './queries.ts'
import {
  type Asked,
  closuresIn,
  daysOfSession,
  minuteOfDay,
  nameOf,
  type Period,
  questionOf,
  sessionLimits,
  sessionsAsked,
  touching,
} from './question.ts'
import { slotsOf } from './slots.ts'
import { bookingsIn, heldIn, isBooked, type TakenOfDay, takenInPeriod } from './taken.ts'

interface Row extends Omit<SessionOfDay, 'slots' | 'away' | 'walkedIn'> {
  date: string
  /** First minute, last minute and reason of the absences. */
  closed: [number, number, string][]
}

/** The statement keeps its plan, because planning it takes longer than running it for a day. */
const daysOfSessions = (asked: Asked) =>
  namedStatement<Row, Period>(nameOf('sessions', asked), (put) => {
    const question = questionOf(asked, put)
    return sql<Row>`
      with ${closuresIn(question)}, ${sessionsAsked(question)}
      select day.date::text as date, ${sessionColumns(sql`doctor_name`, sql`clinic_name`)},
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
  })

/** One after another within a transaction, which has one connection. */
async function sessionsAndTaken(db: Database, asked: Asked, period: Period): Promise<[Row[], TakenOfDay[]]> {
  const [sessions, taken] = [daysOfSessions(asked), takenInPeriod(asked)]
  if (db.isTransaction) return [await sessions(db, period), await taken(db, period)]
  return Promise.all([sessions(db, period), taken(db, period)])
}

/** The sessions of a period's days with their slots, by day, doctor and time. */
async function sessionsOn(
  db: Database,
  from: string,
  to: string,
  asked: Asked = {},
): Promise<(SessionOfDay & { date: string })[]> {
  const [rows, taken] = await sessionsAndTaken(db, asked, { ...asked, from, to })
  const bookingsOf = new Map(taken.map((one) => [`${one.date} ${one.doctorId}`, bookingsIn(one.taken)]))
  return rows.map(({ closed, ...session }) => {
    const all = bookingsOf.get(`${session.date} ${session.doctorId}`) ?? []
    const spans = closed.map(([start, end]) => ({ from: start, until: end }))
    const isToken = session.kind === 'TOKENS'
    const own = all.filter(({ length, of }) => (length === null ? of === session.id : !isToken))
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
  namedStatement<CountedSession, Period>(nameOf('places', asked), (put) => {
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
  })

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
