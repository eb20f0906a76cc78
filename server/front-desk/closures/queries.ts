import { sql, type Transaction } from 'kysely'
import type { Closure, ClosureForm, ClosurePeriod } from '../../../contract/front-desk/closures.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { DB } from '../../ground/db/types.ts'
import type { Asked } from '../schedules/public.ts'

const periodOf = ({ from, fromTime, to, toTime }: ClosurePeriod) => sql`tsrange(
  ${from}::date + ${fromTime ?? '00:00'}::time,
  ${toTime ? sql`${to}::date + ${toTime}::time` : sql`(${to}::date + 1)::timestamp`})`

/** Bookings that wait for a decision: `appointment` is the row, `closure` the absence. */
export const isDisplacedBy = sql<boolean>`
  appointment.status = 'SCHEDULED' and appointment.type <> 'EMERGENCY' and appointment.overbooked_reason is null
  and (appointment.doctor_id = closure.doctor_id or closure.doctor_id is null and appointment.session_id is not null)
  and (closure.clinic_id is null
    or closure.clinic_id = (select clinic_id from practice_session where id = appointment.session_id))
  and appointment.date between lower(closure.during)::date and upper(closure.during)::date
  and appointment.date >= hospital_today()
  and tsrange(appointment.date + appointment.time,
    appointment.date + appointment.time + coalesce(appointment.minutes, 1) * interval '1 minute') && closure.during`

const columns = sql`
  closure.id, closure.cause, closure.doctor_id as "doctorId", doctor.name as doctor, closure.clinic_id as "clinicId",
  clinic.name as clinic, lower(closure.during)::date::text as "from",
  nullif(to_char(lower(closure.during), 'HH24:MI'), '00:00') as "fromTime",
  (upper(closure.during) - interval '1 minute')::date::text as "to",
  nullif(to_char(upper(closure.during), 'HH24:MI'), '00:00') as "toTime",
  closure.reason, maker.name as "madeBy", closure.created_at as "createdAt",
  (select count(*)::int from appointment where ${isDisplacedBy}) as displaced, closure.version`

const joins = sql`
  left join staff doctor on doctor.id = closure.doctor_id
  left join clinic on clinic.id = closure.clinic_id
  join staff maker on maker.id = closure.made_by`

/** Absences that touch a period, or without one all that are not over, by their start. */
export async function closuresOf(
  db: Database,
  { from, to, doctorId }: { from: string; to?: string | undefined; doctorId?: string | undefined },
): Promise<Closure[]> {
  const { rows } = await sql<Closure>`
    select ${columns} from closure ${joins}
    where closure.retired_at is null
      and closure.during && tsrange(${from}::date, null)
      ${to ? sql`and lower(closure.during) < ${to}::date + 1` : sql``}
      ${doctorId ? sql`and (closure.doctor_id = ${doctorId} or closure.doctor_id is null)` : sql``}
    order by lower(closure.during), fold(doctor.name) nulls first, closure.id
  `.execute(db)
  return rows
}

export async function closureById(db: Database, id: string): Promise<Closure | undefined> {
  const { rows } = await sql<Closure>`
    select ${columns} from closure ${joins} where closure.id = ${id} and closure.retired_at is null
  `.execute(db)
  return rows[0]
}

export async function insertClosure(
  trx: Transaction<DB>,
  form: ClosureForm,
  staffId: string,
): Promise<string> {
  const { id } = await trx
    .insertInto('closure')
    .values({
      cause: form.cause,
      doctor_id: form.doctorId,
      clinic_id: form.clinicId,
      during: sql<string>`${periodOf(form)}`,
      reason: form.reason,
      made_by: staffId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** How many bookings an absence would displace. */
export async function countDisplacedBy(db: Database, asked: Asked & ClosurePeriod): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from appointment, (
      select ${asked.doctorId ?? null}::uuid as doctor_id, ${asked.clinicId ?? null}::uuid as clinic_id,
        ${periodOf(asked)} as during
    ) closure
    where ${isDisplacedBy}
  `.execute(db)
  return rows[0]?.count ?? 0
}
