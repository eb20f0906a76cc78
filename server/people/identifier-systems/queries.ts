import { type RawBuilder, sql } from 'kysely'
import type { IdentifierSystem } from '../../../contract/people/identifier-systems.ts'
import type { Database } from '../../ground/db/connect.ts'

export const columns = sql`
  system.id, system.name, system.kind, system.pattern, system.check_digit as "checkDigit",
  system.is_exclusive as "isExclusive", system.retired_at is not null as "isRetired", system.version`

async function read(db: Database, where: RawBuilder<unknown>): Promise<IdentifierSystem[]> {
  const { rows } = await sql<IdentifierSystem>`
    select ${columns} from identifier_system system where ${where}
    order by system.retired_at is not null, fold(system.name), system.id
  `.execute(db)
  return rows
}

export const allSystems = (db: Database) => read(db, sql`true`)

export const openSystems = (db: Database) => read(db, sql`system.retired_at is null`)

export const systemsWith = (db: Database, ids: readonly string[]) =>
  read(db, sql`system.id = any (${ids}::uuid[])`)

export async function systemById(db: Database, id: string): Promise<IdentifierSystem | undefined> {
  const [system] = await systemsWith(db, [id])
  return system
}

/** A value that several patients have. */
interface Shared {
  value: string
  mrns: string[]
  patientIds: string[]
}

/** The values that several patients have, so that the system can't be for one patient only. */
export async function sharedIn(db: Database, systemId: string): Promise<Shared[]> {
  const { rows } = await sql<Shared>`
    select min(identifier.value) as value, array_agg(patient.mrn order by patient.mrn_number) as mrns,
      array_agg(patient.id::text) as "patientIds"
    from patient_identifier identifier join patient on patient.id = identifier.patient_id
    where identifier.system_id = ${systemId} and identifier.ended_at is null
    group by identifier.value_key having count(*) > 1
    order by min(patient.mrn_number) limit 20
  `.execute(db)
  return rows
}
