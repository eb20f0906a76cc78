import type pg from 'pg'
import { withoutTriggers } from './days.ts'
import { firstDayOfHours, placeMinutes } from './forms.ts'

/** The clinic of the measured hours. */
const clinic = 'Measured hours'

const endHours = (client: pg.Client) =>
  client.query(
    'update practice_session set valid = valid * daterange(null, current_date) where upper_inf(valid)',
  )

/** All doctors keep hours today, from eight o'clock on, in places of ten minutes for twenty patients each. */
export const makeHoursToday = (client: pg.Client) =>
  withoutTriggers(client, ['practice_session'], async () => {
    await client.query(
      `insert into practice_session (doctor_id, clinic_id, weekday, minutes, slot_minutes, capacity, valid)
       select staff.id, clinic.id, extract(isodow from day), '[480,1440)', 10, 20, daterange(day, day + 1)
       from staff, clinic, (select (now() at time zone time_zone)::date as day from hospital) today
       where staff.role = 'doctor' and clinic.name = $1`,
      [clinic],
    )
  })

/**
 * Ends the hours of the demo's doctors yesterday, so that they are booked at any time, and gives all doctors hours on the days
 * that are booked in hours. Also for a hospital of an earlier day.
 */
export async function makeHours(client: pg.Client): Promise<void> {
  await withoutTriggers(client, ['practice_session'], async () => {
    await client.query(
      `insert into clinic (name) select $1 where not exists (select from clinic where name = $1)`,
      [clinic],
    )
    // Bookings of an earlier run may still be in some of them.
    await client.query(
      `update practice_session set valid = 'empty' where clinic_id = (select id from clinic where name = $1)`,
      [clinic],
    )
    await client.query(
      `delete from practice_session where isempty(valid) and not exists (select from appointment where session_id = practice_session.id)`,
    )
    await endHours(client)
    await client.query(
      `insert into practice_session (doctor_id, clinic_id, weekday, minutes, slot_minutes, capacity, valid)
       select staff.id, clinic.id, weekday, '[0,1440)', ${placeMinutes}, 1, daterange(current_date + ${firstDayOfHours - 1}, null)
       from staff, clinic, generate_series(1, 7) weekday where staff.role = 'doctor' and clinic.name = $1`,
      [clinic],
    )
  })
  await client.query('vacuum (analyze) practice_session')
}

/** The doctors of the hospital whose free places are asked for, and the days for which 900 patients each are booked. */
export const hours = { doctors: 50, days: 30 } as const

/** Adds doctors with 15-minute slots every morning and afternoon, half of them booked. */
export async function makeManyHours(client: pg.Client): Promise<void> {
  await withoutTriggers(client, ['staff', 'practice_session', 'appointment'], async () => {
    await client.query('delete from closure')
    await endHours(client)
    await client.query(
      `insert into staff (first_name, last_name, name, email, role, offered_roles, active, is_doctor, email_verified)
       select 'Hour', 'Keeper' || n, 'Hour Keeper' || n, 'keeper' || n || '@demo.test', 'doctor', '{doctor}', true, true, true
       from generate_series(1, ${hours.doctors}) n`,
    )
    await client.query(`insert into clinic (name) values ($1)`, [clinic])
    await client.query(
      `insert into practice_session (doctor_id, clinic_id, weekday, minutes, slot_minutes, capacity, valid)
       select staff.id, clinic.id, weekday, half, 15, 1, daterange(current_date - 1, null)
       from staff, clinic, generate_series(1, 7) weekday, (values (int4range(480, 780)), (int4range(840, 1080))) halves (half)
       where staff.first_name = 'Hour' and clinic.name = $1`,
      [clinic],
    )
    await client.query(
      `with patients as (select array_agg(id) as ids from (select id from patient where retired_at is null and deceased_at is null order by id) one)
       insert into appointment (patient_id, doctor_id, date, time, type, queue_number, session_id, minutes, seat)
       select ids[1 + (18 * (day::date - current_date) + n + case when lower(session.minutes) > 800 then 9 else 0 end) % cardinality(ids)],
         session.doctor_id, day::date,
         time '00:00' + (lower(session.minutes) + 15 * n) * interval '1 minute', 'GENERAL',
         1000 + row_number() over (partition by day), session.id, 15, 1
       from patients, generate_series(current_date, current_date + ${hours.days - 1}, interval '1 day') day
         join practice_session session on takes_place_on(session, day::date), generate_series(0, 8) n
       where session.clinic_id = (select id from clinic where name = $1)`,
      [clinic],
    )
  })
  await client.query('vacuum (analyze)')
}
