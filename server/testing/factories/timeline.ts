/** A statement as the owner of the database. */
type Ask = (statement: string, values: unknown[]) => Promise<unknown>

/** The entries of a year on the record of somebody who is often ill. */
export const ofAYear = { vitals: 250, visits: 20, notes: 15, medications: 10, problems: 2, stays: 2 }

/** Writes the record of as many years, up to an hour ago: visits with notes, vital signs, medications, problems, stays. */
export async function fillYears(
  ask: Ask,
  { patientId, doctorId, bedId }: { patientId: string; doctorId: string; bedId: string },
  years: number,
): Promise<void> {
  const of = (count: number) => [patientId, doctorId, count * years, 365.25 / count]
  const moment = `now() - interval '1 hour' - make_interval(secs => n * $4::float * 86400)`
  await ask(
    `insert into vital_signs (patient_id, taken_at, recorded_by, temperature, pulse, respiratory_rate, systolic, diastolic,
       oxygen_saturation, consciousness, oxygen, weight)
     select $1, ${moment}, $2, 36.5, 60 + n % 40, 16, 120, 80, 97, 'ALERT', 'AIR', 70 from generate_series(1, $3::int) n`,
    of(ofAYear.vitals),
  )
  await ask(
    `insert into appointment (patient_id, doctor_id, date, time, status, type, queue_number, queued_at, started_at, completed_at)
     select $1, $2, at::date, at::time, 'COMPLETED', 'FOLLOW_UP',
       100000 + n + (select coalesce(max(queue_number), 0) from appointment), at, at, at
     from (select n, ${moment} as at from generate_series(1, $3::int) n) visits`,
    of(ofAYear.visits),
  )
  await ask(
    `insert into visit_note (patient_id, appointment_id, seen_at, recorded_by, findings, plan, signed_at)
     select $1, id, started_at, $2, 'Chest clear', 'Rest and fluids', started_at
     from appointment where patient_id = $1 order by started_at desc limit $3::int`,
    of(ofAYear.notes).slice(0, 3),
  )
  await ask(
    `insert into medication (patient_id, recorded_by, recorded_at, name, dose, unit, route, frequency, starts_on, ends_on)
     select $1, $2, ${moment}, 'Medicine ' || n, 500, 'MG', 'ORAL', 'DAILY', (${moment})::date,
       case when n > 3 then (${moment})::date end
     from generate_series(1, $3::int) n`,
    of(ofAYear.medications),
  )
  await ask(
    `insert into problem (patient_id, recorded_by, recorded_at, diagnosis)
     select $1, $2, ${moment}, 'Diagnosis ' || n from generate_series(1, $3::int) n`,
    of(ofAYear.problems),
  )
  await ask(
    `insert into problem_resolution (id, patient_id, resolved_on, recorded_at, resolved_by)
     select id, patient_id, recorded_at::date, recorded_at + interval '1 minute', $2
     from problem where patient_id = $1 order by recorded_at desc offset 2`,
    [patientId, doctorId],
  )
  await ask(
    `with admitted as (
       insert into admission (patient_id, doctor_id, diagnosis, admitted_at, discharged_at, destination)
       select $1, $2, 'Pneumonia', ${moment}, ${moment} + interval '3 days', 'HOME' from generate_series(1, $3::int) n
       returning *
     )
     insert into stay (admission_id, bed_id, started_at, ended_at)
     select id, $5, admitted_at + make_interval(days => part), admitted_at + make_interval(days => part + 1)
     from admitted, generate_series(0, 2) part`,
    [...of(ofAYear.stays), bedId],
  )
}
