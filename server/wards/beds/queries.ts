import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Bed, BedAt } from '../../../contract/wards/beds.ts'
import type { Ward } from '../../../contract/wards/wards.ts'
import type { Database } from '../../ground/db/connect.ts'
import { statement } from '../../ground/db/prepared.ts'
import type { DB } from '../../ground/db/types.ts'
import type { NewRecord } from '../../ground/http/new-record.ts'
import { identityColumns, patientIdentity, withIdentity } from '../../people/patients/public.ts'

/** Beds as people count them: A-2 before A-10. */
const byNumber = sql`
  unit.ward, unit.name, unit.id, substring(bed.bed_number from '^\\D*'), coalesce(substring(bed.bed_number from '\\d{1,9}')::int, 0),
  bed.bed_number`

const bedColumns = (identity: RawBuilder<unknown>) => sql`
  bed.id, bed.bed_number as "bedNumber", bed.ward, bed.unit_id as "unitId", unit.name as "unitName",
  case when stay.id is not null then 'OCCUPIED' when bed.maintenance_since is not null then 'MAINTENANCE'
    else 'AVAILABLE' end as status,
  admission.patient_id as "patientId", ${identity}, stay.admission_id as "admissionId",
  admission.doctor_id as "doctorId", admission.admitted_at as "admissionDate", admission.expected_discharge as "expectedDischargeDate",
  stay.sex_rule_reason as "sexRuleReason",
  bed.maintenance_since as "maintenanceSince", coalesce(bed.maintenance_reason, bed.notes) as notes, bed.version,
  bed.created_at as "createdAt", bed.updated_at as "updatedAt"`

const withCurrentStay = sql`
  join unit on unit.id = bed.unit_id
  left join stay on stay.open_bed_id = bed.id
  left join admission on admission.id = stay.admission_id
  left join patient on patient.id = admission.patient_id`

type Row = Parameters<typeof withIdentity<Omit<Bed, 'patient'>>>[0]

function bedsWhere<Values extends readonly unknown[]>(where: (...values: Values) => RawBuilder<unknown>) {
  const rowsWhere = statement(
    (...values: Values) => sql<Row>`
      select ${bedColumns(identityColumns)} from bed ${withCurrentStay} where ${where(...values)} order by ${byNumber}`,
  )
  return async (db: Database, ...values: Values): Promise<Bed[]> =>
    (await rowsWhere(db, ...values)).map(withIdentity<Omit<Bed, 'patient'>>)
}

const ofHospital = bedsWhere(() => sql`bed.retired_at is null`)
const ofWard = bedsWhere((ward: Ward) => sql`bed.retired_at is null and bed.ward = ${ward}::ward`)
const ofUnit = bedsWhere((id: string) => sql`bed.open_unit_id = ${id}`)
const withId = bedsWhere((id: string) => sql`bed.id = ${id} and bed.retired_at is null`)

/** Beds as they are now, of one ward or of all. */
export function beds(db: Database, ward?: Ward): Promise<Bed[]> {
  return ward ? ofWard(db, ward) : ofHospital(db)
}

/** Beds of one of the hospital's own wards as they are now. */
export const bedsOfUnit = (db: Database, unitId: string): Promise<Bed[]> => ofUnit(db, unitId)

export const availableBeds = bedsWhere(() => sql`bed.usable_id is not null and stay.id is null`)

export async function bedById(db: Database, id: string): Promise<Bed | undefined> {
  const [bed] = await withId(db, id)
  return bed
}

/** Those in use among the beds with these ids. */
export const bedsWithIds = bedsWhere(
  (ids: readonly string[]) => sql`bed.id = any (${ids}::uuid[]) and bed.retired_at is null`,
)

export const unitIdOfStay = sql`coalesce(stay.unit_id, bed.first_unit_id, bed.unit_id)`

/** Joins the unit in which a stay was spent, which can be of another kind than its bed is now. */
export const unitOfStay = sql`join unit on unit.id = ${unitIdOfStay}`

/** Every bed that existed at `moment`, and who lay in it then. */
export async function bedsAt(db: Database, moment: string): Promise<BedAt[]> {
  const { rows } = await sql<BedAt>`
    select bed.id as "bedId", bed.bed_number as "bedNumber", unit.ward, unit.id as "unitId", unit.name as "unitName",
      ${patientIdentity},
      stay.admission_id as "admissionId", stay.started_at as "from", stay.ended_at as until
    from bed
    left join stay on stay.bed_id = bed.id and tstzrange(stay.started_at, stay.ended_at) @> ${moment}::timestamptz
    join unit on unit.id = case when stay.id is null then bed.unit_id else ${unitIdOfStay} end
    left join admission on admission.id = stay.admission_id
    left join patient on patient.id = admission.patient_id
    where stay.id is not null
      or (bed.created_at <= ${moment}::timestamptz and (bed.retired_at is null or bed.retired_at > ${moment}::timestamptz))
    order by ${byNumber}
  `.execute(db)
  return rows
}

export interface BedFields {
  bedNumber: string
  ward: Ward
  /** Null is the oldest unit of that ward. */
  unitId: string | null
  notes: string | null
}

/** Adds a bed, out of use from the start when `maintenance` says why. */
export function newBed(fields: BedFields, maintenance: string | null): NewRecord<Bed> {
  return {
    writes: sql`
      added as (
        insert into bed (bed_number, ward, unit_id, notes, maintenance_since, maintenance_reason)
        values (${fields.bedNumber}, ${fields.ward}::ward, ${fields.unitId}, ${fields.notes},
          ${maintenance === null ? null : sql`now()`}, ${maintenance})
        returning *
      )`,
    select: sql<Bed>`select ${bedColumns(patientIdentity)} from added as bed ${withCurrentStay}`,
    patient: null,
    moments: ['admissionDate', 'maintenanceSince', 'createdAt', 'updatedAt'],
    changes: sql`jsonb_build_object('added', made."bedNumber")`,
  }
}

/** Adds beds of a ward, in an order that no two who add the same ones wait crosswise for. */
export async function addBeds(
  trx: Transaction<DB>,
  numbers: readonly string[],
  { ward, unitId }: Pick<BedFields, 'ward' | 'unitId'>,
): Promise<Bed[]> {
  const { rows } = await sql<{ id: string }>`
    insert into bed (bed_number, ward, unit_id) select number, ${ward}::ward, ${unitId}::uuid from unnest(${numbers}::text[]) number
    order by fold(number) returning id
  `.execute(trx)
  return bedsWithIds(
    trx,
    rows.map(({ id }) => id),
  )
}

/** Those of the numbers that beds in use have, as they have them. */
export async function numbersTaken(db: Database, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ bedNumber: string }>`
    select bed_number as "bedNumber" from bed join unit on unit.id = bed.unit_id
    where retired_at is null and fold(bed_number) in (select fold(number) from unnest(${numbers}::text[]) number)
    order by ${byNumber}
  `.execute(db)
  return rows.map(({ bedNumber }) => bedNumber)
}

/**
 * Locks the beds until the transaction ends; false if one is missing. A move locks beds first, in the order of their
 * ids, and then the admission, so that two crosswise moves take turns instead of waiting for each other.
 */
export async function lockBeds(trx: Transaction<DB>, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from bed where id = any (${ids}::uuid[]) and retired_at is null order by id for no key update
  `.execute(trx)
  return rows.length === new Set(ids).size
}

/** Why patients whose beds move in this transaction are placed in a ward for the other sex: keep_sex_rule asks for it. */
export async function giveSexRuleReason(trx: Transaction<DB>, reason: string | undefined) {
  await sql`select set_config('lantern.sex_rule_reason', ${reason ?? ''}, true)`.execute(trx)
}

/** Changes these fields; the notes of a bed in maintenance are its reason. */
export async function updateBed(
  trx: Transaction<DB>,
  id: string,
  fields: Partial<BedFields>,
  isInMaintenance: boolean,
) {
  await trx
    .updateTable('bed')
    .set({
      // Kysely leaves a column as it is where its value is undefined.
      bed_number: fields.bedNumber,
      ward: fields.ward,
      unit_id: fields.unitId ?? undefined,
      [isInMaintenance ? 'maintenance_reason' : 'notes']: fields.notes,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Takes the bed out of use with a reason, or gives it back (null). The database refuses it for a bed in use. The
 * version covers number, ward and notes, so that an edit of those does not conflict with admissions or maintenance.
 */
export async function setMaintenance(trx: Transaction<DB>, id: string, reason: string | null) {
  await trx
    .updateTable('bed')
    .set({
      maintenance_since: reason === null ? null : sql<string>`coalesce(maintenance_since, clock_timestamp())`,
      maintenance_reason: reason,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Deletes a bed that nobody ever lay in, and retires one that somebody did; refused for a bed in use. */
export async function removeBed(trx: Transaction<DB>, id: string): Promise<boolean> {
  const deleted = await sql`
    delete from bed where id = ${id} and retired_at is null and not exists (select from stay where bed_id = bed.id)
  `.execute(trx)
  if ((deleted.numAffectedRows ?? 0n) > 0n) return true
  const retired =
    await sql`update bed set retired_at = now() where id = ${id} and retired_at is null`.execute(trx)
  return (retired.numAffectedRows ?? 0n) > 0n
}
