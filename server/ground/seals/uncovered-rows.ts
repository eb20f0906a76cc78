import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { Fault } from './seal-fault.ts'

/** Rows with numbers that no seal can ever cover: below the first, or above those that were given out. */
export async function checkStrays(db: Database, end: number): Promise<Fault[]> {
  const { rows: given } = await sql<{ last: number }>`
    select greatest(last_value, ${end}::bigint) as last from audit_serial
  `.execute(db)
  const last = given[0]?.last ?? end
  const { rows } = await sql<{ serial: number }>`
    select id as serial from audit_entry where id < 1 or id > ${last}
    union all select serial from audit_sight where serial < 1 or serial > ${last}
    union all select serial from audit_following where serial < 1 or serial > ${last}
    union all select serial from audit_unfollowing where serial < 1 or serial > ${last}
    limit 20
  `.execute(db)
  return rows.map(({ serial }) => ({
    at: null,
    serial,
    says: `Row ${serial} has a number that was never given out.`,
  }))
}

/** By what patients are found: it follows from the sights, which are sealed. */
export async function checkSightings(db: Database): Promise<Fault[]> {
  const { rows: bounds } = await sql<{ month: string; next: string }>`
    select month::text, (month + interval '1 month')::date::text as next from (
      select distinct date_trunc('month', at at time zone 'UTC')::date as month from (
        select at from audit_sight union all select at from audit_sighting) shown) months
    order by month
  `.execute(db)
  const faults: Fault[] = []
  for (const { month, next } of bounds) {
    const within = sql`at >= (${month}::date::timestamp at time zone 'UTC')
      and at < (${next}::date::timestamp at time zone 'UTC')`
    const follows = sql`
      select distinct id as sight_id, at, seen as patient_id, scope is not null as is_told
      from audit_sight, unnest(patient_ids) seen where ${within}`
    const kept = sql`select sight_id, at, patient_id, is_told from audit_sighting where ${within}`
    const { rows } = await sql<{ sight: string; moment: string; isLost: boolean }>`
      (select sight_id as sight, at::text as moment, true as "isLost" from (${follows} except ${kept}) lost limit 20)
      union all
      (select sight_id, at::text, false from (${kept} except ${follows}) added limit 20)
    `.execute(db)
    for (const { sight, moment, isLost } of rows) {
      const says = `A patient was ${isLost ? 'removed from' : 'added to'} those whom sight ${sight} is found by.`
      faults.push({ at: moment, serial: null, says })
    }
  }
  return faults
}
