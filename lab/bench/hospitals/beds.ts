import type pg from 'pg'
import { wards } from '../../../contract/wards/wards.ts'

/** Adds beds until there are `size`, and admits a patient to each of 200 of them. */
export async function fillBeds(client: pg.Client, size: number): Promise<void> {
  const { rows } = await client.query<{ there: number }>(
    'select count(*)::int as there from bed where retired_at is null',
  )
  const missing = size - (rows[0]?.there ?? 0)
  if (missing <= 0) return
  await client.query('begin')
  await client.query(
    `insert into bed (bed_number, ward, notes)
     select 'L-' || 1000 + n, ($2::ward[])[1 + n % cardinality($2::ward[])], 'By the window'
     from generate_series(0, $1::int - 1) n`,
    [missing, wards],
  )
  await client.query(
    `with admitted as (
       insert into admission (patient_id, diagnosis, admitted_at)
       select id, 'Fever', now() - interval '2 days' from patient
       where admittable_id is not null and id not in (select patient_id from admission)
       order by mrn_number limit 200
       returning id, admitted_at
     ), placed as (select id, admitted_at, row_number() over (order by id) as place from admitted)
     insert into stay (admission_id, bed_id, started_at)
     select placed.id, bed.id, admitted_at from placed join bed on bed_number = 'L-' || 999 + place`,
  )
  await client.query('commit')
  await client.query('vacuum (analyze) bed, admission, stay')
}
