import { type SqlBool, sql, type Transaction } from 'kysely'
import type { Problem, ProblemForm } from '../../../contract/clinical/problems.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { DB } from '../../ground/db/types.ts'
import type { NewRecord } from '../../ground/http/new-record.ts'
import { isOnRecord } from '../../people/patients/public.ts'
import { entryColumns, entryPeople, entryQueries } from '../entries/public.ts'

const columns = sql`${entryColumns}, entry.diagnosis, entry.icd10, entry.onset_on as "onsetOn",
  case when resolution.id is not null then jsonb_build_object('on', resolution.resolved_on, 'by', resolver.name)
  end as resolved`

const joins = sql`
  ${entryPeople}
  left join problem_resolution resolution on resolution.id = entry.id
  left join staff resolver on resolver.id = resolution.resolved_by`

const isCurrent = sql<SqlBool>`(entry.struck_at is null
  and not exists (select from problem_resolution where problem_resolution.id = entry.id))`

export const entries = entryQueries<Problem>('problem', { columns, joins, isCurrent })

/** Inserts nothing for a patient who is not on record. */
export function newProblem(patientId: string, form: ProblemForm, staffId: string): NewRecord<Problem> {
  return {
    writes: sql`
      recorded as (
        insert into problem (patient_id, recorded_by, diagnosis, icd10, onset_on)
        select id, ${staffId}::uuid, ${form.diagnosis}, ${form.icd10}, ${form.onsetOn}::date
        from patient where id = ${patientId} and retired_at is null
        returning *
      )`,
    select: sql<Problem>`select ${columns} from recorded entry ${joins}`,
    patient: 'patientId',
    moments: ['recordedAt'],
    changes: sql`jsonb_build_object('diagnosis', made.diagnosis, 'icd10', made.icd10)`,
  }
}

/** The day of birth of somebody who is on record. */
export async function bornOn(db: Database, patientId: string): Promise<{ dateOfBirth: string } | undefined> {
  const { rows } = await sql<{ dateOfBirth: string }>`
    select date_of_birth as "dateOfBirth" from patient where id = ${patientId} and ${isOnRecord}
  `.execute(db)
  return rows[0]
}

/** Keeps the entry from being struck through until the transaction ends. */
export async function lockProblem(trx: Transaction<DB>, id: string): Promise<void> {
  await sql`select from problem where id = ${id} for no key update`.execute(trx)
}

export async function insertResolution(
  trx: Transaction<DB>,
  { id, patientId }: Problem,
  resolved: { by: string; on: string },
): Promise<void> {
  await sql`
    insert into problem_resolution (id, patient_id, resolved_on, resolved_by)
    values (${id}, ${patientId}, ${resolved.on}, ${resolved.by})
  `.execute(trx)
}
