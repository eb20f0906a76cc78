import { type RawBuilder, sql } from 'kysely'
import { weightDays } from '../../../contract/clinical/signs.ts'
import type { VitalSigns, VitalSignsForm } from '../../../contract/clinical/vitals.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { NewRecord } from '../../ground/http/new-record.ts'
import { atMostNow } from '../../ground/records/moments.ts'
import { entryColumnsBy, entryPeople, entryQueries } from '../entries/public.ts'

const columns = sql`
  ${entryColumnsBy(sql`recorder.name`, sql`entry.recorded_as = 'doctor' or entry.struck_by <> entry.recorded_by`)},
  entry.recorded_by as "recordedById", entry.recorded_as as "recordedAs", entry.taken_at as "takenAt", entry.temperature, entry.pulse,
  entry.respiratory_rate as "respiratoryRate", entry.systolic, entry.diastolic,
  entry.oxygen_saturation as "oxygenSaturation", entry.weight, entry.height, entry.pain, entry.consciousness,
  entry.oxygen, entry.uses_scale_2 as "usesScale2"`

export const entries = entryQueries<VitalSigns>('vital_signs', { columns, trueAt: 'taken_at' })

/** Signs that may be missing for years, and the full set, have partial indexes `vital_signs_latest_…` with these conditions. */
const lookedFor = [
  'temperature is not null',
  'pulse is not null',
  'respiratory_rate is not null',
  'systolic is not null',
  'oxygen_saturation is not null',
  'weight is not null',
  'height is not null',
  'pain is not null',
  'consciousness is not null',
  'oxygen is not null',
  'num_nulls(temperature, pulse, respiratory_rate, systolic, oxygen_saturation, consciousness, oxygen) = 0',
]

/** The recorder of a set, and whether its alert stands unacknowledged; undefined where there is no such set. */
export async function recordedSet(db: Database, id: string) {
  const { rows } = await sql<{ patientId: string; recordedBy: string; isAlert: boolean }>`
    select patient_id as "patientId", recorded_by as "recordedBy", exists (
      select from news2_alert alert where alert.id = entry.id and acknowledged_at is null and news2_alert_stands(alert)
    ) as "isAlert"
    from vital_signs entry where id = ${id}
  `.execute(db)
  return rows[0]
}

/** The sets that hold the latest of each sign, and the latest full set; newest first. */
export async function latestVitals(db: Database, patientIds: readonly string[]): Promise<VitalSigns[]> {
  const latest = lookedFor.map((condition) => {
    const ofEach = patientIds.map(
      (id) => sql`(
        select id, taken_at from vital_signs where patient_id = ${id} and ${sql.raw(condition)} and struck_at is null
        order by taken_at desc, id desc limit 1)`,
    )
    return sql`(
      select id from (${sql.join(ofEach, sql` union all `)}) one order by taken_at desc, id desc limit 1)`
  })
  const { rows } = await sql<VitalSigns>`
    select ${columns} from vital_signs entry ${entryPeople}
    where entry.id in (${sql.join(latest, sql` union `)})
    order by entry.taken_at desc, entry.id desc
  `.execute(db)
  return rows
}

/** The patient's state when a set of vital signs is recorded. */
interface Known {
  /** At the moment of the set, in years. */
  age: number
  /** The nearest to it, with its day. */
  weight: number | null
  weighedOn: string | null
  /** As in the last set. */
  usesScale2: boolean
}

/** The last set of each of the records of a patient called `patient`. */
const lastOfEach = (column: RawBuilder<unknown>) => sql`
  select one.* from unnest(record_ids(patient.id)) record cross join lateral (
    select id, taken_at, ${column} from vital_signs where patient_id = record and struck_at is null
    order by taken_at desc, id desc limit 1
  ) one`

/** Undefined where there is no such patient. */
export async function knownAt(
  db: Database,
  patientId: string,
  moment: string,
  timeZone: string,
): Promise<Known | undefined> {
  const day = sql`(${moment}::timestamptz at time zone ${timeZone})::date`
  const { rows } = await sql<Known>`
    select date_part('year', age(${day}, date_of_birth))::int as age, last.weight,
      (last.taken_at at time zone ${timeZone})::date::text as "weighedOn",
      coalesce((
        select uses_scale_2 from (${lastOfEach(sql`uses_scale_2`)}) last order by taken_at desc, id desc limit 1
      ), false) as "usesScale2"
    from patient left join lateral (
      select weight, taken_at from vital_signs
      where patient_id = any (record_ids(patient.id)) and weight is not null and struck_at is null
        and taken_at > ${moment}::timestamptz - make_interval(days => ${sql.lit(weightDays)})
        and taken_at < ${moment}::timestamptz + make_interval(days => ${sql.lit(weightDays)})
      order by abs(extract(epoch from taken_at - ${moment}::timestamptz)), id limit 1
    ) last on true
    where patient.id = ${patientId} and retired_at is null
  `.execute(db)
  return rows[0]
}

/** The alert of a high score. It notifies the doctor responsible for the patient (server/ground/db/functions/vital-signs.sql). */
const alerted = (score: number) => sql`
  , alerted as (
    insert into news2_alert (id, patient_id, score) select id, patient_id, ${score}::smallint from recorded
  )`

/** Inserts nothing for a patient who is not on record. `highScore`: its NEWS2, if that is high. */
export function newVitals(
  patientId: string,
  { takenAt, evenIfUnlikely, ...set }: VitalSignsForm & { usesScale2: boolean },
  by: { id: string; role: string | null; isDoctor: boolean },
  highScore: number | null,
): NewRecord<VitalSigns> {
  return {
    writes: sql`
      recorded as (
        insert into vital_signs (patient_id, taken_at, recorded_by, recorded_as, temperature, pulse, respiratory_rate, systolic,
          diastolic, oxygen_saturation, weight, height, pain, consciousness, oxygen, uses_scale_2)
        select id, ${atMostNow(takenAt)}, ${by.id}::uuid, ${by.isDoctor ? 'doctor' : by.role}, ${set.temperature}::numeric, ${set.pulse}::smallint,
          ${set.respiratoryRate}::smallint, ${set.systolic}::smallint, ${set.diastolic}::smallint,
          ${set.oxygenSaturation}::smallint, ${set.weight}::numeric, ${set.height}::numeric, ${set.pain}::smallint,
          ${set.consciousness}::consciousness, ${set.oxygen}::oxygen_given, ${set.usesScale2}::boolean
        from patient where id = ${patientId} and retired_at is null
        returning *
      )${highScore === null ? sql`` : alerted(highScore)}`,
    select: sql<VitalSigns>`select ${columns} from recorded entry ${entryPeople}`,
    patient: 'patientId',
    moments: ['recordedAt', 'takenAt'],
    changes: sql`jsonb_build_object('takenAt', iso(made."takenAt"), 'evenIfUnlikely', ${JSON.stringify(evenIfUnlikely)}::jsonb)`,
  }
}
