import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { Refusal } from './errors.ts'

/** Leads on from a record that is not there because it was merged into another (record 102). */
export async function mergedInstead(db: Database, error: unknown, id: string): Promise<Refusal | null> {
  if (!(error instanceof Refusal) || error.code !== 'not_found') return null
  const { rows } = await sql<{ id: string; mrn: string; into: string }>`
    select survivor.id, merged.mrn, survivor.mrn as into
    from patient merged join patient survivor on survivor.id = merged.merged_into
    where merged.id = ${id}
  `.execute(db)
  const [found] = rows
  return found
    ? new Refusal(
        'patient_merged',
        `${found.mrn} was merged into ${found.into}, which shows what was entered in both.`,
        {
          patientId: found.id,
        },
      )
    : null
}
