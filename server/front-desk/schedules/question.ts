import { type RawBuilder, sql } from 'kysely'
import type { Put } from '../../ground/db/prepared.ts'
import { sessionJoins } from './queries.ts'

/** The parts of statements about the sessions of a period. */

export interface Asked {
  doctorId?: string | undefined
  clinicId?: string | undefined
}

/** `extract` counts in exact decimals, which takes longer. */
export const minuteOfDay = (time: RawBuilder<unknown>) => sql`(date_part('epoch', ${time}) / 60)::int`

/** A question about sessions: what is asked, and how its values come into a statement. */
export interface Question {
  asked: Asked
  from: RawBuilder<unknown>
  to: RawBuilder<unknown>
  doctorId: RawBuilder<unknown>
  clinicId: RawBuilder<unknown>
}

export type Period = Asked & { from: string; to: string }

export const questionOf = (asked: Asked, put: Put<Period>): Question => ({
  asked,
  from: put(({ from }) => from),
  to: put(({ to }) => to),
  doctorId: put(({ doctorId }) => doctorId),
  clinicId: put(({ clinicId }) => clinicId),
})

/** The name of a statement that differs by what is asked. */
export const nameOf = (what: string, { doctorId, clinicId }: Asked) =>
  `${what}${doctorId ? ' of doctor' : ''}${clinicId ? ' of clinic' : ''}`

/** Whether a session is one of those that are asked about. */
function isAsked({ asked, doctorId, clinicId }: Question) {
  return sql`doctor.active
    ${asked.doctorId ? sql`and session.doctor_id = ${doctorId}` : sql``}
    ${asked.clinicId ? sql`and session.clinic_id = ${clinicId}` : sql``}`
}

/** The sessions that are asked about, as a part of a statement: joined once, not again for each of their days. */
export const sessionsAsked = (question: Question) => sql`
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
export const sessionLimits = ({ from, to }: Question) => sql`
  session cross join lateral (
    select greatest(${from}::date, lower(session.valid)) as first,
      least(${to}::date, coalesce(upper(session.valid) - 1, ${to}::date)) as last
  ) limits`

/** The days of a session between its limits. */
export const daysOfSession = sql`(
  select day::date as date from generate_series(
    (first + (session.weekday - extract(isodow from first)::int + 7) % 7)::timestamp, last::timestamp, interval '7 days') day
  where takes_place_on(session.hours, day::date)
) day`

/** The absences of a period, as a part of a statement, and how one touches a session's day. */
export const closuresIn = ({ from, to }: Question) => sql`
  closed as materialized (
    select * from closure where retired_at is null and during && tsrange(${from}::date, (${to}::date + 1)::timestamp)
  )`
export const touching = sql`
  closed where (closed.doctor_id = session.doctor_id or closed.doctor_id is null)
    and (closed.clinic_id = session.clinic_id or closed.clinic_id is null)
    and closed.during && tsrange(
      day.date + lower(session.minutes) * interval '1 minute', day.date + upper(session.minutes) * interval '1 minute')`
