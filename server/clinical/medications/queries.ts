import { type SqlBool, sql, type Transaction } from 'kysely'
import type { Allergen } from '../../../contract/clinical/allergen.ts'
import type { Medication, MedicationForm } from '../../../contract/clinical/medications.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { BirthPrecision, DB } from '../../ground/db/types.ts'
import { isOf, isOnRecord } from '../../people/patients/public.ts'
import { entryColumns, entryPeople, entryQueries } from '../entries/public.ts'

/** Neither struck through, nor stopped, nor over. */
const isCurrent = sql<SqlBool>`(entry.struck_at is null
  and not exists (select from medication_stop where medication_stop.id = entry.id)
  and (entry.ends_on is null or entry.ends_on >= (select hospital_today())))`

/** The end of an entry that was stopped, from `stops`. */
export const stopped = sql`
  case when stop.id is not null then jsonb_build_object('at', iso(stop.stopped_at), 'by', stopper.name,
    'reason', stop.reason) end as stopped`

export const stops = sql`
  left join medication_stop stop on stop.id = entry.id
  left join staff stopper on stopper.id = stop.stopped_by`

const columns = sql`
  ${entryColumns}, entry.name, entry.dose, entry.unit, entry.route, entry.frequency, entry.instructions,
  entry.starts_on as "startsOn", entry.ends_on as "endsOn", entry.reason, entry.allergy,
  entry.allergy_reason as "allergyReason", witness.name as "countersignedBy", entry.weight, entry.dose_question as "doseQuestion",
  entry.dose_reason as "doseReason",
  recorder.registration_number as "prescriberNumber", entry.admission_id is not null as "isInpatient",
  entry.replaces_id as "replacesId", ${isCurrent} as "isCurrent", ${stopped}`

const joins = sql`
  ${entryPeople} ${stops}
  left join countersignature on countersignature.id = entry.countersignature_id
  left join staff witness on witness.id = countersignature.witness_id`

export const entries = entryQueries<Medication>('medication', { columns, joins, isCurrent })

export async function currentMedications(db: Database, patientIds: readonly string[]): Promise<Medication[]> {
  const { rows } = await sql<Medication>`
    select ${columns} from medication entry ${joins}
    where ${isOf(sql`entry.patient_id`, patientIds)} and ${isCurrent}
    order by entry.recorded_at desc, entry.id desc limit 200
  `.execute(db)
  return rows
}

export async function allergensOf(db: Database, patientId: string): Promise<Allergen[]> {
  const patients = await db.selectFrom('patient').select('allergens').where('id', '=', patientId).execute()
  return patients.flatMap(({ allergens }) => allergens as unknown as Allergen[])
}

/** The most recent weight in kilograms, and the day it was taken. */
type Weighed = { weight: number; weighedOn: string } | { weight: null; weighedOn: null }

export type Prescribed = Weighed & {
  id: string
  name: string
  dateOfBirth: string
  birthPrecision: BirthPrecision
  /** The current day at the hospital. */
  today: string
  allergens: Allergen[]
  /** The stay that they are in. */
  admissionId: string | null
  /** A change of one of its prescriptions stays in it; nothing else is prescribed there. */
  isMerged: boolean
}

/**
 * The patient to be prescribed for, kept until the transaction ends: what is recorded of allergies and what others
 * prescribe meanwhile waits, so that neither is missed. Undefined where there is none.
 */
export async function lockPatient(trx: Transaction<DB>, patientId: string): Promise<Prescribed | undefined> {
  await sql`select from patient where id = any (record_ids(${patientId})) order by id for no key update`.execute(
    trx,
  )
  const { rows } = await sql<Prescribed>`
    select id, first_name || ' ' || last_name as name, date_of_birth as "dateOfBirth",
      birth_precision as "birthPrecision", allergens, hospital_today()::text as today, last.weight,
      (last.taken_at at time zone (select time_zone from hospital))::date::text as "weighedOn",
      (select admission.id from admission where active_patient_id = coalesce(merged_into, patient.id)) as "admissionId",
      retired_at is not null as "isMerged"
    from patient left join lateral (
      select weight, taken_at from vital_signs
      where patient_id = any (record_ids(patient.id)) and weight is not null and struck_at is null
      order by taken_at desc, id desc limit 1
    ) last on true
    where id = ${patientId} and ${isOnRecord}
  `.execute(trx)
  return rows[0]
}

export interface NewMedication extends Omit<MedicationForm, 'evenIfUnlikely'> {
  /** Null where no second person countersigned it. */
  countersignature: string | null
  allergy: string | null
  weight: number | null
  doseQuestion: string | null
  replacesId: string | null
}

export async function insertMedication(
  trx: Transaction<DB>,
  patient: Prescribed,
  medication: NewMedication,
  staffId: string,
): Promise<string> {
  const { name, dose, unit, route, frequency, instructions, startsOn, endsOn, reason } = medication
  const { allergy, allergyReason, weight, doseQuestion, doseReason, replacesId, countersignature } =
    medication
  const { rows } = await sql<{ id: string }>`
    insert into medication (patient_id, admission_id, recorded_by, name, dose, unit, route, frequency, instructions,
      starts_on, ends_on, reason, allergy, allergy_reason, weight, dose_question, dose_reason, replaces_id,
      countersignature_id)
    values (${patient.id}, ${patient.admissionId}, ${staffId}, ${name}, ${dose}, ${unit}, ${route}, ${frequency},
      ${instructions}, ${startsOn}, ${endsOn}, ${reason}, ${allergy}, ${allergyReason}, ${weight}, ${doseQuestion},
      ${doseReason}, ${replacesId}, ${countersignature})
    returning id
  `.execute(trx)
  return rows[0]?.id ?? ''
}

export async function insertStop(
  trx: Transaction<DB>,
  { id, patientId }: Medication,
  stopped: { by: string; reason: string },
): Promise<void> {
  await sql`
    insert into medication_stop (id, patient_id, stopped_by, reason)
    values (${id}, ${patientId}, ${stopped.by}, ${stopped.reason})
  `.execute(trx)
}
