import { sql } from 'kysely'
import type { Allergy, AllergyForm } from '../../contract/clinical/allergies.ts'
import { entryColumns, entryPeople, entryQueries } from '../clinical/public.ts'
import type { NewRecord } from '../http/new-record.ts'

const columns = sql`${entryColumns}, entry.substance, entry.reaction, entry.severity, entry.certainty`

export const entries = entryQueries<Allergy>('allergy', { columns })

/** Of nobody who is not on record: then it makes nothing. */
export function newAllergy(patientId: string, form: AllergyForm, staffId: string): NewRecord<Allergy> {
  return {
    writes: sql`
      recorded as (
        insert into allergy (patient_id, recorded_by, substance, reaction, severity, certainty)
        select id, ${staffId}::uuid, ${form.substance}, ${form.reaction}, ${form.severity}::allergy_severity,
          ${form.certainty}::allergy_certainty
        from patient where id = ${patientId} and retired_at is null
        returning *
      )`,
    select: sql<Allergy>`select ${columns} from recorded entry ${entryPeople}`,
    patient: 'patientId',
    moments: ['recordedAt'],
    changes: sql`jsonb_build_object('substance', made.substance, 'severity', made.severity)`,
  }
}
