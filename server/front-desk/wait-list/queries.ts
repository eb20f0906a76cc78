import { type SqlBool, sql, type Transaction } from 'kysely'
import type { QueryOf } from '../../../contract/api/endpoint.ts'
import type { Page } from '../../../contract/api/page.ts'
import {
  type listWaitEntries,
  openWaitStates,
  type WaitChange,
  type WaitEntry,
  type WaitForm,
} from '../../../contract/front-desk/wait-list.ts'
import { minutesOf } from '../../../contract/spoken.ts'
import type { Database } from '../../ground/db/connect.ts'
import { readPage } from '../../ground/db/paging.ts'
import type { DB } from '../../ground/db/types.ts'
import type { NewRecord } from '../../ground/http/new-record.ts'
import { patientIdentity } from '../../people/patients/public.ts'

/** hh:mm of a minute of the day; null at the ends of the day. */
const timeAt = (minute: ReturnType<typeof sql>) => sql`
  case when ${minute} not in (0, 1440) then to_char(time '00:00' + ${minute} * interval '1 minute', 'HH24:MI') end`

const state = sql`case when offer.id is not null then 'OFFERED' else entry.state::text end`

/** The contract's WaitEntry, from a row that is called `entry` and the tables of `joins`. */
const columns = sql`
  entry.id, entry.patient_id as "patientId", ${patientIdentity}, entry.clinic_id as "clinicId", clinic.name as clinic,
  entry.doctor_id as "doctorId", doctor.name as doctor,
  case when entry.ended_at is not null then null when not (doctor.active and doctor.is_doctor) then 'doctor'
    when clinic.retired_at is not null then 'clinic' end as unbookable, entry.first_day as "firstDay", entry.last_day as "lastDay",
  ${timeAt(sql`lower(entry.times)`)} as "fromTime", ${timeAt(sql`upper(entry.times)`)} as "toTime", entry.priority,
  later.id as "appointmentId", later.date::text as "appointmentDate", to_char(later.time, 'HH24:MI') as "appointmentTime",
  entry.note, ${state} as state,
  case when offer.id is not null then jsonb_build_object('id', offer.id, 'doctorId', offer.doctor_id, 'doctor', offered.name,
    'date', offer.date, 'time', to_char(offer.time, 'HH24:MI'), 'until', iso(offer.until), 'offeredBy', offerer.name) end as offer,
  entry.booked_as as "bookedAs", maker.name as "madeBy", entry.created_at as "createdAt", ender.name as "endedBy",
  entry.ended_at as "endedAt", entry.version`

const joins = sql`
  join patient on patient.id = entry.patient_id
  join staff maker on maker.id = entry.made_by
  left join clinic on clinic.id = entry.clinic_id
  left join staff doctor on doctor.id = entry.doctor_id
  left join staff ender on ender.id = entry.ended_by
  left join appointment later on later.id = entry.appointment_id and later.status = 'SCHEDULED'
  left join slot_hold offer on offer.entry_id = entry.id and is_held(offer)
  left join staff offered on offered.id = offer.doctor_id
  left join staff offerer on offerer.id = offer.made_by`

const isOffered = sql`exists (select from slot_hold where entry_id = entry.id and is_held(slot_hold))`

type Filter = Omit<QueryOf<typeof listWaitEntries>, 'page' | 'limit' | 'cursor'>

export function waitEntryPage(
  db: Database,
  { state: states = [...openWaitStates], priority, clinicId, doctorId }: Filter,
  request: Pick<QueryOf<typeof listWaitEntries>, 'page' | 'limit' | 'cursor'>,
): Promise<Page<WaitEntry>> {
  const isOpen = states.every((one) => (openWaitStates as readonly string[]).includes(one))
  const all = [
    sql`(${sql.join(
      states.map((one) =>
        one === 'OFFERED'
          ? sql`entry.state = 'WAITING' and ${isOffered}`
          : one === 'WAITING'
            ? sql`entry.state = 'WAITING' and not ${isOffered}`
            : sql`entry.state = ${one}::wait_state`,
      ),
      sql` or `,
    )})`,
  ]
  if (isOpen) all.push(sql`entry.state = 'WAITING'`)
  if (priority) all.push(sql`entry.priority = ${priority}`)
  if (clinicId) all.push(sql`entry.clinic_id = ${clinicId}`)
  if (doctorId) all.push(sql`entry.doctor_id = ${doctorId}`)
  return readPage<WaitEntry>(db, request, {
    table: 'wait_entry',
    alias: 'entry',
    shown: columns,
    joins,
    where: sql<SqlBool>`${sql.join(all, sql` and `)}`,
    order: {
      ...(isOpen && { priority: 'number' }),
      created_at: 'moment',
      id: 'id',
    },
    direction: isOpen ? 'asc' : 'desc',
  })
}

export async function waitEntryById(db: Database, id: string): Promise<WaitEntry | undefined> {
  const { rows } = await sql<WaitEntry>`
    select ${columns} from wait_entry entry ${joins} where entry.id = ${id}
  `.execute(db)
  return rows[0]
}

export interface AskedPlace {
  doctorId: string
  date: string
  time: string
}

/** The most that are listed for one place; more follow once these have answered. */
const mostMatching = 50

/**
 * Patients who could take a place, by priority and then the longest wait. Left out are patients who were offered it before,
 * or who see the doctor on that day anyway.
 */
export async function waitingFor(
  db: Database,
  { doctorId, date, time }: AskedPlace,
  clinicId: string | null,
): Promise<WaitEntry[]> {
  const { rows } = await sql<WaitEntry>`
    select ${columns} from wait_entry entry ${joins}
    where entry.state = 'WAITING'
      and (entry.doctor_id is null or entry.doctor_id = ${doctorId})
      and (entry.clinic_id is null or entry.clinic_id = ${clinicId})
      and ${date}::date between entry.first_day and entry.last_day
      and entry.times @> ${minutesOf(time)}::int
      and (offer.id is null or (offer.doctor_id, offer.date, offer.time) = (${doctorId}::uuid, ${date}::date, ${time}::time))
      and (later.id is null or later.date + later.time > ${date}::date + ${time}::time)
      and not exists (
        select from slot_hold where entry_id = entry.id and answer = 'DECLINED'
          and (doctor_id, date, time) = (${doctorId}::uuid, ${date}::date, ${time}::time))
      and not exists (
        select from appointment where patient_id = entry.patient_id and doctor_id = ${doctorId} and date = ${date}
          and status <> 'CANCELLED' and id is distinct from later.id)
    order by entry.priority, entry.created_at, entry.id limit ${mostMatching}
  `.execute(db)
  return rows
}

const timesOf = ({ fromTime, toTime }: Pick<WaitChange, 'fromTime' | 'toTime'>) =>
  `[${fromTime === null ? 0 : minutesOf(fromTime)},${toTime === null ? 1440 : minutesOf(toTime)})`

export function newWaitEntry(form: WaitForm, staffId: string): NewRecord<WaitEntry> {
  return {
    writes: sql`
      inserted as (
        insert into wait_entry (patient_id, clinic_id, doctor_id, first_day, last_day, times, priority, appointment_id, note, made_by)
        values (${form.patientId}::uuid, ${form.clinicId}::uuid, ${form.doctorId}::uuid, ${form.firstDay}::date, ${form.lastDay}::date,
          ${timesOf(form)}::int4range, ${form.priority}::smallint, ${form.appointmentId}::uuid, ${form.note}, ${staffId}::uuid)
        returning *
      )`,
    select: sql<WaitEntry>`select ${columns} from inserted as entry ${joins}`,
    patient: 'patientId',
    moments: ['createdAt', 'endedAt'],
    changes: sql`jsonb_build_object('clinic', made.clinic, 'doctor', made.doctor, 'firstDay', made."firstDay",
      'lastDay', made."lastDay")`,
  }
}

export function waitValues(form: Omit<WaitChange, 'version'>) {
  return {
    clinic_id: form.clinicId,
    doctor_id: form.doctorId,
    first_day: form.firstDay,
    last_day: form.lastDay,
    times: timesOf(form),
    priority: form.priority,
    appointment_id: form.appointmentId,
    note: form.note,
  }
}

/** The entry as it is, kept from changing until the transaction ends. */
export async function lockWaitEntry(trx: Transaction<DB>, id: string): Promise<WaitEntry | undefined> {
  await sql`select from wait_entry where id = ${id} for no key update`.execute(trx)
  return waitEntryById(trx, id)
}

/** @throws a violated constraint, which says why the place can't be held */
export async function hold(
  trx: Transaction<DB>,
  entryId: string,
  { doctorId, date, time }: AskedPlace,
  minutes: number,
  staffId: string,
): Promise<void> {
  await sql`
    insert into slot_hold (entry_id, doctor_id, date, time, made_by, until)
    values (${entryId}, ${doctorId}, ${date}, ${time}, ${staffId}, now() + ${minutes} * interval '1 minute')
  `.execute(trx)
}

export interface Hold extends AskedPlace {
  id: string
  entryId: string
  answer: 'TAKEN' | 'DECLINED' | 'WITHDRAWN' | null
  answeredBy: string | null
  answeredById: string | null
  releasedAt: string | null
  until: string
  isHeld: boolean
}

export async function holdById(db: Database, id: string): Promise<Hold | undefined> {
  const { rows } = await sql<Hold>`
    select hold.id, entry_id as "entryId", doctor_id as "doctorId", date, to_char(time, 'HH24:MI') as time, answer,
      staff.name as "answeredBy", answered_by as "answeredById", released_at as "releasedAt", until, is_held(hold) as "isHeld"
    from slot_hold hold left join staff on staff.id = answered_by where hold.id = ${id} and entry_id is not null
  `.execute(db)
  return rows[0]
}

/** Frees a place. False if it was no longer held. */
export async function release(
  trx: Transaction<DB>,
  id: string,
  answer: 'TAKEN' | 'DECLINED' | 'WITHDRAWN',
  staffId: string,
): Promise<boolean> {
  const released = await sql`
    update slot_hold set answer = ${answer}::hold_answer, answered_by = ${staffId}, released_at = least(until, clock_timestamp())
    where id = ${id} and is_held(slot_hold)
  `.execute(trx)
  return (released.numAffectedRows ?? 0n) > 0n
}

export async function endWaitEntry(
  trx: Transaction<DB>,
  id: string,
  ended: 'BOOKED' | 'WITHDRAWN',
  staffId: string,
  bookedAs: string | null = null,
): Promise<void> {
  await sql`
    update wait_entry set state = ${ended}::wait_state, booked_as = ${bookedAs}, ended_by = ${staffId},
      ended_at = clock_timestamp(), version = version + 1, updated_at = now()
    where id = ${id}
  `.execute(trx)
}

/** Marks the holds whose time is over, so that screens load the free places again. */
export async function releaseExpired(db: Database, now: Date): Promise<void> {
  await sql`
    update slot_hold set released_at = until where released_at is null and until <= ${now}::timestamptz
  `.execute(db)
}
