import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { type UnitForm } from '../../../contract/wards/unit-changes.ts'
import { type Unit } from '../../../contract/wards/units.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { DB } from '../../ground/db/types.ts'
import type { EditOf } from '../../ground/records/record.ts'
import { departmentOf, withDepartment } from '../../people/departments/public.ts'
import { giveSexRuleReason } from '../beds/public.ts'

/** `department`: of a unit that the statement adds. */
export const columnsOf = (department: string | null = null) => sql`
  unit.id, unit.name, unit.ward, ${departmentOf('unit', department)} as department, unit.floor, unit.phone, unit.cleaned_by_staff as "cleanedByStaff",
  unit.sex_rule as "sexRule", unit.version`

/** The open units, by kind and name. */
export async function openUnits(db: Database): Promise<Unit[]> {
  const { rows } = await sql<Unit>`
    select ${columnsOf()} from unit where closed_at is null order by ward, fold(name), id
  `.execute(db)
  return rows
}

export async function unitById(db: Database, id: string): Promise<Unit | undefined> {
  const { rows } =
    await sql<Unit>`select ${columnsOf()} from unit where id = ${id} and closed_at is null`.execute(db)
  return rows[0]
}

/** The columns of an edit; those that it leaves out are undefined. */
export function valuesOf(
  db: Database,
  { name, department, floor, phone, cleanedByStaff, sexRule }: EditOf<z.output<typeof UnitForm>>,
) {
  return withDepartment(db, {
    name,
    department,
    floor,
    phone,
    cleaned_by_staff: cleanedByStaff,
    sex_rule: sexRule,
  })
}

/** Makes two who close or merge units take turns. */
export async function lockUnits(trx: Transaction<DB>) {
  await sql`select pg_advisory_xact_lock(hashtext('units'))`.execute(trx)
}

/**
 * Locks the beds of a unit, and answers their ids. A bed that somebody was just moving out of it is left out, because its row
 * is read again once it is locked.
 */
export async function lockBedsOf(trx: Transaction<DB>, unitId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bed where open_unit_id = ${unitId} order by id for no key update
  `.execute(trx)
  return rows.map(({ id }) => id)
}

/** Moves beds with their patients. `sexRuleReason` is kept for patients of the other sex, if the ward has a sex rule. */
export async function putBeds(
  trx: Transaction<DB>,
  bedIds: readonly string[],
  unitId: string,
  sexRuleReason: string | undefined,
) {
  await giveSexRuleReason(trx, sexRuleReason)
  await sql`
    update bed set unit_id = ${unitId}, version = version + 1, updated_at = now()
    where id = any (${bedIds}::uuid[]) and unit_id <> ${unitId}
  `.execute(trx)
}

/** Takes beds out of the hospital. Past stays go on naming them. */
export async function retireBeds(trx: Transaction<DB>, bedIds: readonly string[]) {
  await sql`update bed set retired_at = now() where id = any (${bedIds}::uuid[])`.execute(trx)
}

/** People who worked on a unit work on another, or on all of its kind. */
export async function moveStaff(trx: Transaction<DB>, unitId: string, toId: string | null) {
  await sql`update staff set unit_id = ${toId} where unit_id = ${unitId}`.execute(trx)
}

/** Closes a unit. The caller has locked the units and read that it is open. */
export async function close(trx: Transaction<DB>, id: string, mergedInto: string | null) {
  await sql`
    update unit set closed_at = now(), merged_into = ${mergedInto}, version = version + 1, updated_at = now()
    where id = ${id}
  `.execute(trx)
}
