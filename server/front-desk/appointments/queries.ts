import { type Expression, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { QueryOf } from '../../../contract/api/endpoint.ts'
import type { Page } from '../../../contract/api/page.ts'
import type {
  Appointment,
  AppointmentBooking,
  AppointmentStatus,
  listAppointments,
} from '../../../contract/front-desk/appointments.ts'
import type { CancelReason } from '../../../contract/front-desk/cancel-reasons.ts'
import type { Database } from '../../ground/db/connect.ts'
import {
  countRows,
  inOrder,
  type List,
  type PageRequest,
  pageOfRows,
  readPage,
  type Sorted,
} from '../../ground/db/paging.ts'
import { plannedWithValues, statement } from '../../ground/db/prepared.ts'
import type { DB } from '../../ground/db/types.ts'
import type { NewRecord } from '../../ground/http/new-record.ts'
import { isOf, isSought, mergedRecords, readHeld, recordsOf } from '../../people/patients/public.ts'
import { ofFigure } from './counted.ts'

export type Row = Omit<Appointment, 'patient' | 'doctor'> &
  Omit<Appointment['patient'], 'id' | 'firstName' | 'lastName'> & {
    patientFirstName: string
    patientLastName: string
    doctorFirstName: string
    doctorLastName: string
    doctorEmail: string
  }

/** Every column of the contract's Appointment, from what is called `appointment` and what `joins` names. */
export const columns = sql`
  appointment.id, appointment.patient_id as "patientId", appointment.doctor_id as "doctorId", appointment.date,
  appointment.time, appointment.status, appointment.type, appointment.session_id as "sessionId", appointment.minutes,
  appointment.seat, appointment.series_id as "seriesId", appointment.walk_in as "walkIn", appointment.overbooked_reason as "overbookReason",
  appointment.queue_number as "queueNumber", appointment.notes,
  appointment.cancel_reason as "cancelReason", appointment.cancel_note as "cancelNote",
  appointment.queued_at as "queuedAt", appointment.started_at as "startedAt",
  appointment.started_by as "startedBy", appointment.completed_at as "completedAt",
  appointment.missed_calls as "missedCalls", appointment.returned_at as "returnedAt", appointment.behind,
  appointment.admitted_to as "admittedTo", appointment.status_at as "statusAt",
  appointment.status_by as "statusBy", mover.name as "statusByName",
  appointment.undoable, appointment.version, appointment.created_at as "createdAt",
  appointment.updated_at as "updatedAt",
  patient.mrn, patient.first_name as "patientFirstName", patient.last_name as "patientLastName",
  patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
  patient.contact_number as "contactNumber", patient.allergies, patient.allergens,
  doctor.first_name as "doctorFirstName", doctor.last_name as "doctorLastName", doctor.email as "doctorEmail"`

export const joins = sql`
  join patient on patient.id = appointment.patient_id
  join staff doctor on doctor.id = appointment.doctor_id
  left join staff mover on mover.id = appointment.status_by`

export function toAppointment(row: Row): Appointment {
  const {
    mrn,
    patientFirstName,
    patientLastName,
    dateOfBirth,
    birthPrecision,
    gender,
    contactNumber,
    allergies,
    allergens,
    doctorFirstName,
    doctorLastName,
    doctorEmail,
    ...appointment
  } = row
  return {
    ...appointment,
    // A row that was kept as jsonb has its time with seconds.
    time: appointment.time.slice(0, 5),
    patient: {
      id: row.patientId,
      mrn,
      firstName: patientFirstName,
      lastName: patientLastName,
      dateOfBirth,
      birthPrecision,
      gender,
      contactNumber,
      allergies,
      allergens,
    },
    doctor: { id: row.doctorId, firstName: doctorFirstName, lastName: doctorLastName, email: doctorEmail },
  }
}

/**
 * Today's queue: appointments of earlier days whose patients are still in the queue or left it today, then the day's own.
 */
export async function queueOn(db: Database, today: string): Promise<Appointment[]> {
  return (await ofQueue(db, today)).map(toAppointment)
}

const ofQueue = statement(
  (today: string) => sql<Row>`
    select ${columns} from appointment ${joins} where ${isOnQueue(today)}
    order by appointment.date, appointment.queue_number`,
)

/** Whether an appointment stands on today's board. */
export function isOnQueue(today: string) {
  return sql`appointment.date = ${today} or appointment.status in ('IN_QUEUE', 'IN_PROGRESS')
    or (appointment.left_queue_on = ${today} and appointment.left_queue_on > appointment.date)`
}

/** Those with these ids, and whether today's queue is worked from them. */
export async function appointmentsTold(db: Database, ids: readonly string[], today: string) {
  const { rows } = await sql<Row & { isOnQueue: boolean }>`
    select ${columns}, (${isOnQueue(today)}) is true as "isOnQueue" from appointment ${joins}
    where appointment.id = any (${ids}::uuid[])
  `.execute(db)
  return rows.map(({ isOnQueue, ...row }) => ({ appointment: toAppointment(row), isOnQueue }))
}

const withId = statement(
  (id: string) => sql<Row>`select ${columns} from appointment ${joins} where appointment.id = ${id}`,
)

export async function appointmentById(db: Database, id: string): Promise<Appointment | undefined> {
  const [row] = await withId(db, id)
  return row && toAppointment(row)
}

/** Those with these ids, in no order. */
export async function appointmentsByIds(db: Database, ids: readonly string[]): Promise<Appointment[]> {
  const { rows } = await sql<Row>`
    select ${columns} from appointment ${joins} where appointment.id = any (${ids}::uuid[])
  `.execute(db)
  return rows.map(toAppointment)
}

export type AppointmentFilter = Omit<QueryOf<typeof listAppointments>, keyof PageRequest> & {
  /** All records of one patient. */
  patientIds?: readonly string[]
}

function isQueuedIn(hour: number) {
  return sql`extract(hour from appointment.queued_at at time zone (select time_zone from hospital)) = ${hour}`
}

/**
 * Up to this many patients, all their appointments are gathered; with more, days are read one by one until a page is
 * full.
 */
const fewPatients = 5000

/** One page of the appointments that the filter means, by date and time; a search is for current patients. */
export async function appointmentPage(
  db: Database,
  filter: AppointmentFilter,
  request: PageRequest,
): Promise<Page<Appointment>> {
  const all = [sql`true`]
  if (filter.from) all.push(sql`appointment.date >= ${filter.from}`)
  if (filter.to) all.push(sql`appointment.date <= ${filter.to}`)
  if (filter.status) all.push(sql`appointment.status = any (${filter.status}::appointment_status[])`)
  if (filter.cancelReason)
    all.push(sql`appointment.cancel_reason = any (${filter.cancelReason}::cancel_reason[])`)
  if (filter.queuedHour !== undefined) all.push(isQueuedIn(filter.queuedHour))
  if (filter.doctorId) all.push(sql`appointment.doctor_id = ${filter.doctorId}`)
  if (filter.clinicId)
    all.push(
      sql`appointment.doctor_id = any (array(select id from staff where clinic_id = ${filter.clinicId}))`,
    )
  all.push(...ofFigure(filter))
  if (filter.patientId) all.push(sql`appointment.patient_id = any (record_ids(${filter.patientId}))`)
  if (filter.patientIds) all.push(isOf(sql`appointment.patient_id`, filter.patientIds))
  if (filter.queueNumber) all.push(sql`appointment.queue_number = ${filter.queueNumber}`)
  const list: List = {
    table: 'appointment',
    alias: 'appointment',
    shown: columns,
    joins,
    where: sql<SqlBool>`${sql.join(all, sql` and `)}`,
    order: { date: 'day', time: 'time', id: 'id' },
    direction: filter.direction,
  }
  const { sought } = await readHeld(db, filter.search)
  const page =
    sought.any.length > 0
      ? await pageOfPatients(db, list, isSought(sought), request)
      : await readPage<Row>(db, request, list)
  return { ...page, items: page.items.map(toAppointment) }
}

/** One page of the appointments of those patients whom a search finds. */
async function pageOfPatients(
  db: Database,
  list: List,
  isMeant: Expression<SqlBool>,
  request: PageRequest,
): Promise<Page<Row>> {
  const { after, by, window, offset, limit, sortValues } = inOrder(list, request)
  const match = sql<SqlBool>`patient.retired_at is null and ${isMeant}`
  const ofPatients = sql`appointment join patient on patient.id = patient_id`
  const [page, count] = await Promise.all([
    sql<Row & Sorted>`
      ${plannedWithValues} with who as materialized (select id from (${recordsOf(isMeant)}) records limit ${fewPatients + 1}),
      crowd as materialized (select count(*) > ${fewPatients} as is_large from who),
      found as (
        select appointment.id, appointment.date, appointment.time from appointment
        where not (select is_large from crowd) and patient_id in (select id from who) and ${list.where} ${after}
        union all
        (
          select appointment.id, appointment.date, appointment.time from ${ofPatients}
          where (select is_large from crowd) and ${match} and ${list.where} ${after}
          order by ${by} limit ${offset + limit}
        )
        union all
        select appointment.id, appointment.date, appointment.time
        from appointment join ${mergedRecords} on record = patient_id join patient on patient.id = survivor
        where (select is_large from crowd) and ${match} and ${list.where} ${after}
      ),
      page as materialized (select id as found_id from found appointment ${window})
      select ${columns}, ${sortValues} from page join appointment on appointment.id = found_id ${joins} order by ${by}
    `.execute(db),
    countRows(db, sql`appointment`, sql<SqlBool>`${list.where} and patient_id in (${recordsOf(isMeant)})`),
  ])
  return pageOfRows<Row>(page.rows, request, count)
}

/** A query that gives the day's next queue number; its row makes bookings of one day take turns. */
function nextQueueNumber(day: string) {
  return sql`select next_queue_number(${day}::date) as last_number`
}

/** Books an appointment under the day's next queue number. */
export function newAppointment(
  booking: z.output<typeof AppointmentBooking>,
  staffId: string,
  seriesId: string | null = null,
): NewRecord<Row> {
  return {
    writes: sql`
      number as (${nextQueueNumber(booking.date)}),
      booked as (
        insert into appointment (patient_id, doctor_id, date, time, type, notes, walk_in, overbooked_reason, series_id, queue_number, status_by)
        select ${booking.patientId}, ${booking.doctorId}, ${booking.date}, ${booking.time},
          ${booking.type}::appointment_type, ${booking.notes}, ${booking.walkIn ?? false},
          ${booking.overbookReason}, ${seriesId}::uuid, number.last_number, ${staffId}
        from number
        returning *
      )`,
    select: sql<Row>`select ${columns} from booked as appointment ${joins}`,
    patient: 'patientId',
    moments: ['queuedAt', 'startedAt', 'completedAt', 'returnedAt', 'statusAt', 'createdAt', 'updatedAt'],
    changes: sql`jsonb_build_object('status', jsonb_build_array(null, made.status))`,
  }
}

/**
 * Prevents an admission of the patient until the transaction ends. Lock the patient before the appointment, as an
 * admission does, when bringing someone into the queue.
 */
export async function lockPatientOf(trx: Transaction<DB>, appointmentId: string): Promise<void> {
  await sql`
    select from patient where id = (select patient_id from appointment where id = ${appointmentId}) for share
  `.execute(trx)
}

/** The number of the patient's bed; undefined if the patient isn't admitted. */
export async function bedOfPatient(trx: Transaction<DB>, patientId: string): Promise<string | undefined> {
  const { rows } = await sql<{ bed: string }>`
    select bed_number as bed from admission join stay on stay.open_admission_id = admission.id
      join bed on bed.id = stay.open_bed_id
    where admission.active_patient_id = ${patientId}
  `.execute(trx)
  return rows[0]?.bed
}

/** The appointment as it is, kept from changing until the transaction ends. */
export async function lockAppointment(trx: Transaction<DB>, id: string) {
  return trx
    .selectFrom('appointment')
    .select([
      'id',
      'patient_id as patientId',
      'doctor_id as doctorId',
      'date',
      'time',
      'type',
      'status',
      'notes',
      'queue_number as queueNumber',
      'cancel_reason as cancelReason',
      'cancel_note as cancelNote',
      'missed_calls as missedCalls',
      'overbooked_reason as overbookReason',
      'version',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
export type LockedAppointment = NonNullable<Awaited<ReturnType<typeof lockAppointment>>>

export interface Rescheduling {
  date: string
  time: string
  type: Appointment['type']
  doctorId: string
  notes: string | null
  /** Why it is outside the hours or places; null where it is to be in them. */
  overbookReason: string | null
}

/** Moves an appointment; on another day it gets that day's next queue number. */
export async function rescheduleAppointment(
  trx: Transaction<DB>,
  before: LockedAppointment,
  to: Rescheduling,
) {
  const number =
    to.date === before.date
      ? before.queueNumber
      : (await sql<{ last_number: number }>`${nextQueueNumber(to.date)}`.execute(trx)).rows[0]?.last_number
  await sql`
    update appointment set date = ${to.date}, time = ${to.time}, type = ${to.type}::appointment_type,
      doctor_id = ${to.doctorId}, notes = ${to.notes}, walk_in = walk_in and date = ${to.date},
      overbooked_reason = ${to.overbookReason}, queue_number = ${number}, version = version + 1, updated_at = now()
    where id = ${before.id}
  `.execute(trx)
}

/** Moves an appointment to another status; the database refuses what is not a listed transition. */
export async function moveAppointment(
  trx: Transaction<DB>,
  id: string,
  status: AppointmentStatus,
  staffId: string,
  cancelled: { reason: CancelReason; note: string | null } | null,
  { takesBackMissedCall = false } = {},
) {
  await sql`
    update appointment set status = ${status}::appointment_status, status_by = ${staffId},
      missed_calls = missed_calls - ${takesBackMissedCall ? 1 : 0},
      cancel_reason = ${cancelled?.reason ?? null}::cancel_reason, cancel_note = ${cancelled?.note ?? null},
      version = version + 1, updated_at = now()
    where id = ${id}
  `.execute(trx)
}

/**
 * The status before the last step, or null if there is no step to undo. The database decides who may still undo it.
 */
export async function statusBefore(trx: Transaction<DB>, id: string): Promise<AppointmentStatus | null> {
  const row = await trx
    .selectFrom('appointment_status_change')
    .select(['from_status', 'is_undo'])
    .where('appointment_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && !row.is_undo ? row.from_status : null
}

const toTheMillisecond = (moment: RawBuilder<unknown>) => sql`date_trunc('milliseconds', ${moment})`

/**
 * The order of `byTurn` in the contract, as far as the first patient in the queue. It compares times to the
 * millisecond, as screens do. Patients who were put back come last while someone they were put behind still waits.
 */
function inTurn(doctorId: string) {
  return sql`
    cardinality(behind) > 0 and exists (
      select from appointment ahead
      where ahead.id = any (waiting.behind) and ahead.status = 'IN_QUEUE'
        and ${toTheMillisecond(sql`coalesce(ahead.returned_at, ahead.queued_at)`)} < ${toTheMillisecond(sql`waiting.returned_at`)}
        and (waiting.type <> 'EMERGENCY' or ahead.type = 'EMERGENCY')
    ),
    case when type = 'EMERGENCY' then 0 when doctor_id = ${doctorId} then 1 else 2 end,
    ${toTheMillisecond(sql`queued_at`)}, date, queue_number`
}

/**
 * Starts the patient whose turn it is, since whichever day. One that another doctor is calling at this moment is
 * skipped. Answers the appointment's id; undefined when nobody waits.
 */
export async function startNext(trx: Transaction<DB>, doctorId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update appointment set status = 'IN_PROGRESS', status_by = ${doctorId}, version = version + 1, updated_at = now()
    where id = (
      select id from appointment waiting where status = 'IN_QUEUE'
      order by ${inTurn(doctorId)}
      limit 1 for update skip locked
    )
    returning id
  `.execute(trx)
  return rows[0]?.id
}
