import { sql } from 'kysely'
import type { Database } from '../../ground/db/connect.ts'
import { sessionColumns, sessionJoins } from './queries.ts'
import { type Hours, slotsOf } from './slots.ts'

/** The places that a session offered on a day, without those at which the doctor was away. */
export interface OfferedDay {
  clinicId: string
  doctorId: string
  date: string
  places: number
}

interface Session extends Hours {
  clinicId: string
  doctorId: string
  dates: string[]
}

interface Absence {
  clinicId: string | null
  doctorId: string | null
  /** Minutes since 1970 on the hospital's clock. */
  from: number
  until: number
}

const minutesUntil = (day: string) => Date.parse(`${day}T00:00:00Z`) / 60_000

/** The places of each session's days in a period, as a booking would find them were nothing taken. */
export async function placesOffered(
  db: Database,
  { from, to }: { from: string; to: string },
): Promise<OfferedDay[]> {
  const [sessions, absences] = await Promise.all([
    sql<Session>`
      select ${sessionColumns(sql`doctor.name`, sql`clinic.name`)}, array(
        select day::date::text from generate_series(
          greatest(${from}::date, lower(session.valid))::timestamp,
          least(${to}::date, upper(session.valid) - 1)::timestamp, interval '1 day') day
        where takes_place_on(session, day::date)
          -- The hours of an account that was deactivated count until then.
          and (doctor.active or day < least((select hospital_today()), doctor.updated_at))
      ) as dates
      from practice_session session ${sessionJoins}
      where session.valid && daterange(${from}::date, ${to}::date, '[]')
      order by session.id`.execute(db),
    sql<Absence>`
      select clinic_id as "clinicId", doctor_id as "doctorId",
        extract(epoch from lower(during))::float8 / 60 as from, extract(epoch from upper(during))::float8 / 60 as until
      from closure where retired_at is null and during && tsrange(${from}::date, ${to}::date + 1)`.execute(
      db,
    ),
  ])
  return sessions.rows.flatMap(({ dates, ...session }) => {
    const { clinicId, doctorId } = session
    const closing = absences.rows.filter(
      (one) =>
        (one.doctorId === null || one.doctorId === doctorId) &&
        (one.clinicId === null || one.clinicId === clinicId),
    )
    const whole = placesOf(session, [])
    return dates.map((date) => {
      const start = minutesUntil(date)
      const spans = closing
        .map((one) => ({ from: one.from - start, until: one.until - start }))
        .filter((span) => span.until > 0 && span.from < 24 * 60)
      return { clinicId, doctorId, date, places: spans.length > 0 ? placesOf(session, spans) : whole }
    })
  })
}

function placesOf(session: Session | Hours, closed: Parameters<typeof slotsOf>[1]): number {
  return slotsOf(session, closed, []).reduce((sum, { places }) => sum + places, 0)
}
