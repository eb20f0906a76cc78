import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { connect } from '../db/connect.ts'
import { createTestDatabase } from '../testing/database.ts'
import { type AppointmentFilter, appointmentPage } from './queries.ts'

const database = await createTestDatabase()
let sent: CompiledQuery | undefined
const { db } = connect(database.appUrl, {
  connections: 1,
  log: ({ query }) => {
    sent = query
  },
})
const owner = new pg.Client({ connectionString: database.ownerUrl })
await owner.connect()
afterAll(async () => {
  await owner.end()
  await db.destroy()
  await database.drop()
})

/** Of those that were booked, one in so many did not come. */
const onceIn = 400

// Half a year of a doctor with 100 patients a day.
await owner.query(`
  insert into patient (first_name, last_name, date_of_birth, gender, contact_number, address)
    select 'Ada', 'Okafor', '1980-01-01', 'FEMALE', '+1 200 555 ' || n, '1 Lamp Street' from generate_series(1, 100) n;
  insert into staff (first_name, last_name, email, name) values ('Nina', 'Rao', 'nina@hospital.test', 'Nina Rao');
  alter table appointment disable trigger user;
  insert into appointment (patient_id, doctor_id, date, time, type, queue_number, status)
    select patient.id, staff.id, date '2026-01-01' + day, time '08:00' + place * interval '5 minutes', 'GENERAL', place,
      case when (day * 100 + place) % ${onceIn} = 0 then 'SCHEDULED' else 'COMPLETED' end::appointment_status
    from (select id, row_number() over (order by mrn_number)::int as place from patient) patient, staff,
      generate_series(1, 180) day;
  alter table appointment enable trigger user`)
await owner.query('vacuum analyze appointment, patient, staff')

test('how many did not arrive on any earlier day is counted without looking at those who did', async () => {
  const filter: AppointmentFilter = { to: '2026-12-31', status: ['SCHEDULED'], direction: 'desc' }
  const { total } = await appointmentPage(db, filter, { page: 1, limit: 1 })
  expect(total).toBe(18_000 / onceIn)
  expect(await looked()).toBeLessThan(2 * total)
})

interface Plan {
  'Relation Name'?: string
  'Actual Loops': number
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** How many appointments PostgreSQL looks at to answer what was asked last. */
async function looked(): Promise<number> {
  const { sql, parameters } = sent ?? { sql: '', parameters: [] }
  const { rows } = await owner.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (analyze, format json) ${sql}`,
    [...parameters],
  )
  let count = 0
  const walk = (plan: Plan) => {
    if (plan['Relation Name'] === 'appointment')
      count += plan['Actual Loops'] * (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0))
    plan.Plans?.forEach(walk)
  }
  for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) walk(Plan)
  return count
}
