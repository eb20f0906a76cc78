import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { roles } from '../../contract/permissions.ts'
import { buildApp } from '../app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { fillDemo } from './fill.ts'

const opened: { database: TestDatabase; client: pg.Client }[] = []
afterAll(async () => {
  for (const { database, client } of opened) {
    await client.end()
    await database.drop()
  }
})

async function emptyHospital() {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  opened.push({ database, client })
  const count = async (from: string) =>
    Number((await client.query<{ count: string }>(`select count(*) from ${from}`)).rows[0]?.count)
  return { ...database, client, count }
}

const monday = { today: '2026-11-23', timeZone: 'Asia/Kolkata', accounts: false }
/** A checksum of everything in a table, including the times of saving. */
const checksum = (table: string) =>
  `select md5(string_agg(t::text, '' order by t::text)) as sum from ${table} t`

test('one seed makes the same hospital twice, another seed another one', async () => {
  const [first, second, other] = await Promise.all([emptyHospital(), emptyHospital(), emptyHospital()])
  await Promise.all([
    fillDemo(first.ownerUrl, monday),
    fillDemo(second.ownerUrl, monday),
    fillDemo(other.ownerUrl, { ...monday, seed: 7 }),
  ])
  for (const table of [
    'clinic',
    'staff',
    'patient',
    'appointment',
    'queue_day',
    'mrn_counter',
    'vital_signs',
    'allergy',
    'patient_contact',
    'coverage',
    'medication',
    'medication_stop',
    'problem',
    'visit_note',
    'stock_movement',
  ]) {
    const sums = await Promise.all(
      [first, second].map(async ({ client }) => (await client.query(checksum(table))).rows),
    )
    expect(sums[1], table).toEqual(sums[0])
  }
  const [one, another] = await Promise.all(
    [first, other].map(async ({ client }) => (await client.query(checksum('patient'))).rows),
  )
  expect(another).not.toEqual(one)
})

test('today shows every state, with times that make sense, and the days around it are filled', async () => {
  const { ownerUrl, client, count } = await emptyHospital()
  await fillDemo(ownerUrl, { timeZone: 'America/Los_Angeles', accounts: false })

  const states = await client.query<{ status: string; count: string }>(
    `select status, count(*) from appointment
     where date = (now() at time zone 'America/Los_Angeles')::date group by status`,
  )
  const today = Object.fromEntries(states.rows.map((row) => [row.status, Number(row.count)]))
  expect(Object.keys(today).sort()).toEqual([
    'CANCELLED',
    'COMPLETED',
    'IN_PROGRESS',
    'IN_QUEUE',
    'SCHEDULED',
  ])
  expect(today.IN_QUEUE).toBeGreaterThanOrEqual(3)

  expect(await count('patient')).toBe(600)
  expect(await count(`staff where role = 'doctor' and active`)).toBe(12)
  expect(await count(`staff where is_doctor <> ((role = 'doctor') is true)`)).toBe(0)
  expect(await count('clinic where cardinality(rooms) > 0')).toBe(3)
  expect(
    await count(`staff where is_doctor and not exists (
      select from clinic where clinic.id = clinic_id and room = any (rooms))`),
  ).toBe(0)
  expect(await count('(select distinct date from appointment) as day')).toBe(90)
  const doctors = await client.query(
    `select s.email from appointment a join staff s on s.id = a.doctor_id
     where a.date = (now() at time zone 'America/Los_Angeles')::date
     group by s.email order by count(*) desc limit 1`,
  )
  expect(doctors.rows).toEqual([{ email: 'doctor@demo.test' }])

  expect(
    await count(`appointment where status = 'IN_QUEUE'
      and not (now() - queued_at between interval '1 minute' and interval '2 hours')`),
  ).toBe(0)
  expect(
    await count(`appointment where greatest(created_at, queued_at, started_at, completed_at, status_at) > now()
      or queued_at > started_at or started_at > completed_at or created_at > queued_at`),
  ).toBe(0)
  expect(
    await count(`appointment a join patient p on p.id = a.patient_id where a.created_at < p.created_at`),
  ).toBe(0)
  expect(
    await count(`appointment where date < (now() at time zone 'America/Los_Angeles')::date
      and status not in ('COMPLETED', 'CANCELLED')`),
  ).toBe(0)
  expect(await count(`patient where created_at > now() - interval '30 days'`)).toBeGreaterThan(5)
  expect(await count(`stock_movement where kind = 'RETURN'`)).toBeGreaterThan(0)
  expect(
    await count(`(
      select from stock_movement where kind in ('ISSUE', 'RETURN') group by batch_id, ward, patient_id
      having sum(quantity) > 0
    ) as returned_without_issue`),
  ).toBe(0)
  // The stock is worth the sum of its movements, as the trigger would have kept it.
  expect(await count(`stock_movement where cause = 'EXPIRED' and worth < 0`)).toBeGreaterThan(0)
  expect(
    await count(`batch where worth <> (select sum(worth) from stock_movement where batch_id = batch.id)`),
  ).toBe(0)
  expect(await count('store_tally where worth > 1000')).toBe(3)
  // The list of allergies is on the patients, as the triggers would have put it there.
  expect(await count('allergy')).toBeGreaterThan(30)
  expect(
    await count(`patient where allergens <> allergens_of(id)
      or allergies is distinct from allergy_sentence(allergens)`),
  ).toBe(0)
  expect(
    await count(
      `allergy join patient p on p.id = patient_id where recorded_at not between p.created_at and now()`,
    ),
  ).toBe(0)
  // Notes belong to completed visits, and were signed by their doctors afterwards.
  expect(await count('visit_note where signed_at is not null')).toBeGreaterThan(30)
  expect(
    await count(`visit_note note join appointment a on a.id = appointment_id
      where note.patient_id <> a.patient_id or a.status <> 'COMPLETED' or recorded_by <> doctor_id
        or seen_at is distinct from started_at or signed_at not between completed_at and now()
        or recorded_at not between seen_at and signed_at`),
  ).toBe(0)
  // Treated patients have medications, which for inpatients begin and end with the stay.
  expect(await count('medication where admission_id is not null')).toBeGreaterThan(30)
  expect(await count('medication where admission_id is null')).toBeGreaterThan(30)
  expect(await count('problem')).toBeGreaterThan(30)
  // A patient who is admitted again is treated again.
  expect(
    await count(`admission where admitted_at between now() - interval '39 days' and now() - interval '1 hour'
      and diagnosis ~ '^(Cellulitis|Gastroenteritis|Caesarean)' and coalesce(destination, 'HOME') <> 'DIED'
      and discharged_at is null and not exists (select from medication where admission_id = admission.id)`),
  ).toBe(0)
  // A child was weighed before anything was prescribed, and the note of a visit is about what it was for.
  expect(
    await count(`medication m join patient p on p.id = m.patient_id
      where age(starts_on, date_of_birth) < interval '18 years' and not exists (
        select from vital_signs where patient_id = p.id and weight > 0 and taken_at <= m.recorded_at)`),
  ).toBe(0)
  expect(
    await count(`visit_note note join appointment a on a.id = appointment_id where note.reason <> a.notes`),
  ).toBe(0)
  expect(
    await count(`medication m join patient p on p.id = m.patient_id left join admission a on a.id = m.admission_id
      left join medication_stop s on s.id = m.id
      where m.recorded_at > now() or m.recorded_at < p.created_at or m.recorded_at < a.admitted_at
        or s.stopped_at < m.recorded_at or s.stopped_at > now()`),
  ).toBe(0)
  expect(await count(`patient where created_at > now() or date_of_birth >= created_at::date`)).toBe(0)

  // Vital signs are taken of living, registered patients, and of inpatients at each round until now.
  expect(await count('vital_signs where struck_at is not null')).toBeGreaterThan(0)
  expect(
    await count(`vital_signs join patient on patient.id = patient_id
      where taken_at > least(now(), deceased_at) or recorded_at < taken_at or taken_at < patient.created_at`),
  ).toBe(0)
  expect(
    await count(`admission where discharged_at is null and admitted_at < now() - interval '1 day' and doctor_id is not null
      and not exists (select from vital_signs where patient_id = admission.patient_id and taken_at > now() - interval '10 hours')`),
  ).toBe(0)
  // No bed waits to be cleaned in a hospital that frees each bed at once.
  expect(await count('hospital where cleans_after_discharge')).toBe(0)
  expect(await count(`bed where maintenance_reason like 'Cleaning%'`)).toBe(0)
  // The staff concerned have the notifications that these events would have caused.
  for (const kind of ['BOOKED', 'CANCELLED', 'LOW_STOCK', 'EXPIRY', 'HIGH_NEWS2']) {
    expect(await count(`notification where kind = '${kind}' and raised_at <= now()`), kind).toBeGreaterThan(0)
  }
})

test('what comes after the fill goes on from it: MRN, queue numbers, rules and live changes', async () => {
  const { ownerUrl, client, count } = await emptyHospital()
  await fillDemo(ownerUrl, monday)
  const mrn = await client.query(
    `select min(mrn_number) as first, max(mrn_number) as last,
       (select last_number from mrn_counter) as counter from patient`,
  )
  expect(mrn.rows).toEqual([{ first: 1000, last: 1599, counter: 1599 }])
  const tally = await client.query('select sum(current)::int as current from patient_tally')
  expect(tally.rows).toEqual([{ current: 600 }])
  expect(
    await count(`(select date, count(*), max(queue_number), min(last_number) from appointment join queue_day using (date)
      group by date having count(*) <> max(queue_number) or count(*) <> min(last_number)) as wrong`),
  ).toBe(0)
  expect(
    await count(`appointment a where date = '2026-11-23' and status <> 'SCHEDULED' and status is distinct from (
      select to_status from appointment_status_change where appointment_id = a.id order by id desc limit 1)`),
  ).toBe(0)
  // Orders are numbered in the order of their days.
  expect(
    await count(`purchase_order one join purchase_order other on one.number < other.number
      where one.created_at > other.created_at`),
  ).toBe(0)
  const sleeping = await client.query(
    `select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`,
  )
  expect(sleeping.rows).toEqual([])
  await expect(
    client.query(`update appointment set status = 'SCHEDULED' where status = 'COMPLETED'`),
  ).rejects.toThrow('does not go from')
})

test('a large hospital ends with the same indexes and keys that it began with', async () => {
  const { ownerUrl, client, count } = await emptyHospital()
  const schema = async () => [
    (await client.query(`select indexdef from pg_indexes where schemaname = 'public' order by indexdef`))
      .rows,
    (
      await client.query(
        `select conname, conrelid::regclass::text, pg_get_constraintdef(oid), convalidated from pg_constraint
         where connamespace = 'public'::regnamespace order by 2, 1`,
      )
    ).rows,
  ]
  const before = await schema()
  await fillDemo(ownerUrl, { ...monday, patients: 20_000, days: 200, visitsADay: 120 })
  expect(await schema()).toEqual(before)
  expect(await count('patient')).toBe(20_000)
  expect(await count('appointment')).toBeGreaterThan(15_000)
})

test('a hospital that has patients is left alone, and two fills at once fill once', async () => {
  const { ownerUrl, client, count } = await emptyHospital()
  await Promise.all([fillDemo(ownerUrl, monday), fillDemo(ownerUrl, monday)])
  expect(await count('patient')).toBe(600)
  const before = await client.query(checksum('appointment'))
  await fillDemo(ownerUrl, { ...monday, seed: 9 })
  expect((await client.query(checksum('appointment'))).rows).toEqual(before.rows)
})

test('a fill that is cut off leaves an empty hospital, and the next one fills it', async () => {
  const { ownerUrl, client, count } = await emptyHospital()
  await client.query(
    `create function cut_off() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$;
     create trigger cut_off after insert on queue_day for each statement execute function cut_off()`,
  )
  await expect(fillDemo(ownerUrl, monday)).rejects.toThrow('cut off')
  expect([await count('patient'), await count('staff')]).toEqual([0, 0])
  await client.query('drop trigger cut_off on queue_day')
  await fillDemo(ownerUrl, monday)
  expect(await count('patient')).toBe(600)
})

test('each account of the demo signs in, and the administrator may take any role', async () => {
  const { ownerUrl, appUrl, client } = await emptyHospital()
  await fillDemo(ownerUrl, { ...monday, patients: 20, accounts: true })
  const app = await buildApp({ databaseUrl: appUrl })
  try {
    for (const name of ['admin', 'doctor', 'nurse', 'nights', 'pharmacist', 'receptionist', 'inventory']) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/auth/sign-in/email',
        payload: { email: `${name}@demo.test`, password: 'lantern-demo-2026' },
      })
      expect(answer.statusCode, name).toBe(200)
    }
  } finally {
    await app.close()
  }
  const offered = await client.query(
    `select email, offered_roles::text[] as roles from staff where email like '%@demo.test' order by email`,
  )
  expect(offered.rows).toEqual([
    { email: 'admin@demo.test', roles: [...roles] },
    { email: 'doctor@demo.test', roles: ['doctor'] },
    { email: 'inventory@demo.test', roles: ['inventory_manager'] },
    { email: 'nights@demo.test', roles: ['nurse'] },
    { email: 'nurse@demo.test', roles: ['nurse'] },
    { email: 'pharmacist@demo.test', roles: ['pharmacist'] },
    { email: 'receptionist@demo.test', roles: ['receptionist'] },
  ])
})
