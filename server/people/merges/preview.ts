import { type RawBuilder, sql } from 'kysely'
import {
  type ChosenField,
  type MergedCounts,
  type MergedKind,
  type MergePreview,
  mergedFields,
  mergedKinds,
  valueIn,
} from '../../../contract/people/duplicates/merges.ts'
import type { Patient } from '../../../contract/people/patients.ts'
import type { Database } from '../../ground/db/connect.ts'
import { clashesOf } from './clashes.ts'

const counted: Record<MergedKind, { table: string; at: string; counts: RawBuilder<unknown> }> = {
  allergies: {
    table: 'allergy',
    at: 'recorded_at',
    counts: sql`struck_at is null and replaced_at is null and not is_none_known`,
  },
  problems: { table: 'problem', at: 'recorded_at', counts: sql`struck_at is null` },
  medications: { table: 'medication', at: 'recorded_at', counts: sql`struck_at is null` },
  visitNotes: { table: 'visit_note', at: 'recorded_at', counts: sql`struck_at is null` },
  vitalSigns: { table: 'vital_signs', at: 'recorded_at', counts: sql`struck_at is null` },
  appointments: { table: 'appointment', at: 'created_at', counts: sql`true` },
  admissions: { table: 'admission', at: 'admitted_at', counts: sql`true` },
  movements: { table: 'stock_movement', at: 'at', counts: sql`true` },
  identifiers: { table: 'patient_identifier', at: 'created_at', counts: sql`ended_at is null` },
  contacts: { table: 'patient_contact', at: 'created_at', counts: sql`ended_at is null` },
  coverage: { table: 'coverage', at: 'created_at', counts: sql`retired_at is null` },
}

/** How much these records hold of each kind, without what there is none of; from a moment on. */
export async function holdings(
  db: Database,
  ids: readonly string[],
  since: string | null = null,
): Promise<MergedCounts> {
  const each = mergedKinds.map((kind) => {
    const { table, at, counts } = counted[kind]
    const from = since ? sql`and ${sql.ref(at)} > ${since}::timestamptz` : sql``
    return sql`(select count(*)::int from ${sql.table(table)}
      where patient_id = any (${ids}::uuid[]) and ${counts} ${from}) as ${sql.ref(kind)}`
  })
  const { rows } = await sql<Record<MergedKind, number>>`select ${sql.join(each)}`.execute(db)
  const [row] = rows
  return mergedKinds.flatMap((kind) => (row && row[kind] > 0 ? [{ kind, count: row[kind] }] : []))
}

const sum = (holds: MergedCounts) => holds.reduce((all, { count }) => all + count, 0)

export async function previewOf(db: Database, one: Patient, other: Patient): Promise<MergePreview> {
  const patients = [one, other].toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
  const records = await Promise.all(
    patients.map(async (patient) => {
      const { rows } = await sql<{ ids: string[] }>`select record_ids(${patient.id})::text[] as ids`.execute(
        db,
      )
      return { ...patient, holds: await holdings(db, rows[0]?.ids ?? []) }
    }),
  )
  const [older, newer] = records as [(typeof records)[number], (typeof records)[number]]
  const { rows: handedOver } = await sql<{ patientId: string; words: string }>`
    select patient_id as "patientId", 'Appointment on ' || to_char(date, 'FMDD Mon YYYY') || ' at ' || to_char(time, 'HH24:MI')
      || coalesce(' with ' || staff.name, '') as words
    from appointment left join staff on staff.id = doctor_id
    where open_patient_id = any (${[one.id, other.id]}::uuid[])
    union all
    select patient_id, 'Stay' || coalesce(' in bed ' || bed.bed_number, '') || ' since '
      || to_char(admitted_at at time zone (select time_zone from hospital), 'FMDD Mon YYYY')
    from admission left join stay on stay.open_admission_id = admission.id left join bed on bed.id = stay.bed_id
    where active_patient_id = any (${[one.id, other.id]}::uuid[])
  `.execute(db)
  return {
    records,
    survivorId: sum(newer.holds) > sum(older.holds) ? newer.id : older.id,
    differing: mergedFields.filter(
      (field): field is ChosenField =>
        field !== 'medicalHistory' && valueIn(older, field) !== valueIn(newer, field),
    ),
    handedOver,
    refusals: await clashesOf(db, older, newer),
  }
}
