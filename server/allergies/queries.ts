import { sql } from 'kysely'
import type { Page } from '../../contract/api/page.ts'
import type { Allergy, AllergyForm } from '../../contract/clinical/allergies.ts'
import { entryColumns, entryPeople } from '../clinical/public.ts'
import type { Database } from '../db/connect.ts'
import { type PageRequest, readPage } from '../db/paging.ts'
import type { NewRecord } from '../http/new-record.ts'

const columns = sql`${entryColumns}, entry.substance, entry.reaction, entry.severity, entry.certainty`

/** A patient's entries, newest first, those struck through among them. */
export function allergiesPage(db: Database, patientId: string, request: PageRequest): Promise<Page<Allergy>> {
  return readPage(db, request, {
    table: 'allergy',
    alias: 'entry',
    shown: columns,
    joins: entryPeople,
    where: sql`patient_id = ${patientId}`,
    order: { recorded_at: 'moment', id: 'id' },
    direction: 'desc',
  })
}

export async function allergyById(db: Database, id: string): Promise<Allergy | undefined> {
  const { rows } = await sql<Allergy>`
    select ${columns} from allergy entry ${entryPeople} where entry.id = ${id}
  `.execute(db)
  return rows[0]
}

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
