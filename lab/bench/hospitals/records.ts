import type pg from 'pg'
import { fillYears } from '../../../server/testing/factories/timeline.ts'

/** Adds two patients once: one with a record of `years` years, and one with an empty record. */
export async function givenRecords(
  client: pg.Client,
  years: number,
): Promise<{ long: string; empty: string }> {
  const find = `select id from patient where last_name = 'Bench record' order by first_name desc`
  if ((await client.query(find)).rowCount === 0) {
    await client.query('begin')
    await client.query(
      `insert into patient (first_name, last_name, date_of_birth, gender, contact_number, address)
       select name, 'Bench record', '1960-04-10', 'FEMALE', '+1 555 0100', '1 Lamp Street'
       from unnest(array['Long', 'Empty']) name`,
    )
    const bed = await client.query<{ id: string }>(
      `insert into bed (bed_number, ward) values ('Bench', 'GENERAL') returning id`,
    )
    const doctor = await client.query<{ id: string }>(`select id from staff where email = 'doctor@demo.test'`)
    const [patientId = '', doctorId = '', bedId = ''] = [
      (await client.query<{ id: string }>(find)).rows[0]?.id,
      doctor.rows[0]?.id,
      bed.rows[0]?.id,
    ]
    await fillYears(
      (statement, values) => client.query(statement, values),
      { patientId, doctorId, bedId },
      years,
    )
    await client.query('commit')
    await client.query('vacuum (analyze)')
  }
  const { rows } = await client.query<{ id: string }>(find)
  return { long: rows[0]?.id ?? '', empty: rows[1]?.id ?? '' }
}
