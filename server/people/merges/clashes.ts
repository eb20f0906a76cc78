import { type RawBuilder, sql } from 'kysely'
import type { MergeRefusalCode } from '../../../contract/people/duplicates/merges.ts'
import { PatientForm } from '../../../contract/people/patients.ts'
import type { Database } from '../../ground/db/connect.ts'
import { historyOf } from './queries.ts'

/** A reason against a merge: the two records can't be of one patient, or somebody is at work on one. */
export interface Clash {
  code: MergeRefusalCode
  detail: string
}

/** Both are current. */
interface One {
  id: string
  mrn: string
  medicalHistory: string | null
}

const spokenDay = (day: RawBuilder<unknown>) => sql`to_char(${day}, 'FMDD Mon YYYY')`

export async function clashesOf(db: Database, one: One, other: One): Promise<Clash[]> {
  const both = [one.id, other.id]
  const { rows } = await sql<{
    deaths: number
    admitted: number
    withDoctor: string | null
    waits: boolean
    overlap: string | null
    visits: string[]
    systems: string[]
  }>`
    with records as materialized (
      select id, ${one.id}::uuid = record_of(id) as is_one from patient
      where id = any (record_ids(${one.id}) || record_ids(${other.id}))
    )
    select
      (select count(*)::int from patient where id = any (${both}::uuid[]) and deceased_at is not null) as deaths,
      (select count(*)::int from admission where active_patient_id = any (${both}::uuid[])) as admitted,
      (select patient.mrn || ' is with ' || coalesce(staff.name, 'a doctor') from appointment
        join patient on patient.id = patient_id left join staff on staff.id = coalesce(started_by, doctor_id)
        where open_patient_id = any (${both}::uuid[]) and appointment.status = 'IN_PROGRESS' limit 1) as "withDoctor",
      exists (
        select from appointment join admission on admission.active_patient_id <> open_patient_id
        where open_patient_id = any (${both}::uuid[]) and active_patient_id = any (${both}::uuid[])
          and appointment.status = 'IN_QUEUE') as waits,
      (select ${spokenDay(sql`(greatest(first.admitted_at, second.admitted_at) at time zone (select time_zone from hospital))`)}
        from admission first join records r1 on r1.id = first.patient_id and r1.is_one
        join admission second on tstzrange(first.admitted_at, first.discharged_at) && tstzrange(second.admitted_at, second.discharged_at)
        join records r2 on r2.id = second.patient_id and not r2.is_one
        order by greatest(first.admitted_at, second.admitted_at) desc limit 1) as overlap,
      array(
        select distinct coalesce(staff.name, 'the same doctor') || ' on ' || ${spokenDay(sql`first.date`)}
        from appointment first join appointment second using (doctor_id, date)
        join records r1 on r1.id = first.patient_id and r1.is_one
        join records r2 on r2.id = second.patient_id and not r2.is_one
        left join staff on staff.id = first.doctor_id
        where first.status <> 'CANCELLED' and second.status <> 'CANCELLED'
          and (first.open_patient_id is not null or second.open_patient_id is not null)) as visits,
      array(
        select distinct system.name from patient_identifier first join patient_identifier second using (system_id)
        join identifier_system system on system.id = system_id
        join records r1 on r1.id = first.patient_id and r1.is_one
        join records r2 on r2.id = second.patient_id and not r2.is_one
        where first.is_exclusive and first.ended_at is null and second.ended_at is null
          and first.value_key <> second.value_key) as systems
  `.execute(db)
  const found = rows[0]
  if (!found) return []
  const clashes: Clash[] = []
  const { deaths, admitted, withDoctor, waits, overlap, visits, systems } = found
  if (deaths === 1)
    clashes.push({
      code: 'merge_one_died',
      detail: 'One of the two is recorded as having died, and the other is not. Correct that first.',
    })
  if (admitted === 2)
    clashes.push({
      code: 'merge_both_admitted',
      detail: 'Both are admitted, each to a bed of their own. Discharge one first.',
    })
  if (withDoctor)
    clashes.push({ code: 'merge_with_doctor', detail: `${withDoctor} now. Merge once the visit is over.` })
  if (waits)
    clashes.push({
      code: 'merge_queued_while_admitted',
      detail: 'One is admitted, and the other waits in the queue. Cancel that appointment first.',
    })
  if (overlap && admitted < 2)
    clashes.push({
      code: 'merge_stays_overlap',
      detail: `They were in two beds at one time, on ${overlap}. Check whether this is one patient.`,
    })
  if (visits.length > 0)
    clashes.push({
      code: 'merge_appointments_clash',
      detail: `Both have an appointment with ${visits.join(', and with ')}. Cancel one first.`,
    })
  if (systems.length > 0)
    clashes.push({
      code: 'merge_identifiers_clash',
      detail: `They have different values in ${systems.join(', ')}. Check whether this is one patient, and end the wrong value first.`,
    })
  const longest = PatientForm.shape.medicalHistory
  if (!longest.safeParse(historyOf(one, other)).success)
    clashes.push({
      code: 'merge_history_too_long',
      detail: 'Together, their medical histories are too long for one record. Shorten one first.',
    })
  return clashes
}
