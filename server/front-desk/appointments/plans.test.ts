import { afterAll, expect, test } from 'vitest'
import { createWatchedDatabase, rowsLookedAt, stepsOf } from '../../testing/database.ts'
import { type AppointmentFilter, appointmentPage } from './queries.ts'

const { db, owner, sent, close } = await createWatchedDatabase()
afterAll(close)

/** One in this many booked patients did not come. */
const onceIn = 400

// Half a year of a doctor with 100 patients a day, and one patient of another.
await owner.query(`
  insert into patient (first_name, last_name, date_of_birth, gender, contact_number, address)
    select 'Ada', 'Okafor', '1980-01-01', 'FEMALE', '+1 200 555 ' || n, '1 Lamp Street' from generate_series(1, 100) n;
  insert into staff (first_name, last_name, email, name) values
    ('Nina', 'Rao', 'nina@hospital.test', 'Nina Rao'), ('Ida', 'Berg', 'ida@hospital.test', 'Ida Berg');
  alter table appointment disable trigger user;
  insert into appointment (patient_id, doctor_id, date, time, type, queue_number, status)
    select patient.id, staff.id, date '2026-01-01' + day, time '08:00' + place * interval '5 minutes', 'GENERAL', place,
      case when (day * 100 + place) % ${onceIn} = 0 then 'SCHEDULED' else 'COMPLETED' end::appointment_status
    from (select id, row_number() over (order by mrn_number)::int as place from patient) patient, staff,
      generate_series(1, 180) day
    where staff.first_name = 'Nina';
  insert into appointment (patient_id, doctor_id, date, time, type, queue_number)
    select patient.id, staff.id, '2026-12-01', '08:00', 'GENERAL', 1 from patient, staff
    where staff.first_name = 'Ida' limit 1;
  alter table appointment enable trigger user`)
await owner.query('vacuum analyze appointment, patient, staff')

test('how many did not arrive on any earlier day is counted without looking at those who did', async () => {
  const filter: AppointmentFilter = { to: '2026-12-31', status: ['SCHEDULED'], direction: 'desc' }
  const { total } = await appointmentPage(db, filter, { page: 1, limit: 1 })
  expect(total).toBe(18_000 / onceIn + 1)
  expect(await looked()).toBeLessThan(2 * total)
})

test('a doctor’s appointments are found without looking at those of others', async () => {
  const { rows } = await owner.query<{ id: string }>(`select id from staff where first_name = 'Ida'`)
  const filter: AppointmentFilter = { doctorId: rows[0]?.id, direction: 'asc' }
  const { items } = await appointmentPage(db, filter, { page: 1, limit: 20 })
  expect(items).toHaveLength(1)
  expect(await looked()).toBeLessThan(10)
})

/** How many appointments PostgreSQL looks at to answer what was asked last. */
async function looked(): Promise<number> {
  const { sql, parameters } = sent.at(-1) ?? { sql: '', parameters: [] }
  return rowsLookedAt(await stepsOf(owner, sql, parameters), 'appointment')
}
