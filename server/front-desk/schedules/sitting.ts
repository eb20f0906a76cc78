import { sql } from 'kysely'

const today = sql`hospital_clock()::date`
const minuteOf = (time: ReturnType<typeof sql>) => sql`extract(epoch from ${time})::int / 60`

/**
 * Joins as `sitting` the session in whose room `doctor` sees the patient of `appointment`: on its day the last that has begun by
 * now, or by the start of the appointment's own session, and before the first has begun, that one. On a later day it is the
 * session of the appointment’s time. A session does not count if the doctor is away for all of it.
 */
export const sittingOf = sql`
  left join practice_session own on own.id = appointment.session_id
  left join lateral (
    select session.clinic_id, session.room
    from practice_session session, lateral (
      select greatest(appointment.date, ${today}) as day, case when appointment.date > ${today}
        then ${minuteOf(sql`appointment.time`)}
        else greatest(${minuteOf(sql`hospital_clock()::time`)}, case when appointment.date = ${today} then lower(own.minutes) end)
        end as minute
    ) at
    where session.doctor_id = doctor.id and takes_place_on(session, at.day)
      and not exists (
        select from closure where retired_at is null
          and (closure.doctor_id = session.doctor_id or closure.doctor_id is null)
          and (closure.clinic_id = session.clinic_id or closure.clinic_id is null)
          and during @> tsrange(at.day + lower(session.minutes) * interval '1 minute',
            at.day + upper(session.minutes) * interval '1 minute'))
    order by lower(session.minutes) > at.minute, abs(lower(session.minutes) - at.minute)
    limit 1
  ) sitting on true
  left join clinic on clinic.id = coalesce(sitting.clinic_id, doctor.clinic_id)`

/** The room of the session; the account's own where the session names none and is in the account's clinic, or there is none. */
export const roomOfSitting = sql`coalesce(sitting.room,
  case when sitting.clinic_id is null or sitting.clinic_id = doctor.clinic_id then doctor.room end)`
