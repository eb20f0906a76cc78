import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../ground/db/connect.ts'

/** A value of the copy: also a list of entries within an entry. */
export type Value = string | number | boolean | null | Entry | readonly Entry[]
export interface Entry {
  readonly [name: string]: Value
}

export interface PatientCopy {
  patient: Entry
  lists: Readonly<Record<CopiedList, readonly Entry[]>>
  photo: Buffer | null
}

/** The name of the member of staff. */
const name = (id: string) => sql`(select staff.name from staff where staff.id = ${sql.ref(id)})`
const moment = (column: string) => sql`iso(${sql.ref(column)})`
const struck = (table: string) => sql`
  case when ${sql.ref(`${table}.struck_at`)} is not null then json_build_object('at', ${moment(`${table}.struck_at`)},
    'by', ${name(`${table}.struck_by`)}, 'reason', ${sql.ref(`${table}.struck_reason`)}) end as "enteredInError"`
const recorded = (table: string) => sql`
  ${moment(`${table}.recorded_at`)} as "recordedAt", ${name(`${table}.recorded_by`)} as "recordedBy", ${struck(table)}`

/** The rows of a query as one list; as JSON and not JSONB, which would put the fields into another order. */
const list = (query: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(to_json(entry)), '[]') from (${query}) entry)`

type Of = RawBuilder<unknown>

/** The lists of a copy: the tables that each is made of, and its entries for the patients `of`. */
export const copiedLists = {
  identifiers: {
    tables: ['patient_identifier', 'identifier_system'],
    entries: (of: Of) => sql`
      select system.name as system, value, ${moment('own.created_at')} as "recordedAt", ${moment('own.ended_at')} as "endedAt",
        own.ended_reason as "endedReason"
      from patient_identifier own join identifier_system system on system.id = own.system_id
      where own.patient_id ${of} order by own.created_at, own.id`,
  },
  contacts: {
    tables: ['patient_contact'],
    entries: (of: Of) => sql`
      select name, relationship, relationship_detail as "relationshipDetail", phone, address, is_emergency as "isEmergency",
        is_guardian as "isGuardian", ${moment('created_at')} as "recordedAt", ${moment('ended_at')} as "endedAt",
        ended_reason as "endedReason"
      from patient_contact where patient_id ${of} order by created_at, id`,
  },
  coverage: {
    tables: ['coverage', 'payer'],
    entries: (of: Of) => sql`
      select payer.name as payer, member_number as "memberNumber", plan, rank, valid_from as "validFrom",
        valid_until as "validUntil", ${moment('coverage.retired_at')} as "removedAt"
      from coverage join payer on payer.id = payer_id where patient_id ${of} order by valid_from, rank, coverage.id`,
  },
  allergies: {
    tables: ['allergy'],
    entries: (of: Of) => sql`
      select case when is_none_known then 'None known' else substance end as substance, reaction, severity, certainty,
        ${moment('allergy.replaced_at')} as "replacedAt", ${recorded('allergy')}
      from allergy where patient_id ${of} order by recorded_at, id`,
  },
  problems: {
    tables: ['problem', 'problem_resolution'],
    entries: (of: Of) => sql`
      select diagnosis, icd10, onset_on as "onsetOn", resolved_on as "resolvedOn", ${recorded('problem')}
      from problem left join problem_resolution resolution on resolution.id = problem.id
      where problem.patient_id ${of} order by problem.recorded_at, problem.id`,
  },
  medications: {
    tables: ['medication', 'medication_stop', 'countersignature'],
    entries: (of: Of) => sql`
      select medication.name, dose, unit, route, frequency, instructions, starts_on as "startsOn", ends_on as "endsOn",
        medication.reason, allergy as "allergyWarning", allergy_reason as "allergyReason", dose_question as "doseQuestion",
        dose_reason as "doseReason", ${name('countersignature.witness_id')} as "countersignedBy", ${moment('stopped_at')} as "stoppedAt",
        ${name('stopped_by')} as "stoppedBy", stop.reason as "stoppedReason", ${recorded('medication')}
      from medication left join medication_stop stop on stop.id = medication.id
      left join countersignature on countersignature.id = countersignature_id
      where medication.patient_id ${of} order by medication.recorded_at, medication.id`,
  },
  vitalSigns: {
    tables: ['vital_signs', 'news2_alert'],
    entries: (of: Of) => sql`
      select ${moment('taken_at')} as "takenAt", temperature, pulse, respiratory_rate as "respiratoryRate", systolic, diastolic,
        oxygen_saturation as "oxygenSaturation", oxygen, weight, height, pain, consciousness, score as "highNews2",
        ${moment('acknowledged_at')} as "acknowledgedAt", ${name('acknowledged_by')} as "acknowledgedBy", ${recorded('vital_signs')}
      from vital_signs left join news2_alert alert on alert.id = vital_signs.id
      where vital_signs.patient_id ${of} order by taken_at, vital_signs.id`,
  },
  visitNotes: {
    tables: ['visit_note', 'visit_note_amendment'],
    entries: (of: Of) => sql`
      select ${moment('seen_at')} as "seenAt", reason, findings, assessment, plan, ${moment('signed_at')} as "signedAt",
        ${list(sql`
          select text, ${moment('amendment.recorded_at')} as "recordedAt", ${name('amendment.recorded_by')} as "recordedBy"
          from visit_note_amendment amendment where visit_note_id = visit_note.id order by recorded_at, id`)} as amendments,
        ${recorded('visit_note')}
      from visit_note where patient_id ${of} order by seen_at, id`,
  },
  appointments: {
    tables: ['appointment', 'appointment_status_change'],
    entries: (of: Of) => sql`
      select date, to_char(time, 'HH24:MI') as time, ${name('doctor_id')} as doctor, type, status, queue_number as "queueNumber",
        notes, cancel_reason as "cancelReason", cancel_note as "cancelNote", ${moment('queued_at')} as "queuedAt",
        ${moment('started_at')} as "startedAt", ${moment('completed_at')} as "completedAt",
        ${list(sql`
          select ${moment('change.at')} as at, to_status as status, ${name('by_staff_id')} as by
          from appointment_status_change change where appointment_id = appointment.id order by change.id`)} as changes
      from appointment where patient_id ${of} order by date, time, id`,
  },
  waitList: {
    tables: ['wait_entry', 'slot_hold'],
    entries: (of: Of) => sql`
      select clinic.name as clinic, ${name('wait_entry.doctor_id')} as doctor, first_day as "firstDay", last_day as "lastDay",
        to_char(time '00:00' + lower(times) * interval '1 minute', 'HH24:MI') as "fromTime",
        case when upper(times) < 1440 then to_char(time '00:00' + upper(times) * interval '1 minute', 'HH24:MI') end as "toTime",
        priority, note, state, ${moment('wait_entry.created_at')} as "addedAt", ${moment('ended_at')} as "endedAt",
        ${list(sql`
          select date, to_char(time, 'HH24:MI') as time, ${name('slot_hold.doctor_id')} as doctor,
            ${moment('slot_hold.created_at')} as "offeredAt", ${moment('until')} as until, answer
          from slot_hold where entry_id = wait_entry.id order by slot_hold.created_at`)} as offers
      from wait_entry left join clinic on clinic.id = clinic_id where patient_id ${of} order by wait_entry.created_at, wait_entry.id`,
  },
  admissions: {
    tables: ['admission', 'stay', 'acuity_entry'],
    entries: (of: Of) => sql`
      select ${moment('admitted_at')} as "admittedAt", ${name('doctor_id')} as doctor, diagnosis, notes,
        expected_discharge as "expectedDischarge", ${moment('discharged_at')} as "dischargedAt", destination, summary,
        follow_up as "followUp", ${name('summary_by')} as "summaryBy", ${moment('summary_at')} as "summaryAt",
        ${moment('death_taken_back_at')} as "deathCorrectedAt", death_taken_back_reason as "deathCorrectedReason",
        ${list(sql`
          select bed_number as bed, bed.ward, unit.name as "wardName", ${moment('stay.started_at')} as "startedAt",
            ${moment('stay.ended_at')} as "endedAt", stay.reason, sex_rule_reason as "sexRuleReason"
          from stay join bed on bed.id = stay.bed_id left join unit on unit.id = stay.unit_id
          where admission_id = admission.id order by stay.started_at`)} as stays,
        ${list(sql`
          select ${moment('acuity_entry.at')} as at, acuity, note, ${name('by_staff_id')} as by
          from acuity_entry where admission_id = admission.id order by acuity_entry.id`)} as acuity
      from admission where patient_id ${of} order by admitted_at, id`,
  },
  issuedItems: {
    tables: ['stock_movement', 'inventory_item', 'batch'],
    entries: (of: Of) => sql`
      select ${moment('movement.at')} as at, movement.kind, item.name as item, abs(movement.quantity) as quantity, item.unit,
        batch.batch_number as "batchNumber", movement.reason, movement.allergy as "allergyWarning",
        movement.allergy_reason as "allergyReason", ${name('movement.by_staff_id')} as by
      from stock_movement movement join inventory_item item on item.id = movement.item_id
      left join batch on batch.id = movement.batch_id
      where movement.patient_id ${of} order by movement.id`,
  },
} as const
export type CopiedList = keyof typeof copiedLists

/** The tables with patients in them that are in no list, with why. */
export const besidesLists: Readonly<Record<string, string>> = {
  duplicate_pair: 'It names another patient',
  patient_message: 'The patient got it, and it repeats an appointment',
  patient: 'The entries of a record that was merged into this one are in the lists',
  patient_merge: 'It is about records, and not about the patient',
  patient_photo: 'It is a file of its own',
  record_access: 'Who looked at a record is in the audit log, which an administrator answers from',
  record_reader: 'It is about staff',
}

/**
 * All that is recorded about a current patient, as it is at one moment; undefined if there is no such patient. The date of birth is
 * as far as it is known: '1984-05-12', '1984-05' or '1984'.
 */
export async function copyOf(db: Database, id: string): Promise<PatientCopy | undefined> {
  const of = sql`= any (record_ids(${id}))`
  const lists = Object.entries(copiedLists).map(
    ([key, { entries }]) => sql`${sql.lit(key)}, ${list(entries(of))}`,
  )
  const { rows } = await sql<PatientCopy>`
    select json_build_object('mrn', mrn, 'firstName', first_name, 'lastName', last_name,
        'dateOfBirth', left(date_of_birth::text, case birth_precision when 'DAY' then 10 when 'MONTH' then 7 else 4 end),
        'gender', gender, 'contactNumber', contact_number, 'email', email, 'address', address, 'bloodGroup', blood_group,
        'allergies', allergies, 'medicalHistory', medical_history, 'registeredAt', ${moment('created_at')},
        'deceasedAt', ${moment('deceased_at')}, 'restrictedSince', ${moment('restricted_since')}) as patient,
      json_build_object(${sql.join(lists)}) as lists, image as photo
    from patient left join patient_photo on patient_photo.patient_id = patient.id
    where patient.id = ${id} and retired_at is null
  `.execute(db)
  return rows[0]
}
