import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import {
  type Acuity,
  type Admission,
  type AdmissionEdit,
  type Destination,
  type DischargeForm,
  enteredLateAfter,
  type Stay,
} from '../../../contract/wards/admissions.ts'
import { closeAppointments } from '../../front-desk/appointments/public.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { DB } from '../../ground/db/types.ts'
import type { NewRecord } from '../../ground/http/new-record.ts'
import { atMostNow, clockSkew } from '../../ground/records/moments.ts'
import type { EditOf } from '../../ground/records/record.ts'
import { patientIdentity } from '../../people/patients/public.ts'
import { doctorIdentity } from '../../people/staff/public.ts'
import { unitIdOfStay, unitOfStay } from '../beds/public.ts'

/** Entered by and when, if it was entered after it happened. */
function entered(at: RawBuilder<unknown>, happened: RawBuilder<unknown>, by: RawBuilder<unknown>) {
  return sql`case when ${at} > ${happened} + make_interval(mins => ${sql.lit(enteredLateAfter)})
    then jsonb_build_object('at', iso(${at}), 'by', ${by}.name) end`
}

export const columns = sql`
  admission.id, admission.patient_id as "patientId", ${patientIdentity}, stay.bed_id as "bedId",
  jsonb_build_object('bedNumber', bed.bed_number, 'ward', unit.ward, 'unitName', unit.name) as bed, admission.doctor_id as "doctorId",
  ${doctorIdentity},
  admission.diagnosis, admission.admitted_at as "admissionDate",
  admission.expected_discharge as "expectedDischargeDate", admission.discharged_at as "dischargeDate",
  ${entered(sql`admission.created_at`, sql`admission.admitted_at`, sql`admitter`)} as "admissionEntered",
  ${entered(sql`admission.discharge_entered_at`, sql`admission.discharged_at`, sql`discharger`)} as "dischargeEntered",
  case when admission.death_taken_back_at is not null then jsonb_build_object('at', iso(admission.death_taken_back_at),
    'by', corrector.name, 'reason', admission.death_taken_back_reason) end as "deathTakenBack",
  admission.status, admission.destination, admission.summary, admission.follow_up as "followUp",
  case when admission.summary_at is not null then jsonb_build_object('at', iso(admission.summary_at),
    'by', signer.name) end as "summarySigned",
  admission.notes,
  case when entry.id is not null then jsonb_build_object('acuity', entry.acuity, 'note', entry.note,
    'at', iso(entry.at), 'by', recorder.name) end as acuity,
  admission.version, admission.created_at as "createdAt", admission.updated_at as "updatedAt"`

/** The tables that `columns` needs beside `admission`; rows that were just written can stand in for them. */
export function joins({ stay = sql`stay`, acuityEntry = sql`acuity_entry` } = {}) {
  return sql`
    join patient on patient.id = admission.patient_id
    join lateral (
      select bed_id, unit_id from ${stay} as stay where admission_id = admission.id
      order by started_at desc, ended_at desc nulls first limit 1
    ) stay on true
    join bed on bed.id = stay.bed_id
    left join staff doctor on doctor.id = admission.doctor_id
    left join staff admitter on admitter.id = admission.admitted_by
    left join staff corrector on corrector.id = admission.death_taken_back_by
    left join staff discharger on discharger.id = admission.discharged_by
    left join staff signer on signer.id = admission.summary_by
    left join lateral (
      select * from ${acuityEntry} as acuity_entry where admission_id = admission.id order by id desc limit 1
    ) entry on true
    left join staff recorder on recorder.id = entry.by_staff_id
    -- Units are few: they are read once for all admissions, and not looked up for each.
    join (select id, ward, name from unit offset 0) unit on unit.id = ${unitIdOfStay}`
}

export async function admissionById(db: Database, id: string): Promise<Admission | undefined> {
  const { rows } = await sql<Admission>`
    select ${columns} from admission ${joins()} where admission.id = ${id}
  `.execute(db)
  return rows[0]
}

/** Those with these ids, in no order. */
export async function admissionsByIds(db: Database, ids: readonly string[]): Promise<Admission[]> {
  const { rows } = await sql<Admission>`
    select ${columns} from admission ${joins()} where admission.id = any (${ids}::uuid[])
  `.execute(db)
  return rows
}

const stayColumns = sql`
  stay.id, stay.bed_id as "bedId", bed.bed_number as "bedNumber", unit.ward, unit.name as "unitName", stay.started_at as "from",
  stay.ended_at as until, stay.reason, stay.sex_rule_reason as "sexRuleReason"`

const bedOfStay = sql`join bed on bed.id = stay.bed_id ${unitOfStay}`

export async function staysOf(db: Database, admissionId: string): Promise<Stay[]> {
  const { rows } = await sql<Stay>`
    select ${stayColumns} from stay ${bedOfStay} where stay.admission_id = ${admissionId}
    order by stay.started_at, stay.ended_at nulls last
  `.execute(db)
  return rows
}

/** Those with these ids, in no order. */
export async function staysByIds(db: Database, ids: readonly string[]): Promise<Stay[]> {
  const { rows } = await sql<Stay>`
    select ${stayColumns} from stay ${bedOfStay} where stay.id = any (${ids}::uuid[])
  `.execute(db)
  return rows
}

export interface NewAdmission {
  patientId: string
  bedId: string
  doctorId: string | null
  diagnosis: string | null
  /** Null is now. */
  admittedAt: string | null
  expectedDischarge: string | null
  notes: string | null
  sexRuleReason: string | undefined
}

/** Inserts the admission and its first stay. */
function admitting(admission: NewAdmission, staffId: string) {
  return sql`
    -- Those who admit to one bed take turns: two who check an exclusion at once can wait for each other.
    locked as materialized (select id from bed where id = ${admission.bedId} for no key update),
    -- Lock the patient after the bed, so that adding them to the queue at this moment comes either before or after.
    whose as materialized (
      select patient.id from locked join patient on patient.id = ${admission.patientId} for no key update of patient
    ),
    moment as materialized (
      select ${atMostNow(admission.admittedAt)} as at from locked left join whose on true
    ),
    left_queue as materialized (
      select jsonb_agg(queue_number order by date, queue_number) as numbers from appointment
      where open_patient_id = ${admission.patientId} and status in ('IN_QUEUE', 'IN_PROGRESS')
    ),
    admitted as (
      insert into admission (patient_id, doctor_id, diagnosis, admitted_at, admitted_by, expected_discharge, notes)
      select ${admission.patientId}::uuid, ${admission.doctorId}::uuid, ${admission.diagnosis}::text, at,
        ${staffId}::uuid, ${admission.expectedDischarge}::date, ${admission.notes}::text
      from moment
      returning *
    ),
    first_stay as (
      insert into stay (admission_id, bed_id, started_at, sex_rule_reason)
      select id, ${admission.bedId}::uuid, admitted_at, ${admission.sexRuleReason}::text from admitted
      returning *
    )`
}

export function newAdmission(admission: NewAdmission, staffId: string): NewRecord<Admission> {
  return {
    writes: admitting(admission, staffId),
    select: sql<Admission>`
      select ${columns} from admitted as admission ${joins({ stay: sql`first_stay` })}`,
    patient: 'patientId',
    moments: ['admissionDate', 'dischargeDate', 'createdAt', 'updatedAt'],
    changes: sql`jsonb_strip_nulls(
      jsonb_build_object('admittedTo', made.bed, 'leftQueue', (select numbers from left_queue),
        'sexRuleReason', (select sex_rule_reason from first_stay)))`,
  }
}

/** Admits within a transaction. Returns the id and the queue numbers of the visits that it ended. */
export async function insertAdmission(trx: Transaction<DB>, admission: NewAdmission, staffId: string) {
  const { rows } = await sql<{ id: string; leftQueue: number[] | null }>`
    with ${admitting(admission, staffId)}
    select id, (select numbers from left_queue) as "leftQueue" from admitted
  `.execute(trx)
  const [made] = rows
  if (!made) throw new Error('no admission came back')
  return made
}

export interface LockedAdmission {
  id: string
  patientId: string
  isActive: boolean
  bedId: string | null
  patientName: string
}

/** The bed that an admitted patient lies in now; null when discharged, undefined when there is no such admission. */
export async function bedOf(trx: Transaction<DB>, admissionId: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ bedId: string | null }>`
    select stay.bed_id as "bedId" from admission left join stay on stay.open_admission_id = admission.id
    where admission.id = ${admissionId}
  `.execute(trx)
  return rows[0]?.bedId
}

/** Keeps an admitted patient's record as it is: it comes before admissions and appointments, as a deletion takes them. */
export async function lockPatientOf(trx: Transaction<DB>, admissionId: string) {
  await sql`
    select from patient where id = (select patient_id from admission where id = ${admissionId}) for update
  `.execute(trx)
}

/** The admission as it is, kept from changing until the transaction ends; `bedId` is the bed of its open stay. */
export async function lockAdmission(trx: Transaction<DB>, id: string): Promise<LockedAdmission | undefined> {
  const { rows } = await sql<LockedAdmission>`
    select admission.id, admission.patient_id as "patientId", admission.discharged_at is null as "isActive",
      stay.bed_id as "bedId",
      patient.first_name || ' ' || patient.last_name as "patientName"
    from admission join patient on patient.id = admission.patient_id
    left join stay on stay.open_admission_id = admission.id
    where admission.id = ${id} for update of admission
  `.execute(trx)
  return rows[0]
}

export function admissionValues(edit: EditOf<z.output<typeof AdmissionEdit>>) {
  return {
    doctor_id: edit.doctorId,
    diagnosis: edit.diagnosis,
    expected_discharge: edit.expectedDischargeDate,
    notes: edit.notes,
  }
}

/** Why a patient is moved, and why to a ward for the other sex. */
export interface MoveReasons {
  reason: string | null
  sexRuleReason: string | undefined
}

/**
 * Ends the open stay and begins one in another bed, at one moment (as text: a Date would cut its microseconds). Returns the reason
 * that the ward's rule asked for.
 */
export async function moveToBed(
  trx: Transaction<DB>,
  admissionId: string,
  bedId: string,
  { reason, sexRuleReason }: MoveReasons,
): Promise<string | null> {
  const { rows } = await sql<{ ended_at: string }>`
    update stay set ended_at = clock_timestamp() where open_admission_id = ${admissionId} returning ended_at::text
  `.execute(trx)
  const begun = await sql<{ sexRuleReason: string | null }>`
    insert into stay (admission_id, bed_id, started_at, reason, sex_rule_reason)
    values (${admissionId}, ${bedId}, ${rows[0]?.ended_at}, ${reason}, ${sexRuleReason})
    returning sex_rule_reason as "sexRuleReason"
  `.execute(trx)
  await sql`update admission set version = version + 1, updated_at = now() where id = ${admissionId}`.execute(
    trx,
  )
  return begun.rows[0]?.sexRuleReason ?? null
}

/** The discharge summary that a doctor signs. */
type Summary = Pick<z.output<typeof DischargeForm>, 'summary' | 'followUp'>

function signed({ summary, followUp }: Summary, staffId: string) {
  if (summary === null && followUp === null) return sql``
  return sql`summary = ${summary}, follow_up = ${followUp}, summary_by = ${staffId}, summary_at = clock_timestamp(),`
}

export interface Leaving extends Summary {
  destination: Destination
  /** Null is now. */
  at: string | null
}

/**
 * Ends the open stay, and with it the bed's occupation, and the admission at one moment, which clocks that differ don't put
 * before the stay's beginning. A patient who died can't be admitted or booked again, and nobody waits for them.
 */
export async function endAdmission(
  trx: Transaction<DB>,
  admission: LockedAdmission,
  leaving: Leaving,
  staffId: string,
) {
  const { rows } = await sql<{ ended_at: string }>`
    with moment as materialized (select ${atMostNow(leaving.at)} as said)
    update stay set ended_at = case
      when said < started_at and said > started_at - make_interval(secs => ${clockSkew / 1000}) then started_at
      else said end
    from moment where open_admission_id = ${admission.id} returning ended_at::text
  `.execute(trx)
  const at = rows[0]?.ended_at
  await sql`
    update admission set discharged_at = ${at}, discharge_entered_at = clock_timestamp(), discharged_by = ${staffId}, destination = ${leaving.destination}::destination,
      ${signed(leaving, staffId)} version = version + 1, updated_at = now()
    where id = ${admission.id}
  `.execute(trx)
  if (leaving.destination === 'DIED') {
    await closeAppointments(trx, admission.patientId, 'The patient has died.', staffId)
    await sql`update patient set deceased_at = ${at}, updated_at = now(), version = version + 1
      where id = ${admission.patientId}`.execute(trx)
  }
}

/** Signs the summary of an admission that ended without one. */
export async function signSummary(trx: Transaction<DB>, id: string, summary: Summary, staffId: string) {
  await sql`
    update admission set ${signed(summary, staffId)} version = version + 1, updated_at = now() where id = ${id}
  `.execute(trx)
}

/**
 * Makes a patient alive again who was recorded as dead by mistake; false when none was. The discharge keeps what was
 * recorded, with who took it back, when and why.
 */
export async function takeBackDeath(
  trx: Transaction<DB>,
  patientId: string,
  reason: string,
  staffId: string,
): Promise<boolean> {
  const revived = await sql`
    update patient set deceased_at = null, version = version + 1, updated_at = now()
    where id = ${patientId} and deceased_at is not null
  `.execute(trx)
  if (!revived.numAffectedRows) return false
  await sql`
    update admission set death_taken_back_at = clock_timestamp(), death_taken_back_by = ${staffId},
      death_taken_back_reason = ${reason}, version = version + 1, updated_at = now()
    where patient_id = any (record_ids(${patientId})) and destination = 'DIED' and death_taken_back_at is null
  `.execute(trx)
  return true
}

/** Records how an admitted patient is; nothing when the admission has ended or is none. */
export function newAcuityEntry(
  admissionId: string,
  entry: { acuity: Acuity; note: string | null },
  staffId: string,
): NewRecord<Admission> {
  return {
    writes: sql`
      active as materialized (
        select id from admission where id = ${admissionId} and discharged_at is null for update
      ),
      recorded as (
        insert into acuity_entry (admission_id, acuity, note, by_staff_id)
        select id, ${entry.acuity}::acuity, ${entry.note}::text, ${staffId}::uuid from active
        returning *
      )`,
    select: sql<Admission>`
      select ${columns} from admission ${joins({ acuityEntry: sql`recorded` })}
      where admission.id = (select admission_id from recorded)`,
    patient: 'patientId',
    moments: ['admissionDate', 'dischargeDate', 'createdAt', 'updatedAt'],
    changes: sql`jsonb_build_object('acuity', made.acuity -> 'acuity')`,
  }
}

/** Whether the hospital cleans beds that patients left, and this one is in a ward whose beds are cleaned by staff. */
export async function cleansLeftBed(trx: Transaction<DB>, bedId: string): Promise<boolean> {
  const { rows } = await sql<{ isCleaned: boolean }>`
    select cleans_after_discharge and cleaned_by_staff as "isCleaned"
    from hospital, bed join unit on unit.id = bed.unit_id where bed.id = ${bedId}
  `.execute(trx)
  return rows[0]?.isCleaned ?? false
}
