import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { DuplicateRecord } from '../../../contract/people/duplicates/duplicates.ts'
import {
  type ComparedIdentifier,
  comparedForm,
  type Frequencies,
  type Likeness,
  likenessOf,
  nameKey,
} from '../../../contract/search/patient-likeness.ts'
import type { Database } from '../../ground/db/connect.ts'

/** The fields that are compared, of current patients. */
export type Known = Omit<DuplicateRecord, 'identifiers'> & { identifiers: HeldIdentifier[] }
interface HeldIdentifier extends ComparedIdentifier {
  value: string
}

export async function readKnown(db: Database, ids: readonly string[]): Promise<Map<string, Known>> {
  const { rows } = await sql<Known>`
    select patient.id, mrn, first_name as "firstName", last_name as "lastName", date_of_birth as "dateOfBirth",
      birth_precision as "birthPrecision", gender, contact_number as "contactNumber", email, address, blood_group as "bloodGroup", allergies, allergens,
      deceased_at as "deceasedAt", restricted_since as "restrictedSince", patient.created_at as "createdAt",
      coalesce(identifiers, '[]') as identifiers
    from patient left join lateral (
      select jsonb_agg(jsonb_build_object('systemId', system.id, 'system', system.name, 'value', held.value,
        'key', held.value_key, 'isExclusive', held.is_exclusive) order by fold(system.name), held.created_at, held.id) as identifiers
      from patient_identifier held join identifier_system system on system.id = held.system_id
      where held.patient_id = patient.id and held.ended_at is null
    ) given on true
    where patient.id = any (${ids}::uuid[]) and retired_at is null
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A digest of what is compared of two patients, in the order of their ids. */
export function seenOf(one: Known, other: Known): string {
  const pair = one.id < other.id ? [one, other] : [other, one]
  return createHash('sha256')
    .update(JSON.stringify(pair.map(comparedForm)))
    .digest('hex')
    .slice(0, 32)
}

/** Compares patients by how frequent names and days are now; what was counted is kept, because a scan compares thousands. */
export function createMeasure() {
  const counted = {
    firstName: new Map<string, number>(),
    lastName: new Map<string, number>(),
    dateOfBirth: new Map<string, number>(),
  }
  const columns = {
    firstName: sql`first_name_key`,
    lastName: sql`last_name_key`,
    dateOfBirth: sql`date_of_birth::text`,
  }
  let total: number | undefined

  async function count(db: Database, field: keyof typeof counted, values: readonly string[]): Promise<void> {
    const missing = [...new Set(values)].filter((value) => !counted[field].has(value))
    if (missing.length === 0) return
    const { rows } = await sql<{ value: string; n: number }>`
      select ${columns[field]} as value, count(*)::int as n from patient
      where retired_at is null and ${
        field === 'dateOfBirth'
          ? sql`date_of_birth = any (${missing}::date[])`
          : sql`${columns[field]} = any (${missing}::text[])`
      }
      group by 1
    `.execute(db)
    for (const value of missing) counted[field].set(value, 0)
    for (const { value, n } of rows) counted[field].set(value, n)
  }

  return async function measure(
    db: Database,
    pairs: readonly (readonly [Known, Known])[],
  ): Promise<Likeness[]> {
    const patients = pairs.flat()
    if (total === undefined) {
      const { rows } = await sql<{ n: number }>`
        select coalesce(sum(current), 0)::int as n from patient_tally
      `.execute(db)
      total = rows[0]?.n ?? 0
    }
    await count(
      db,
      'firstName',
      patients.map(({ firstName }) => nameKey(firstName)),
    )
    await count(
      db,
      'lastName',
      patients.map(({ lastName }) => nameKey(lastName)),
    )
    await count(
      db,
      'dateOfBirth',
      patients.map(({ dateOfBirth }) => dateOfBirth),
    )
    const frequencies: Frequencies = {
      total,
      firstName: (key) => counted.firstName.get(key) ?? 0,
      lastName: (key) => counted.lastName.get(key) ?? 0,
      dateOfBirth: (day) => counted.dateOfBirth.get(day) ?? 0,
    }
    return pairs.map(([one, other]) => likenessOf(one, other, frequencies))
  }
}

export type Measure = ReturnType<typeof createMeasure>
