import { sql, type Transaction } from 'kysely'
import type { Patient } from '../../../contract/people/patients.ts'
import type { DB } from '../../ground/db/types.ts'
import { Refusal, violatedConstraint } from '../../ground/http/errors.ts'

/** The parts of a text that the list doesn't have yet. */
export interface Report {
  words: string
  is_none_known: boolean
  replaces_id: string | null
}

export async function unlisted(trx: Transaction<DB>, patientId: string, typed: string): Promise<Report[]> {
  await sql`select from patient where id = ${patientId} for no key update`.execute(trx)
  const { rows } = await sql<Report>`
    select words, is_none_known, replaces_id from unlisted_allergies(${patientId}, ${typed})
    order by is_none_known desc, place
  `.execute(trx)
  return rows
}

/** Makes another version of a record in which nothing but the list changes; whether it was still at this one. */
export async function isNextVersion(trx: Transaction<DB>, { id, version }: Patient): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update patient set version = version + 1, updated_at = now() where id = ${id} and version = ${version}
  `.execute(trx)
  return numAffectedRows > 0n
}

/** Said twice in one text, it is reported once. */
export async function report(
  trx: Transaction<DB>,
  patientId: string,
  reports: readonly Report[],
  staffId: string,
): Promise<void> {
  for (const { words, is_none_known, replaces_id } of reports) {
    await sql`
      insert into allergy (patient_id, recorded_by, substance, is_none_known, certainty, replaces_id)
      values (${patientId}, ${staffId}, ${words}, ${is_none_known}, 'REPORTED', ${replaces_id})
      on conflict do nothing
    `.execute(trx)
  }
}

/** Turns a constraint of the list into the refusal of the patient form; leaves other errors as they are. */
export function reportRefusal(error: unknown): unknown {
  const violated = violatedConstraint(error)
  if (violated === 'clinical_entry_before_death')
    return new Refusal('patient_deceased', 'This patient has died. Nothing more can be recorded.')
  if (violated !== 'allergy_none_known_alone') return error
  const message = 'An allergy is recorded. Only a doctor can mark it as entered in error.'
  return new Refusal('allergy_recorded', message, { errors: [{ path: 'allergies', message }] })
}
