import type pg from 'pg'
import { withoutTriggers } from './days.ts'
import { firstDayOfHours, placeMinutes } from './forms.ts'

/** The clinic of the measured hours. */
const clinic = 'Measured hours'

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
    await client.query(
      'delete from practice_session where clinic_id = (select id from clinic where name = $1)',
      [clinic],
    )
    await client.query(
      `update practice_session set valid = valid * daterange(null, current_date) where upper_inf(valid)`,
    )
    await client.query(
      `insert into practice_session (doctor_id, clinic_id, weekday, minutes, slot_minutes, capacity, valid)
       select staff.id, clinic.id, weekday, '[0,1440)', ${placeMinutes}, 1, daterange(current_date + ${firstDayOfHours - 1}, null)
       from staff, clinic, generate_series(1, 7) weekday where staff.role = 'doctor' and clinic.name = $1`,
      [clinic],
    )
  })
  await client.query('vacuum (analyze) practice_session')
}
