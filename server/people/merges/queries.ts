import { sql, type Transaction } from 'kysely'
import { birthOf } from '../../../contract/people/birth/typed-birth.ts'
import { type Merge, type MergedField, valueIn } from '../../../contract/people/duplicates/merges.ts'
import type { Patient } from '../../../contract/people/patients.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { DB } from '../../ground/db/types.ts'

/** The rows that a merge gave to the survivor; the rest stays with the record it was entered in. */
export interface Moved {
  appointments: string[]
  /** Open entries of the wait list; earlier merges have none. */
  waits?: string[]
  admissions: string[]
  /** Earlier merges, of the merged record. */
  records: string[]
  photo: boolean
  /** The survivor's `restriction_version` after the merge restricted it; null where it did not. */
  restriction: number | null
}

type Chosen = Partial<Record<MergedField, string | null>>

const columnOf: Record<MergedField | 'birthPrecision', string> = {
  firstName: 'first_name',
  lastName: 'last_name',
  dateOfBirth: 'date_of_birth',
  birthPrecision: 'birth_precision',
  gender: 'gender',
  contactNumber: 'contact_number',
  email: 'email',
  address: 'address',
  bloodGroup: 'blood_group',
  medicalHistory: 'medical_history',
}

/** The MRN of the record that this one was merged into. */
export async function survivorOf(db: Database, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ mrn: string }>`
    select survivor.mrn from patient merged join patient survivor on survivor.id = merged.merged_into where merged.id = ${id}
  `.execute(db)
  return rows[0]?.mrn
}

/** The first of these whose restricted record is not open to an account (record 88). */
export async function closedTo(
  db: Database,
  staffId: string,
  ids: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from patient where id = any (${ids}::uuid[]) and restricted_since is not null
      and open_because(${staffId}::uuid, id) is null limit 1
  `.execute(db)
  return rows[0]?.id
}

/** The records, and those that were merged into them, in one order for everybody; what is being entered is finished first. */
export async function lockRecords(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  await sql`
    select from patient where id = any (${ids}::uuid[]) or merged_into = any (${ids}::uuid[]) order by id for update
  `.execute(trx)
}

/** Writes the fields into a record, if there are any; its version goes on, because it shows other entries. */
async function writeFields(trx: Transaction<DB>, id: string, values: Chosen): Promise<void> {
  const born = values.dateOfBirth ? birthOf(values.dateOfBirth) : {}
  const assigned = (Object.entries({ ...values, ...born }) as [keyof typeof columnOf, string | null][]).map(
    ([field, value]) => sql`${sql.ref(columnOf[field])} = (jsonb_populate_record(null::patient,
      ${JSON.stringify({ [columnOf[field]]: value })}::jsonb)).${sql.ref(columnOf[field])}, `,
  )
  const fields = assigned.length > 0 ? sql.join(assigned, sql``) : sql``
  await sql`
    update patient set ${fields} version = version + 1, updated_at = now() where id = ${id}
  `.execute(trx)
}

/** The medical history of both, because each may name an illness that the other lacks. */
export function historyOf(...[survivor, merged]: readonly Pick<Patient, 'medicalHistory'>[]): string | null {
  const texts = [survivor?.medicalHistory, merged?.medicalHistory].filter((text) => text != null)
  return [...new Set(texts)].join('\n') || null
}

export async function merge(
  trx: Transaction<DB>,
  survivor: Patient,
  merged: Patient,
  {
    taken,
    reason,
    staffId,
    countersignature,
  }: {
    taken: readonly MergedField[]
    reason: string | null
    staffId: string
    countersignature: string | null
  },
): Promise<string> {
  const differing: MergedField[] = taken.filter(
    (field) => valueIn(survivor, field) !== valueIn(merged, field),
  )
  const valuesOf = (patient: Patient): Chosen =>
    Object.fromEntries(differing.map((field) => [field, valueIn(patient, field)]))
  const moved = await handOver(trx, survivor.id, merged.id)
  const medicalHistory = historyOf(survivor, merged)
  const isLonger = medicalHistory !== survivor.medicalHistory
  const chosen: Chosen = { ...valuesOf(merged), ...(isLonger && { medicalHistory }) }
  const before: Chosen = {
    ...valuesOf(survivor),
    ...(isLonger && { medicalHistory: survivor.medicalHistory }),
  }
  await writeFields(trx, survivor.id, chosen)
  const { rows } = await sql<{ id: string }>`
    insert into patient_merge (survivor_id, merged_id, merged_by, reason, chosen, before, moved, countersignature_id)
    values (${survivor.id}, ${merged.id}, ${staffId}, ${reason}, ${JSON.stringify(chosen)},
      ${JSON.stringify(before)}, ${JSON.stringify(moved)}, ${countersignature})
    returning id
  `.execute(trx)
  await sql`
    update patient set merged_into = ${survivor.id}, retired_at = clock_timestamp(), version = version + 1, updated_at = now()
    where id = ${merged.id}
  `.execute(trx)
  return rows[0]?.id ?? ''
}

async function handOver(trx: Transaction<DB>, survivor: string, merged: string): Promise<Moved> {
  const idsOf = async (statement: ReturnType<typeof sql<{ id: string }>>) =>
    (await statement.execute(trx)).rows.map(({ id }) => id)
  const admissions = await idsOf(sql`
    update admission set patient_id = ${survivor} where active_patient_id = ${merged} returning id`)
  const appointments = await idsOf(sql`
    update appointment set patient_id = ${survivor} where open_patient_id = ${merged} returning id`)
  // An entry that the survivor has too ends with the record.
  const waits = await idsOf(sql`
    update wait_entry set patient_id = ${survivor} where open_patient_id = ${merged} and not exists (
      select from wait_entry own where own.open_patient_id = ${survivor}
        and (own.clinic_id, own.doctor_id) is not distinct from (wait_entry.clinic_id, wait_entry.doctor_id))
    returning id`)
  const records = await idsOf(sql`
    update patient set merged_into = ${survivor} where merged_into = ${merged} returning id`)
  const photo = await sql`
    update patient_photo set patient_id = ${survivor} where patient_id = ${merged}
      and not exists (select from patient_photo where patient_id = ${survivor})`.execute(trx)
  // A restricted record stays so: the survivor takes over its list, unless it has one.
  const restricted = await sql<{ version: number }>`
    update patient set restricted_since = now(), restriction_version = restriction_version + 1
    where id = ${survivor} and restricted_since is null
      and exists (select from patient where id = ${merged} and restricted_since is not null)
    returning restriction_version as version`.execute(trx)
  const restriction = restricted.rows[0]?.version ?? null
  if (restriction !== null)
    await sql`
      insert into record_reader (patient_id, staff_id, added_by)
      select ${survivor}, staff_id, added_by from record_reader where patient_id = ${merged} on conflict do nothing
    `.execute(trx)
  return { admissions, appointments, waits, records, photo: (photo.numAffectedRows ?? 0n) > 0n, restriction }
}

export interface StandingMerge extends Omit<Merge, 'isLast' | 'since'> {
  mergedAt: string
  isLast: boolean
  isUndone: boolean
  before: Chosen
  chosen: Chosen
  moved: Moved
}

const columns = sql`
  merge.id, survivor_id as "survivorId", merged_id as "mergedId", merged.mrn as "mergedMrn",
  merged.first_name || ' ' || merged.last_name as "mergedName", iso(merged_at) as "mergedAt", staff.name as "mergedBy",
  (select witness.name from countersignature join staff witness on witness.id = witness_id
    where countersignature.id = countersignature_id) as "countersignedBy",
  merge.reason, array(select jsonb_object_keys(chosen)) as taken, undone_at is not null as "isUndone", before, chosen, moved,
  not exists (
    select from patient_merge later where later.undone_at is null and later.id <> merge.id and later.merged_at > merge.merged_at
      and (later.survivor_id = merge.survivor_id or later.merged_id = merge.survivor_id)) as "isLast"`
const from = sql`patient_merge merge join patient merged on merged.id = merged_id join staff on staff.id = merged_by`

export async function mergeById(db: Database, id: string): Promise<StandingMerge | undefined> {
  const { rows } = await sql<StandingMerge>`select ${columns} from ${from} where merge.id = ${id}`.execute(db)
  return rows[0]
}

/** The merges that brought other records into this one, and stand. */
export async function mergesInto(db: Database, survivorId: string): Promise<StandingMerge[]> {
  const { rows } = await sql<StandingMerge>`
    select ${columns} from ${from} where undone_at is null and merged.merged_into = ${survivorId} order by merged_at desc
  `.execute(db)
  return rows
}

/** Takes the pointer back, and what was handed over as far as it is as it was; says which fields were edited since and stay. */
export async function undo(
  trx: Transaction<DB>,
  merge: StandingMerge,
  survivor: Patient,
  { reason, staffId }: { reason: string | null; staffId: string },
): Promise<MergedField[]> {
  const { survivorId, mergedId, before, chosen, moved } = merge
  const fields = Object.keys(before) as MergedField[]
  const kept = fields.filter((field) => valueIn(survivor, field) !== chosen[field])
  const restored = fields.filter((field) => !kept.includes(field))
  await writeFields(
    trx,
    survivorId,
    Object.fromEntries(restored.map((field) => [field, before[field]])) as Chosen,
  )
  await sql`
    update patient_merge set undone_at = clock_timestamp(), undone_by = ${staffId}, undo_reason = ${reason}
    where id = ${merge.id}`.execute(trx)
  await sql`
    update patient set merged_into = null, retired_at = null, version = version + 1, updated_at = now()
    where id = ${mergedId}`.execute(trx)
  await sql`
    update patient set merged_into = ${mergedId} where id = any (${moved.records}::uuid[]) and merged_into = ${survivorId}
  `.execute(trx)
  await sql`
    update admission set patient_id = ${mergedId} where id = any (${moved.admissions}::uuid[]) and patient_id = ${survivorId}
  `.execute(trx)
  // A visit that has begun since has its note with the survivor.
  await sql`
    update appointment set patient_id = ${mergedId} where id = any (${moved.appointments}::uuid[])
      and patient_id = ${survivorId} and status not in ('IN_PROGRESS', 'COMPLETED')
      and not exists (select from visit_note where appointment_id = appointment.id)
  `.execute(trx)
  await sql`
    update wait_entry set patient_id = ${mergedId}
    where id = any (${moved.waits ?? []}::uuid[]) and open_patient_id = ${survivorId}
  `.execute(trx)
  if (moved.photo)
    await sql`
      update patient_photo set patient_id = ${mergedId} where patient_id = ${survivorId} and taken_at <= ${merge.mergedAt}::timestamptz
        and not exists (select from patient_photo where patient_id = ${mergedId})`.execute(trx)
  if (moved.restriction !== null) {
    const lifted = await sql`
      update patient set restricted_since = null, restriction_version = restriction_version + 1
      where id = ${survivorId} and restriction_version = ${moved.restriction}`.execute(trx)
    if (lifted.numAffectedRows)
      await sql`delete from record_reader where patient_id = ${survivorId}`.execute(trx)
  }
  return kept
}
