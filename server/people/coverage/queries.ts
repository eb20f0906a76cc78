import { sql } from 'kysely'
import type { Coverage, CoverageForm } from '../../../contract/people/coverage.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { NewRecord } from '../../ground/http/new-record.ts'
import type { EditOf } from '../../ground/records/record.ts'
import { isOf, isOnRecord } from '../patients/public.ts'

const columns = sql`
  coverage.id, coverage.patient_id as "patientId", coverage.payer_id as "payerId", payer.name as "payerName",
  payer.kind as "payerKind", coverage.member_number as "memberNumber", coverage.plan, coverage.rank,
  coverage.valid_from as "validFrom", coverage.valid_until as "validUntil", coverage.version,
  coverage.updated_at as "updatedAt"`

export async function coverageOf(db: Database, patientIds: readonly string[]): Promise<Coverage[]> {
  const { rows } = await sql<Coverage>`
    select ${columns} from coverage join payer on payer.id = payer_id
    where ${isOf(sql`patient_id`, patientIds)} and coverage.retired_at is null
    order by rank, valid_until desc nulls first, valid_from desc nulls last, coverage.id
  `.execute(db)
  return rows
}

/** Coverage of a patient on record. */
export async function coverageById(db: Database, id: string): Promise<Coverage | undefined> {
  const { rows } = await sql<Coverage>`
    select ${columns} from coverage join payer on payer.id = payer_id
    join patient on patient.id = coverage.patient_id and ${isOnRecord}
    where coverage.id = ${id} and coverage.retired_at is null
  `.execute(db)
  return rows[0]
}

export function coverageValues(form: EditOf<CoverageForm>) {
  return {
    payer_id: form.payerId,
    member_number: form.memberNumber,
    plan: form.plan,
    rank: form.rank,
    valid_from: form.validFrom,
    valid_until: form.validUntil,
  }
}

/** Inserts nothing for a patient who is not on record. */
export function newCoverage(patientId: string, form: CoverageForm): NewRecord<Coverage> {
  return {
    writes: sql`
      added as (
        insert into coverage (patient_id, payer_id, member_number, plan, rank, valid_from, valid_until)
        select id, ${form.payerId}::uuid, ${form.memberNumber}, ${form.plan}, ${form.rank}::smallint,
          ${form.validFrom}::date, ${form.validUntil}::date
        from patient where id = ${patientId} and retired_at is null
        returning *
      )`,
    select: sql<Coverage>`select ${columns} from added coverage join payer on payer.id = coverage.payer_id`,
    patient: 'patientId',
    moments: ['updatedAt'],
    changes: sql`jsonb_build_object('payer', made."payerName", 'memberNumber', made."memberNumber", 'rank', made.rank)`,
  }
}
