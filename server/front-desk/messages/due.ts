import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../ground/db/connect.ts'
import { batchSize } from '../../ground/jobs/batches.ts'
import type { Channel } from '../../ground/mail/channels.ts'

/** Which messages are due, and what becomes of each (record 108). */

export interface Claimed {
  id: string
  channel: Channel
  tries: number
}

const listed = (open: readonly Channel[]) => sql`${open}::patient_message_channel[]`

/** Whether a patient can be reached at all: `patient` is the row of a current record. */
export function isReached(open: readonly Channel[]): RawBuilder<boolean> {
  return sql<boolean>`(patient.email is not null and 'EMAIL' = any (${listed(open)}) or 'GATEWAY' = any (${listed(open)}))`
}

/** The appointments of which patients are to be reminded by now, with `begins` and `ahead`. */
export function toRemind(now: Date) {
  return sql`
    (select reminder_hours * interval '1 hour' as ahead, time_zone from hospital where reminder_hours is not null) settings
    join appointment on appointment.status = 'SCHEDULED'
      and appointment.date between (${now}::timestamptz at time zone time_zone)::date
        and ((${now}::timestamptz + ahead) at time zone time_zone)::date
    join patient on patient.id = record_of(appointment.patient_id) and patient.admittable_id is not null
    join lateral (select (appointment.date + appointment.time) at time zone time_zone as begins) moment
      on begins > ${now} and begins <= ${now}::timestamptz + ahead`
}

/**
 * Asks for the reminders that are due: not for a booking that was made after its reminder would have been sent, unless the last
 * message said another time. If several servers ask at once, one inserts each.
 */
export async function askForReminders(db: Database, open: readonly Channel[], now: Date): Promise<void> {
  await sql`
    insert into patient_message as known (appointment_id, kind, channel, speaks_of, asked_at, try_at)
    select appointment.id, 'REMINDER', way.channel, appointment.date + appointment.time, ${now}, ${now}
    from ${toRemind(now)}
    cross join unnest(${listed(open)}) way (channel)
    left join lateral (
      select speaks_of <> appointment.date + appointment.time as is_other from patient_message
      where appointment_id = appointment.id and channel = way.channel and sent_at is not null order by sent_at desc limit 1
    ) told on true
    where (way.channel <> 'EMAIL' or patient.email is not null)
      and (appointment.created_at <= begins - ahead or told.is_other)
      and not exists (
        select from patient_message said
        where said.appointment_id = appointment.id and said.channel = way.channel
          and said.speaks_of = appointment.date + appointment.time
          and (said.kind = 'REMINDER' or said.kind = 'MOVED' and said.asked_at > begins - ahead)
          and (said.try_at is not null or said.phoned_at is not null or said.sent_at is not null and told.is_other is false))
    order by begins, appointment.id limit ${batchSize}
    on conflict on constraint patient_message_once do update
      set asked_at = excluded.asked_at, try_at = excluded.try_at, tries = 0, sent_at = null, failed_at = null, failure = null
      where known.try_at is null and known.phoned_at is null
        and (known.sent_at is null or exists (
          select from patient_message later where later.appointment_id = known.appointment_id and later.channel = known.channel
            and later.sent_at > known.sent_at and later.speaks_of <> known.speaks_of))
  `.execute(db)
}

/** Gives up what speaks of a time that has come, and what was asked for by a channel that this hospital doesn't have. */
export async function giveUpPast(db: Database, open: readonly Channel[], now: Date): Promise<void> {
  await sql`
    update patient_message set try_at = null from hospital
    where try_at is not null
      and (speaks_of <= ${now}::timestamptz at time zone time_zone
        or channel <> all (${listed(open)}) and asked_at < ${now}::timestamptz - interval '1 hour')
  `.execute(db)
}

/** From this try on, the desk is asked to phone. */
const triesBeforeCall = 3

const nextTry = (now: Date) =>
  sql`${now}::timestamptz + least(interval '30 minutes', interval '2 minutes' * 2 ^ least(tries, 10))`

/** It is this process's own until its next try, which is longer than a service is waited for. */
export async function claim(db: Database, open: readonly Channel[], now: Date): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update patient_message set tries = tries + 1, try_at = ${nextTry(now)}
    where id = (
      select id from patient_message where try_at <= ${now} and channel = any (${listed(open)})
      order by try_at limit 1 for update skip locked)
    returning id, channel, tries
  `.execute(db)
  return rows[0]
}

export async function noteSent(db: Database, { id }: Claimed, now: Date): Promise<void> {
  await sql`
    update patient_message set sent_at = ${now}, try_at = null, failed_at = null, failure = null where id = ${id}
  `.execute(db)
}

/** Not due any more. */
export async function withdraw(db: Database, { id }: Claimed): Promise<void> {
  await sql`update patient_message set try_at = null where id = ${id} and try_at is not null`.execute(db)
}

export async function noteFailed(
  db: Database,
  { id, tries }: Claimed,
  isRefused: boolean,
  now: Date,
): Promise<void> {
  await sql`
    update patient_message set failure = ${isRefused ? 'REFUSED' : 'UNAVAILABLE'}::patient_message_failure,
      failed_at = case when ${isRefused || tries >= triesBeforeCall} then coalesce(failed_at, ${now}) end
    where id = ${id} and try_at is not null
  `.execute(db)
}

/** The other messages on a channel that is away have failed with the one that was tried. */
export async function noteAway(db: Database, channel: Channel, now: Date): Promise<void> {
  await sql`
    update patient_message set tries = tries + 1, try_at = ${nextTry(now)}, failure = 'UNAVAILABLE',
      failed_at = case when tries + 1 >= ${triesBeforeCall} then coalesce(failed_at, ${now}) end
    where id = any (array(
      select id from patient_message where try_at <= ${now} and channel = ${channel}::patient_message_channel
      order by id for update skip locked))
  `.execute(db)
}
