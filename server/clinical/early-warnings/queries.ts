import { type RawBuilder, sql, type Transaction } from 'kysely'
import { news2, type Scored } from '../../../contract/clinical/news2.ts'
import type { EarlyWarning } from '../../../contract/clinical/warnings/early-warning.ts'
import type { Database } from '../../ground/db/connect.ts'
import { statement } from '../../ground/db/prepared.ts'
import type { DB } from '../../ground/db/types.ts'

interface Row extends Scored {
  patientId: string
  /** In years, at the time the set was taken. */
  age: number
  vitalSignsId: string
  takenAt: string
  isAlert: boolean
  acknowledgedAt: string | null
  acknowledgedBy: string | null
  acknowledger: string | null
}

/**
 * The latest full set of each patient in the hospital, with one look into `vital_signs_latest_full_set` for each. The
 * score is worked out here, from the date of birth that is now on record.
 */
export const warningRows = (where: RawBuilder<unknown>) => sql<Row>`
  select patient.id as "patientId",
    date_part('year', age((last.taken_at at time zone hospital.time_zone)::date, patient.date_of_birth))::int as age,
    last.id as "vitalSignsId", last.taken_at as "takenAt", last.respiratory_rate as "respiratoryRate",
    last.oxygen_saturation as "oxygenSaturation", last.oxygen, last.uses_scale_2 as "usesScale2", last.systolic,
    last.pulse, last.consciousness, last.temperature, alert.id is not null as "isAlert",
    alert.acknowledged_at as "acknowledgedAt", alert.acknowledged_by as "acknowledgedBy",
    acknowledger.name as acknowledger
  from hospital cross join (
    select active_patient_id as patient_id from admission where active_patient_id is not null
    union
    select open_patient_id from appointment where status in ('IN_QUEUE', 'IN_PROGRESS')
  ) present
  join patient on patient.id = present.patient_id
  cross join lateral (
    select one.* from (
      select patient.id as of_id union all select id from patient merged where merged.merged_into = patient.id
    ) record cross join lateral (
      select * from vital_signs
      where patient_id = record.of_id and struck_at is null
        and num_nulls(temperature, pulse, respiratory_rate, systolic, oxygen_saturation, consciousness, oxygen) = 0
      order by taken_at desc, id desc limit 1
    ) one order by one.taken_at desc, one.id desc limit 1
  ) last
  left join news2_alert alert on alert.id = last.id
  left join staff acknowledger on acknowledger.id = alert.acknowledged_by
  where last.taken_at > news2_counts_from(patient.id) and ${where}`

function warningsWhere<Values extends readonly unknown[]>(where: (...values: Values) => RawBuilder<unknown>) {
  const rowsWhere = statement((...values: Values) => warningRows(where(...values)))
  return async (db: Database, ...values: Values): Promise<EarlyWarning[]> =>
    (await rowsWhere(db, ...values)).flatMap((row) => warningOf(row) ?? [])
}

/** No score for children, because NEWS2 is for people aged 16 or over. */
function warningOf(row: Row): EarlyWarning | undefined {
  const scored = news2(row, row.age)
  if (!scored) return undefined
  const { patientId, vitalSignsId, takenAt, isAlert, acknowledgedAt, acknowledgedBy, acknowledger } = row
  const acknowledged =
    acknowledgedAt !== null && acknowledgedBy !== null && acknowledger !== null
      ? { at: acknowledgedAt, by: acknowledger, byId: acknowledgedBy }
      : null
  const { score, band } = scored
  return {
    id: patientId,
    vitalSignsId,
    score,
    band,
    takenAt,
    alert: band === 'High' && isAlert ? { acknowledged } : null,
  }
}

/** The scores of all patients who are in a bed, in the queue or with a doctor, in no particular order. */
export const earlyWarnings = warningsWhere(() => sql`true`)

/** The scores of these patients. */
export const warningsOf = warningsWhere(
  (patientIds: readonly string[]) => sql`present.patient_id = any (${patientIds}::uuid[])`,
)

export async function warningOfPatient(db: Database, patientId: string): Promise<EarlyWarning | undefined> {
  const [warning] = await warningsOf(db, [patientId])
  return warning
}

/** Whether the patient's last set of vital signs was scored on SpO₂ scale 2. */
export async function usesScale2(db: Database, patientId: string): Promise<boolean> {
  const { rows } = await sql<{ usesScale2: boolean }>`
    select one.uses_scale_2 as "usesScale2" from unnest(record_ids(${patientId})) record cross join lateral (
      select id, taken_at, uses_scale_2 from vital_signs where patient_id = record and struck_at is null
      order by taken_at desc, id desc limit 1
    ) one order by one.taken_at desc, one.id desc limit 1
  `.execute(db)
  return rows[0]?.usesScale2 ?? false
}

interface Alert {
  patientId: string
  score: number
  /** Whether it is the patient's last score and the patient is in the hospital. */
  isStanding: boolean
}

/** The alert of a set of vital signs, locked until the transaction ends. */
export async function lockAlert(trx: Transaction<DB>, id: string): Promise<Alert | undefined> {
  await sql`select lock_news2_of(patient_id) from news2_alert where id = ${id}`.execute(trx)
  const { rows } = await sql<Alert>`
    select record_of(patient_id) as "patientId", score, news2_alert_stands(alert) as "isStanding"
    from news2_alert alert where id = ${id}
  `.execute(trx)
  return rows[0]
}

/** The database refuses it if a colleague has acknowledged the alert, or if the alert no longer stands. */
export async function acknowledge(trx: Transaction<DB>, id: string, staffId: string): Promise<void> {
  await sql`
    update news2_alert set acknowledged_by = ${staffId}::uuid
    where id = ${id} and acknowledged_by is distinct from ${staffId}::uuid
  `.execute(trx)
}

/** Returns whether the acknowledgement was their own. */
export async function takeBack(trx: Transaction<DB>, id: string, staffId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update news2_alert set acknowledged_by = null where id = ${id} and acknowledged_by = ${staffId}::uuid
  `.execute(trx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Notifies every signed-in doctor of the high scores that no one has acknowledged for 15 minutes. */
export async function tellAgain(db: Database, now: Date): Promise<void> {
  await sql`select tell_news2_again(${now}::timestamptz)`.execute(db)
}
