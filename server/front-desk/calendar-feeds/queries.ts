import { sql } from 'kysely'
import { type CalendarFeed, feedDays, type OwnFeed } from '../../../contract/front-desk/calendar-feeds.ts'
import type { Database } from '../../ground/db/connect.ts'

const columns = sql`id, names_patients as "showsInitials", made_at as "madeAt", fetched_at as "fetchedAt"`

export async function ownFeed(db: Database, staffId: string): Promise<OwnFeed> {
  const { rows } = await sql<CalendarFeed>`
    select ${columns} from calendar_feed where staff_id = ${staffId} and withdrawn_at is null
  `.execute(db)
  const { allowed } = await db
    .selectFrom('hospital')
    .select('feeds_name_patients as allowed')
    .executeTakeFirstOrThrow()
  return { feed: rows[0] ?? null, mayShowInitials: allowed }
}

/** Withdraws the feed of an account, if `id` is it or names none. */
export async function withdraw(
  db: Database,
  staffId: string,
  now: Date,
  id?: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update calendar_feed set withdrawn_at = ${now}
    where staff_id = ${staffId} and withdrawn_at is null and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)
    returning id
  `.execute(db)
  return rows[0]?.id
}

export async function insertFeed(
  db: Database,
  of: { staffId: string; hash: string; showsInitials: boolean; now: Date },
): Promise<CalendarFeed> {
  const { rows } = await sql<CalendarFeed>`
    insert into calendar_feed (staff_id, secret_hash, names_patients, made_at)
    values (${of.staffId}, ${of.hash}, ${of.showsInitials}, ${of.now}) returning ${columns}
  `.execute(db)
  const [feed] = rows
  if (!feed) throw new Error('the feed was not made')
  return feed
}

/** A feed as its address opens it. */
export interface OpenFeed {
  id: string
  staffId: string
  /** The doctor asked for initials, and the hospital allows them. */
  showsInitials: boolean
}

/**
 * The feeds with these hashes whose accounts may sign in and have a role of doctors. It is no matter in which of several
 * roles a doctor works at the moment.
 */
export async function openFeeds(db: Database, hashes: readonly string[]): Promise<Map<string, OpenFeed>> {
  const { rows } = await sql<OpenFeed & { hash: string }>`
    select feed.id, feed.staff_id as "staffId", feed.secret_hash as hash,
      feed.names_patients and hospital.feeds_name_patients as "showsInitials"
    from calendar_feed feed join staff on staff.id = feed.staff_id cross join hospital
    where feed.secret_hash = any (${hashes}::text[]) and feed.withdrawn_at is null and staff.active
      and ('doctor' = any (staff.offered_roles)
        or exists (select from role where role.name = any (staff.own_offered_roles) and role.are_doctors))
  `.execute(db)
  return new Map(rows.map(({ hash, ...feed }) => [hash, feed]))
}

/** Notes that a calendar has read the feed, at most once in a quarter of an hour. */
export async function noteFetched(db: Database, id: string, now: Date): Promise<void> {
  await sql`
    update calendar_feed set fetched_at = ${now}
    where id = ${id} and (fetched_at is null or fetched_at < ${now}::timestamptz - interval '15 minutes')
  `.execute(db)
}

/** An entry of a calendar: an appointment or an absence. */
export interface Entry {
  id: string
  version: number
  isCancelled: boolean
  startsAt: Date
  endsAt: Date
  changedAt: Date
}

export interface Booking extends Entry {
  clinic: string | null
  room: string | null
  patientId: string
  firstName: string
  lastName: string
}

/** Minutes of an appointment that takes up no slot. */
const usualMinutes = 15
/** Days for which what was cancelled stays, so that calendars which add to what they have remove it. */
const cancelledDays = 30

/** @param today the hospital's day */
export async function bookingsOf(
  db: Database,
  doctorId: string,
  today: string,
  now: Date,
): Promise<Booking[]> {
  const { rows } = await sql<Booking>`
    select appointment.id, appointment.version, appointment.status = 'CANCELLED' as "isCancelled",
      (date + time) at time zone time_zone as "startsAt",
      (date + time) at time zone time_zone + coalesce(appointment.minutes, ${usualMinutes}) * interval '1 minute' as "endsAt",
      appointment.updated_at as "changedAt", clinic.name as clinic,
      case when session.id is null then doctor.room else session.room end as room,
      patient_id as "patientId", patient.first_name as "firstName", patient.last_name as "lastName"
    from appointment join patient on patient.id = patient_id join staff doctor on doctor.id = appointment.doctor_id
      left join practice_session session on session.id = session_id and session.valid @> date
      left join clinic on clinic.id = coalesce(session.clinic_id, doctor.clinic_id)
      cross join hospital
    where appointment.doctor_id = ${doctorId}
      and date between ${today}::date - ${feedDays.before}::int and ${today}::date + ${feedDays.after}::int
      and (status <> 'CANCELLED' or status_at > ${now}::timestamptz - ${cancelledDays} * interval '1 day')
    order by date, time, appointment.id
  `.execute(db)
  return rows
}

export interface Absence extends Entry {
  cause: 'HOLIDAY' | 'LEAVE' | 'SESSION_CANCELLED'
}

/** The doctor's own absences, and the holidays of all clinics or of one in which the doctor works. */
export async function absencesOf(
  db: Database,
  doctorId: string,
  today: string,
  now: Date,
): Promise<Absence[]> {
  const { rows } = await sql<Absence>`
    select closure.id, closure.version, cause, retired_at is not null as "isCancelled",
      lower(during) at time zone time_zone as "startsAt", upper(during) at time zone time_zone as "endsAt",
      closure.updated_at as "changedAt"
    from closure cross join hospital
    where during && tsrange(${today}::date - ${feedDays.before}::int, ${today}::date + ${feedDays.after + 1}::int)
      and (closure.doctor_id = ${doctorId} or closure.doctor_id is null and (closure.clinic_id is null
        or closure.clinic_id in (select clinic_id from practice_session where doctor_id = ${doctorId})
        or closure.clinic_id = (select clinic_id from staff where id = ${doctorId})))
      and (retired_at is null or retired_at > ${now}::timestamptz - ${cancelledDays} * interval '1 day')
    order by lower(during), closure.id
  `.execute(db)
  return rows
}
