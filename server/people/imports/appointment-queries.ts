import { sql } from 'kysely'
import type { Database } from '../../ground/db/connect.ts'
import type { OnRecord } from './kind-rules.ts'

/** An appointment as its row says it, before its patient and its doctor are found. */
export interface NamedAppointment {
  mrn: string | null
  identifiers: { systemId: string; value: string }[]
  doctor: string
  date: string
  time: string
  type: string
  notes: string | null
}

/** The patient and the doctor of a row, as far as they are on record. */
export interface Found {
  line: number
  /** The patients who have its numbers; more than one where they contradict each other. */
  patients: string[]
  /** How many of the patients can be booked: they are alive and on record. */
  bookable: number
  /** The numbers that a patient has, of those that the row gives. */
  held: number
  doctorId: string | null
  /** Another patient has the doctor at that time. */
  isTaken: boolean
}

export async function findBooked(
  db: Database,
  rows: readonly { line: number; record: NamedAppointment }[],
): Promise<Map<number, Found>> {
  const given = JSON.stringify(rows.map(({ line, record }) => ({ line, ...record })))
  const { rows: found } = await sql<Found>`
    with given as materialized (
      select * from jsonb_to_recordset(${given}::jsonb) as given(line integer, mrn text, identifiers jsonb, doctor text,
        date date, time time, type appointment_type)),
    named as (
      select line, patient.id from given join patient on patient.mrn = upper(given.mrn)
      union all
      select line, identifier.patient_id from given,
        jsonb_to_recordset(given.identifiers) held("systemId" uuid, value text)
      join patient_identifier identifier on identifier.system_id = held."systemId" and identifier.is_exclusive
        and identifier.value_key = identifier_key(held.value) and identifier.ended_at is null),
    known as (
      select line, array_agg(distinct patient.id) as patients, count(*) as held,
        count(distinct patient.id) filter (where patient.admittable_id is not null) as bookable
      from named join patient on patient.id = named.id and patient.retired_at is null group by line)
    select given.line, coalesce(patients, '{}') as patients, coalesce(bookable, 0)::int as bookable,
      coalesce(held, 0)::int as held, doctor.id as "doctorId", given.type <> 'EMERGENCY' and exists (
        select from appointment taken where taken.doctor_id = doctor.id and taken.date = given.date and taken.time = given.time
          and taken.status <> 'CANCELLED' and taken.type <> 'EMERGENCY' and taken.patient_id <> all (coalesce(patients, '{}'))
      ) as "isTaken"
    from given left join known on known.line = given.line
    left join staff doctor on doctor.email = lower(given.doctor) and doctor.is_doctor and doctor.active
  `.execute(db)
  return new Map(found.map((one) => [one.line, one]))
}

/** Rows whose patient has an appointment with the doctor on that day. */
export async function booked(
  db: Database,
  rows: readonly { line: number; record: object }[],
): Promise<OnRecord[]> {
  if (rows.length === 0) return []
  const given = JSON.stringify(rows.map(({ line, record }) => ({ line, ...record })))
  const { rows: found } = await sql<{ line: number; id: string }>`
    select distinct on (line) line, appointment.id
    from jsonb_to_recordset(${given}::jsonb) as given(line integer, "patientId" uuid, "doctorId" uuid, date date)
    join appointment on patient_id = "patientId" and doctor_id = "doctorId" and appointment.date = given.date
      and status <> 'CANCELLED'
    order by line
  `.execute(db)
  return found.map(({ line, id }) => ({
    line,
    recordId: id,
    state: 'KNOWN',
    message: 'The patient has an appointment with this doctor on this day',
  }))
}

/** Marks rows of a patient, a doctor and a day that an earlier one has, and rejects those of a doctor’s time. */
export async function bookedTwice(db: Database, batchId: string): Promise<void> {
  await sql`
    with alike as (
      select line, min(line) over (partition by record ->> 'patientId', record ->> 'doctorId', record ->> 'date') as day,
        min(line) over (partition by record ->> 'doctorId', record ->> 'date', record ->> 'time',
          case when record ->> 'type' = 'EMERGENCY' then line end) as slot
      from import_row where batch_id = ${batchId} and state in ('READY', 'KNOWN'))
    update import_row set state = case when alike.day < alike.line then 'KNOWN' else 'REJECTED' end,
      problems = problems || jsonb_build_array(jsonb_build_object('column', null, 'message', case when alike.day < alike.line
        then 'Row ' || alike.day || ' of the file has this patient, doctor and day'
        else 'Row ' || alike.slot || ' of the file has the doctor at this time' end))
    from alike where batch_id = ${batchId} and import_row.line = alike.line and state = 'READY'
      and (alike.day < alike.line or alike.slot < alike.line)
  `.execute(db)
}
