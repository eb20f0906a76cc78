import { type SqlBool, sql, type Transaction } from 'kysely'
import type { Allergy, AllergyForm } from '../../../contract/clinical/allergies.ts'
import type { DB } from '../../ground/db/types.ts'
import type { NewRecord } from '../../ground/http/new-record.ts'
import { entryColumnsBy, entryQueries } from '../entries/public.ts'

/** Nobody's name is kept of what was typed before this list began and the trail does not tell. */
const recorded = sql`coalesce(recorder.name, 'Reception')`
const columns = sql`
  ${entryColumnsBy(recorded)}, entry.substance, entry.is_none_known as "isNoneKnown", entry.reaction, entry.severity,
  entry.certainty, entry.replaces_id as "replacesId",
  case when entry.replaced_at is not null then (
    select jsonb_build_object('at', iso(newer.recorded_at), 'by', replacer.name)
    from allergy newer join staff replacer on replacer.id = newer.recorded_by
    where newer.replaces_id = entry.id order by newer.recorded_at desc limit 1) end as replaced`

const joins = sql`
  left join staff recorder on recorder.id = entry.recorded_by
  left join staff striker on striker.id = entry.struck_by`

export const entries = entryQueries<Allergy>('allergy', {
  columns,
  joins,
  isCurrent: sql<SqlBool>`allergy_counts(entry)`,
})

/**
 * Makes nothing of somebody who is not on record; `patientId` and the entry that it replaces belong together. What a
 * doctor records takes the place of what was reported in the same words.
 */
export function newAllergy(
  patientId: string,
  form: Omit<AllergyForm, 'certainty'> & { certainty: Allergy['certainty'] },
  staffId: string,
  replacesId: string | null = null,
): NewRecord<Allergy> {
  return {
    writes: sql`
      recorded as (
        insert into allergy (patient_id, recorded_by, substance, is_none_known, reaction, severity, certainty, replaces_id)
        select id, ${staffId}::uuid, ${form.substance}, ${form.isNoneKnown}, ${form.reaction},
          ${form.severity}::allergy_severity, ${form.certainty}::allergy_certainty,
          coalesce(${replacesId}::uuid, (
            select id from allergy told
            where ${form.certainty} <> 'REPORTED' and told.patient_id = patient.id and told.certainty = 'REPORTED'
              and allergy_counts(told) and told.is_none_known = ${form.isNoneKnown}
              and (told.is_none_known or fold(told.substance) = fold(${form.substance}))))
        from patient where id = ${patientId} and (retired_at is null or merged_into is not null and ${replacesId}::uuid is not null)
        returning *
      )`,
    select: sql<Allergy>`select ${columns} from recorded entry ${joins}`,
    patient: 'patientId',
    moments: ['recordedAt'],
    changes: sql`jsonb_strip_nulls(jsonb_build_object('substance', made.substance, 'severity', made.severity,
      'certainty', made.certainty, 'replaces', made."replacesId"))`,
  }
}

/** The patient before the entry, as everything that writes the list locks them. */
export async function lockPatientOf(trx: Transaction<DB>, entryId: string): Promise<void> {
  await sql`
    select from patient where id = any (record_ids((select patient_id from allergy where id = ${entryId})))
    order by id for no key update
  `.execute(trx)
}
