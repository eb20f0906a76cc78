import { afterAll, expect, test } from 'vitest'
import { createWatchedDatabase, rowsLookedAt, stepsOf } from '../../testing/database.ts'
import { prescriptionsOf } from './prescriptions.ts'

const { db, owner, sent, close } = await createWatchedDatabase()
afterAll(close)

// A hundred prescriptions a day for 100 days, each of another patient, and a store with 3,000 medicines.
await owner.query(`
  alter table patient disable trigger user;
  insert into patient (first_name, last_name, date_of_birth, gender, contact_number, address)
    select 'Ada', 'Okafor', '1980-01-01', 'FEMALE', '+1 200 555 ' || n, '1 Lamp Street' from generate_series(1, 10000) n;
  alter table patient enable trigger user;
  insert into staff (first_name, last_name, email, name) values ('Nina', 'Rao', 'nina@hospital.test', 'Nina Rao');
  insert into inventory_item (name, category, unit, reorder_level, cost)
    select 'Medicine ' || n, 'MEDICINE', 'tablets', 20, 0.1 from generate_series(1, 3000) n;
  alter table medication disable trigger user;
  insert into medication (patient_id, recorded_by, recorded_at, name, dose, unit, route, frequency, starts_on)
    select patient.id, staff.id, timestamptz '2026-01-01 08:00Z' + day * interval '1 day' + place * interval '1 minute',
      'Medicine ' || place, 5, 'MG', 'ORAL', 'DAILY', '2026-01-01'
    from staff cross join generate_series(0, 99) day cross join generate_series(1, 100) place
      join (select id, row_number() over () as number from patient) patient on number = day * 100 + place;
  alter table medication enable trigger user`)
await owner.query('vacuum analyze medication, patient, staff, inventory_item, batch, admission, stay, bed')

test('a day’s prescriptions and their stock are found without looking at other days, patients or items', async () => {
  const { items, total } = await prescriptionsOf(db, '2026-03-01')
  expect(total).toBe(100)
  expect(items[0]).toMatchObject({ name: 'Medicine 100', stock: { status: 'OUT_OF_STOCK', usable: 0 } })
  const { sql, parameters } = sent.at(-1) ?? { sql: '', parameters: [] }
  const steps = await stepsOf(owner, sql, parameters)
  expect(rowsLookedAt(steps, 'medication')).toBe(100)
  // The index by patient gives the same rows, and has to be read from end to end for them.
  expect(steps.map((step) => step['Index Name'])).toContain('medication_by_time')
  // Each once to leave out removed patients, and once to say who it is.
  expect(rowsLookedAt(steps, 'patient')).toBeLessThanOrEqual(200)
  expect(rowsLookedAt(steps, 'inventory_item')).toBe(100)
})
