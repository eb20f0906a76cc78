import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { PracticeSession, SessionChange } from '../../../contract/front-desk/schedules.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { DB } from '../../ground/db/types.ts'

/** hh:mm of a minute of the day; the end of the day is 24:00. */
const clockTime = (minute: RawBuilder<unknown>) =>
  sql`to_char(${minute} / 60, 'FM00') || ':' || to_char(${minute} % 60, 'FM00')`

/** The columns of a session that a day has too, from what is called `session`, and the names of its doctor and clinic. */
export const sessionColumns = (doctor: RawBuilder<unknown>, clinic: RawBuilder<unknown>) => sql`
  session.id, session.doctor_id as "doctorId", ${doctor} as doctor, session.clinic_id as "clinicId",
  ${clinic} as clinic, session.room, session.weekday, ${clockTime(sql`lower(session.minutes)`)} as "startsAt",
  ${clockTime(sql`upper(session.minutes)`)} as "endsAt", session.kind, session.slot_minutes as "slotMinutes",
  session.capacity, session.walk_ins as "walkIns", session.online_places as "onlinePlaces"`

const columns = sql`
  ${sessionColumns(sql`doctor.name`, sql`clinic.name`)},
  array(select week from generate_series(1, 5) week where session.weeks @> week) as weeks,
  lower(session.valid)::text as "validFrom", (upper(session.valid) - 1)::text as "validUntil", session.version`

export const sessionJoins = sql`
  join staff doctor on doctor.id = session.doctor_id
  join clinic on clinic.id = session.clinic_id`

/** The sessions that are in force or to come, of all doctors. */
export async function currentSessions(db: Database, today: string): Promise<PracticeSession[]> {
  const { rows } = await sql<PracticeSession>`
    select ${columns} from practice_session session ${sessionJoins}
    where session.valid && daterange(${today}::date, null) and doctor.active
    order by fold(doctor.name), doctor.id, session.weekday, lower(session.minutes), lower(session.valid), session.id
  `.execute(db)
  return rows
}

/** Undefined for one that was ended before it began. */
export async function sessionById(db: Database, id: string): Promise<PracticeSession | undefined> {
  const { rows } = await sql<PracticeSession>`
    select ${columns} from practice_session session ${sessionJoins} where session.id = ${id} and not isempty(session.valid)
  `.execute(db)
  return rows[0]
}

type Hours = Omit<z.output<typeof SessionChange>, 'version'>

/** The columns of a session as its form has them. */
function sessionValues(form: Hours) {
  const weeks = `{${form.weeks.map((week) => `[${week},${week + 1})`).join(',')}}`
  const minutes = sql<string>`int4range(
    extract(epoch from ${form.startsAt}::time)::int / 60, extract(epoch from ${form.endsAt}::time)::int / 60)`
  return {
    clinic_id: form.clinicId,
    room: form.room,
    weekday: form.weekday,
    weeks,
    minutes,
    kind: form.kind,
    slot_minutes: form.slotMinutes,
    capacity: form.capacity,
    walk_ins: form.walkIns,
    online_places: form.onlinePlaces,
    valid: sql<string>`daterange(${form.validFrom}::date, ${form.validUntil}::date, '[]')`,
  }
}

export async function insertSession(trx: Transaction<DB>, doctorId: string, form: Hours): Promise<string> {
  const { id } = await trx
    .insertInto('practice_session')
    .values({ doctor_id: doctorId, ...sessionValues(form) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateSession(trx: Transaction<DB>, id: string, form: Hours): Promise<void> {
  await trx
    .updateTable('practice_session')
    .set({ ...sessionValues(form), version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** `lastDay` before the session's first day: it never takes place. */
export async function endSessionAfter(trx: Transaction<DB>, id: string, lastDay: string): Promise<void> {
  await sql`
    update practice_session set version = version + 1, updated_at = now(),
      valid = valid * daterange(null, ${lastDay}::date, '[]')
    where id = ${id}
  `.execute(trx)
}

/** Whether a booking has no place in the hours of its day: `appointment` is the row. */
export const isOutsideHours = sql<boolean>`
  appointment.status = 'SCHEDULED' and appointment.type <> 'EMERGENCY' and not appointment.walk_in
  and appointment.overbooked_reason is null and appointment.session_id is null
  and exists (select from practice_session session
    where session.doctor_id = appointment.doctor_id and session.valid @> appointment.date)`

export async function countOutside(db: Database, doctorId: string, today: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from appointment
    where appointment.doctor_id = ${doctorId} and appointment.date >= ${today} and ${isOutsideHours}
  `.execute(db)
  return rows[0]?.count ?? 0
}
