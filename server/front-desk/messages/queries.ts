import { sql, type Transaction } from 'kysely'
import { type FailedMessage, mostMessages } from '../../../contract/front-desk/messages.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { DB } from '../../ground/db/types.ts'
import type { Channel } from '../../ground/mail/channels.ts'
import { appointmentsByIds } from '../appointments/public.ts'
import { isReached, toRemind } from './due.ts'

/** Failed, still of use, and not told in another way. */
const isFailed = sql`
  message.failed_at is not null and message.try_at is not null and message.speaks_of > hospital_clock()
  and not exists (
    select from patient_message other
    where other.appointment_id = message.appointment_id and other.kind = message.kind
      and other.speaks_of = message.speaks_of and other.sent_at is not null)`

/** One an appointment, by the time that it speaks of. */
export async function failedMessages(db: Database): Promise<FailedMessage[]> {
  const { rows } = await sql<Omit<FailedMessage, 'appointment'> & { appointmentId: string }>`
    select id, kind, channel, failure, failed_at as "failedAt", appointment_id as "appointmentId" from (
      select distinct on (appointment_id) message.* from patient_message message where ${isFailed}
      order by appointment_id, asked_at desc, channel
    ) latest
    order by speaks_of, id limit ${mostMessages}
  `.execute(db)
  const appointments = await appointmentsByIds(
    db,
    rows.map(({ appointmentId }) => appointmentId),
  )
  const byId = new Map(appointments.map((one) => [one.id, one]))
  return rows.flatMap(({ appointmentId, ...message }) => {
    const appointment = byId.get(appointmentId)
    return appointment ? { ...message, appointment } : []
  })
}

export async function messageCounts(
  db: Database,
  open: readonly Channel[],
  now: Date,
): Promise<{ failed: number; withoutAddress: number }> {
  const { rows } = await sql<{ failed: number; withoutAddress: number }>`
    select
      (select count(distinct appointment_id)::int from patient_message message where ${isFailed}) as failed,
      (select count(*)::int from ${toRemind(now)} where not ${isReached(open)}) as "withoutAddress"
  `.execute(db)
  return rows[0] ?? { failed: 0, withoutAddress: 0 }
}

/** Ends all messages of the appointment; answers whose it is. */
export async function markPhoned(
  trx: Transaction<DB>,
  id: string,
  staffId: string,
  now: Date,
): Promise<{ patientId: string; phoned: number } | undefined> {
  const { rows } = await sql<{ patientId: string; phoned: number }>`
    with phoned as (
      update patient_message set phoned_at = ${now}, phoned_by = ${staffId}, try_at = null
      where appointment_id = (select appointment_id from patient_message where id = ${id}) and try_at is not null
      returning id
    )
    select patient_id as "patientId", (select count(*)::int from phoned) as phoned
    from patient_message join appointment on appointment.id = appointment_id where patient_message.id = ${id}
  `.execute(trx)
  return rows[0]
}

/** The appointments among these whose patients get a message of a move or a cancellation. */
export async function toldOfChanges(
  db: Database,
  appointmentIds: readonly string[],
  open: readonly Channel[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select appointment.id from hospital, appointment join patient on patient.id = record_of(appointment.patient_id)
    where tells_changes and appointment.id = any (${appointmentIds}::uuid[])
      and patient.admittable_id is not null and ${isReached(open)}
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** How many patients of these appointments get a message of this transaction’s changes. */
export async function toldNow(
  trx: Transaction<DB>,
  appointmentIds: readonly string[],
  open: readonly Channel[],
): Promise<number> {
  const { rows } = await sql<{ told: number }>`
    select count(distinct appointment_id)::int as told from patient_message
    where appointment_id = any (${appointmentIds}::uuid[]) and kind <> 'REMINDER' and asked_at = now()
      and try_at is not null and channel = any (${open}::patient_message_channel[])
  `.execute(trx)
  return rows[0]?.told ?? 0
}
