import { sql, type Transaction } from 'kysely'
import {
  type OpenedRecord,
  openHours,
  type RecordAccess,
  type Restriction,
  type RestrictionForm,
} from '../../../contract/people/restricted-records.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { DB } from '../../ground/db/types.ts'
import type { NewRecord } from '../../ground/http/new-record.ts'

/** Whether a patient's record is open to somebody; undefined if there is no such patient. */
export async function accessOf(
  db: Database,
  patientId: string,
  staffId: string,
): Promise<RecordAccess | undefined> {
  const { rows } = await sql<Omit<RecordAccess, 'isOpen'>>`
    select patient.id, restricted_since as "restrictedSince", because,
      case when because = 'reason' then opened_until(${staffId}::uuid, patient.id) end as until
    from patient left join lateral (
      select open_because(${staffId}::uuid, patient.id) as because where restricted_since is not null
    ) opened on true
    where patient.id = ${patientId} and retired_at is null
  `.execute(db)
  return rows[0] && { ...rows[0], isOpen: rows[0].restrictedSince === null || rows[0].because !== null }
}

/** Opens a restricted record to somebody; inserts nothing where the record is not restricted. */
export function newAccess(patientId: string, staffId: string, reason: string): NewRecord<OpenedRecord> {
  return {
    writes: sql`opened as (
      insert into record_access (patient_id, staff_id, reason)
      select id, ${staffId}::uuid, ${reason} from patient
      where id = ${patientId} and restricted_since is not null and retired_at is null
      returning *
    )`,
    select: sql<OpenedRecord>`
      select id, patient_id as "patientId", reason, opened_at as "openedAt",
        opened_at + make_interval(hours => ${sql.lit(openHours)}) as until
      from opened`,
    patient: 'patientId',
    moments: ['openedAt', 'until'],
    changes: sql`jsonb_build_object('reason', made.reason, 'openUntil', iso(made.until))`,
  }
}

/** The restriction of a patient's record; undefined if there is no such patient. */
export async function restrictionOf(db: Database, patientId: string): Promise<Restriction | undefined> {
  const { rows } = await sql<Restriction>`
    select id, restricted_since as "restrictedSince", restriction_version as version, (
      select coalesce(jsonb_agg(jsonb_build_object('id', reader.id, 'name', reader.name, 'addedBy', adder.name,
        'addedAt', iso(added_at)) order by reader.name, reader.id), '[]')
      from record_reader join staff reader on reader.id = staff_id join staff adder on adder.id = added_by
      where patient_id = patient.id
    ) as readers
    from patient where id = ${patientId} and retired_at is null
  `.execute(db)
  return rows[0]
}

/** Writes the restriction at its version, and its list; answers whether it was at that version. */
export async function writeRestriction(
  trx: Transaction<DB>,
  { id, version }: { id: string; version: number },
  { isRestricted, readerIds }: RestrictionForm,
  by: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update patient set restriction_version = restriction_version + 1,
      restricted_since = case when ${isRestricted} then coalesce(restricted_since, now()) end
    where id = ${id} and restriction_version = ${version} and retired_at is null
  `.execute(trx)
  if (numAffectedRows !== 1n) return false
  const kept = isRestricted ? readerIds : []
  await sql`
    delete from record_reader where patient_id = ${id} and staff_id <> all (${kept}::uuid[])
  `.execute(trx)
  await sql`
    insert into record_reader (patient_id, staff_id, added_by)
    select ${id}::uuid, one, ${by}::uuid from unnest(${kept}::uuid[]) one
    on conflict do nothing
  `.execute(trx)
  return true
}

/** Those of the accounts that are active. */
export async function activeAmong(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from staff where id = any (${ids}::uuid[]) and active
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
