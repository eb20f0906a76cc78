import { afterAll, expect, test } from 'vitest'
import { createWatchedDatabase, rowsLookedAt, stepsOf } from '../../testing/database.ts'
import { admissionPage } from './pages.ts'

const { db, owner, sent, close } = await createWatchedDatabase()
afterAll(close)

// One doctor with 5,000 admissions, another with one.
await owner.query(`
  insert into staff (first_name, last_name, email, name) values
    ('Nina', 'Rao', 'nina@hospital.test', 'Nina Rao'), ('Ida', 'Berg', 'ida@hospital.test', 'Ida Berg');
  insert into bed (bed_number, ward) values ('G-1', 'GENERAL');
  alter table admission disable trigger user;
  alter table stay disable trigger user;
  with adult as (
    insert into patient (first_name, last_name, date_of_birth, gender, contact_number, address)
    values ('Ada', 'Okafor', '1980-01-01', 'FEMALE', '+1 200 555 0101', '1 Lamp Street') returning id
  )
  insert into admission (patient_id, doctor_id, admitted_at, discharged_at, destination)
  select adult.id, staff.id, at, at + interval '30 minutes', 'HOME'
  from adult, generate_series(0, 5000) n
    join staff on first_name = case n when 0 then 'Ida' else 'Nina' end,
    lateral (select timestamptz '2026-01-01' - n * interval '1 hour' as at) hour;
  insert into stay (admission_id, bed_id, started_at, ended_at)
    select admission.id, bed.id, admitted_at, discharged_at from admission, bed;
  alter table admission enable trigger user;
  alter table stay enable trigger user`)
await owner.query('vacuum analyze admission, stay, bed, patient, staff')

test('a doctor’s admissions are found without looking at those of others', async () => {
  const { rows } = await owner.query<{ id: string }>(`select id from staff where first_name = 'Ida'`)
  const { items } = await admissionPage(db, { doctorId: rows[0]?.id }, { page: 1, limit: 20 })
  expect(items).toHaveLength(1)
  const { sql, parameters } = sent.at(-1) ?? { sql: '', parameters: [] }
  expect(rowsLookedAt(await stepsOf(owner, sql, parameters), 'admission')).toBeLessThan(10)
})
