import type pg from 'pg'

/** Past days, each with exactly this number of appointments at every size of hospital. */
export const measuredDays = { 50: '2001-02-03', 600: '2001-02-10' } as const

/** The number of today's appointments at every size, so that hospitals differ in everything else only. */
const visitsToday = 60

/** Moves the appointments of the day on which the hospital was filled to today, and keeps `visitsToday` of them. */
export async function makeToday(client: pg.Client): Promise<void> {
  const zone = `(now() at time zone (select time_zone from hospital))::date`
  const filled = await client.query<{ day: string; isToday: boolean; count: number }>(
    `select date::text as day, date = ${zone} as "isToday", count(*)::int as count from appointment
     where date = (select date from appointment where status = 'IN_PROGRESS' limit 1) group by date`,
  )
  const { day, isToday, count = 0 } = filled.rows[0] ?? {}
  if (!day || (isToday && count <= visitsToday)) return
  await withoutTriggers(client, ['appointment', 'appointment_status_change'], async () => {
    const removeDay = (which: string) => removeVisits(client, `select id from appointment where ${which}`)
    if (!isToday) await removeDay(`date = ${zone}`)
    await client.query(`update appointment set date = ${zone} where date = $1`, [day])
    await removeDay(
      `date = ${zone} and id not in (
        select id from appointment where date = ${zone} order by time, queue_number limit ${visitsToday})`,
    )
    await client.query(
      `insert into queue_day (date, last_number) select ${zone}, last_number from queue_day where date = $1
       on conflict (date) do update set last_number = greatest(queue_day.last_number, excluded.last_number)`,
      [day],
    )
  })
  await client.query('vacuum (analyze) appointment')
}

/** Removes these appointments, with their notes and status changes. */
async function removeVisits(client: pg.Client, ids: string, values: unknown[] = []): Promise<void> {
  const notes = `select id from visit_note where appointment_id in (${ids})`
  await client.query(`delete from visit_note_takeover where visit_note_id in (${notes})`, values)
  await client.query(`delete from visit_note_amendment where visit_note_id in (${notes})`, values)
  await client.query(`delete from visit_note where appointment_id in (${ids})`, values)
  await client.query(`delete from appointment_status_change where appointment_id in (${ids})`, values)
  await client.query(`delete from appointment where id in (${ids})`, values)
}

/** Fills the days to measure, each with appointments of different patients, unless they are filled already. */
export async function makeMeasuredDays(client: pg.Client): Promise<void> {
  for (const [count, day] of Object.entries(measuredDays)) {
    const there = await client.query('select from appointment where date = $1 limit 1', [day])
    if (there.rowCount === 0) await makeDay(client, day, Number(count))
  }
}

/** Replaces today's queue by the appointments of `count` patients who have not arrived yet. */
export async function makeQueue(client: pg.Client, day: string, count: number): Promise<void> {
  const there = `select id from appointment
    where date = $1 or left_queue_on = $1 or status in ('IN_QUEUE', 'IN_PROGRESS')`
  await withoutTriggers(client, ['appointment', 'appointment_status_change'], async () => {
    await removeVisits(client, there, [day])
  })
  await makeDay(client, day, count)
  await withoutTriggers(client, ['appointment'], async () => {
    await client.query(
      `update appointment set status = 'SCHEDULED', queued_at = null, started_at = null, completed_at = null,
         left_queue_on = null, undoable = false where date = $1`,
      [day],
    )
    await client.query(
      `insert into queue_day (date, last_number) values ($1, $2)
       on conflict (date) do update set last_number = excluded.last_number`,
      [day, count],
    )
  })
  await client.query('vacuum (analyze) appointment')
}

/**
 * Copies `count` completed appointments to a day: each of another patient, all doctors in turn, every ten minutes from
 * 8 AM. No inpatient is among them, because the desk can't add an inpatient to the queue.
 */
async function makeDay(client: pg.Client, day: string, count: number): Promise<void> {
  await withoutTriggers(client, ['appointment'], async () => {
    await client.query(
      `with doctor as (select array_agg(id) as ids from staff where role = 'doctor'),
       one as (
         select distinct on (patient_id) appointment.* from appointment join patient on patient.id = patient_id
         where status = 'COMPLETED' and retired_at is null and deceased_at is null
           and not exists (select from admission where admission.patient_id = patient.id and discharged_at is null)
         order by patient_id limit $2
       ), visit as (select *, row_number() over (order by id) - 1 as n from one)
       insert into appointment (patient_id, doctor_id, date, time, status, type, queue_number, notes, queued_at,
         started_at, completed_at, status_at, status_by, created_at, updated_at)
       select patient_id, ids[1 + n % cardinality(ids)], $1,
         time '08:00' + n / cardinality(ids) * interval '10 minutes', status, type, n + 1, notes, queued_at,
         started_at, completed_at, status_at, status_by, created_at, updated_at
       from visit, doctor`,
      [day, count],
    )
  })
  await client.query('vacuum (analyze) appointment')
}

/** Runs `run` without the triggers of these tables, because filling is not measured here. */
export async function withoutTriggers(
  client: pg.Client,
  tables: string[],
  run: () => Promise<void>,
): Promise<void> {
  await client.query('begin')
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  await run()
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  await client.query('commit')
}
