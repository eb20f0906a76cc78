import { sql } from 'kysely'
import { mostPrescriptions, type Prescription } from '../../../contract/clinical/prescriptions.ts'
import type { Database } from '../../ground/db/connect.ts'
import { statement } from '../../ground/db/prepared.ts'
import { dayBegins, dayEnds } from '../../ground/records/days.ts'
import { isOnRecord, patientIdentity } from '../../people/patients/public.ts'
import { stockNamed } from '../../store/items/public.ts'
import { stopped, stops } from './queries.ts'

/** The unit in which the store counts what these doses are counted in; null for doses by weight and the like. */
const countedIn = sql`(case entry.unit when 'TABLET' then 'tablets' when 'ML' then 'ml' end)::item_unit`

/**
 * Reads the day's own alone, and the stock of those that are listed. If patients were joined to the day's, PostgreSQL, which
 * can't know how few they are, might read every patient.
 */
const ofDay = statement(
  (day: string) => sql<Prescription & { total: number }>`
    with prescribed as materialized (
      select * from medication
      where struck_at is null and recorded_at >= ${dayBegins(day)} and recorded_at < ${dayEnds(day)}
        and (select ${isOnRecord} from patient where id = medication.patient_id)
    )
    select entry.id, patient.id as "patientId", entry.name, entry.dose, entry.unit, entry.route, entry.frequency,
      entry.starts_on as "startsOn", entry.admission_id is not null as "isInpatient",
      entry.recorded_at as "recordedAt", recorder.name as "recordedBy", ${stopped}, ${patientIdentity},
      case when bed.id is not null then jsonb_build_object('bedNumber', bed.bed_number, 'ward', bed.ward,
        'unitName', (select name from unit where id = bed.unit_id)) end as bed,
      stock.held as stock, (select count(*)::int from prescribed) as total
    from (select * from prescribed order by recorded_at desc, id desc limit ${sql.lit(mostPrescriptions)}) entry
    join patient on patient.id = record_of(entry.patient_id)
    join staff recorder on recorder.id = entry.recorded_by
    ${stops}
    left join admission on admission.active_patient_id = patient.id
    left join stay on stay.open_admission_id = admission.id
    left join bed on bed.id = stay.open_bed_id
    ${stockNamed(sql`entry.name`, countedIn)}
    order by entry.recorded_at desc, entry.id desc`,
)

/** The prescriptions of a day, newest first, without those that are struck through. */
export async function prescriptionsOf(db: Database, day: string) {
  const rows = await ofDay(db, day)
  return { items: rows.map(({ total: _, ...prescription }) => prescription), total: rows[0]?.total ?? 0 }
}
