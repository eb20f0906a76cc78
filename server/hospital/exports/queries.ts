import { sql } from 'kysely'
import {
  exportConfirmedForMinutes,
  type HospitalExport,
} from '../../../contract/hospital/hospital-exports.ts'
import type { Database } from '../../ground/db/connect.ts'

const shown = 10

export async function latestExports(db: Database): Promise<HospitalExport[]> {
  const { rows } = await sql<HospitalExport>`
    select hospital_export.id, staff.name as by, iso(begun_at) as "begunAt", is_encrypted as "isEncrypted",
      iso(ended_at) as "endedAt", bytes::float8 as bytes
    from hospital_export join staff on staff.id = staff_id
    where begun_at is not null order by begun_at desc limit ${shown}
  `.execute(db)
  return rows
}

/**
 * Whether the file may be sent: once, to the person who gave the second step, and soon after it. Undefined if there is no such
 * export.
 */
export async function beginExport(
  db: Database,
  id: string,
  by: string,
  isEncrypted: boolean,
): Promise<{ mayBegin: boolean } | undefined> {
  const { rows } = await sql<{ mayBegin: boolean }>`
    with begun as (
      update hospital_export set begun_at = clock_timestamp(), is_encrypted = ${isEncrypted}
      where id = ${id} and staff_id = ${by} and begun_at is null
        and confirmed_at > clock_timestamp() - make_interval(mins => ${exportConfirmedForMinutes})
      returning id)
    select exists (select from begun) as "mayBegin" from hospital_export where id = ${id}
  `.execute(db)
  return rows[0]
}

/** `bytes` is null where the file was not sent whole. */
export async function endExport(db: Database, id: string, bytes: number | null): Promise<void> {
  await sql`
    update hospital_export set ended_at = clock_timestamp(), bytes = ${bytes} where id = ${id} and ended_at is null
  `.execute(db)
}
