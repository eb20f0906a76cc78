import { sql } from 'kysely'
import type { Patient } from '../../../contract/people/patients.ts'
import type { Database } from '../../ground/db/connect.ts'
import { type FoundIdentifier, heldBy } from '../identifier-systems/public.ts'
import { readSought, type Sought, withHolders } from './patient-search.ts'

/** A search text, read once, and the patients who hold the whole of it as an identifier. */
export async function readHeld(
  db: Database,
  search: string | undefined,
): Promise<{ sought: Sought; held: ReadonlyMap<string, FoundIdentifier> }> {
  const held = await heldBy(db, search)
  return { sought: withHolders(readSought(search), [...held.keys()]), held }
}

export type ExportedPatient = Patient & { identifiers: string | null }

/** A patient's identifiers in one column: 'National ID 943 476 5919; Passport A1234567'. */
export const identifierWords = sql`(
  select string_agg(system.name || ' ' || identifier.value, '; ' order by fold(system.name), identifier.created_at)
  from patient_identifier identifier join identifier_system system on system.id = identifier.system_id
  where identifier.patient_id = any (record_ids(patient.id)) and identifier.ended_at is null)`
