import type pg from 'pg'

/** Existing people that requests ask for. */
export interface Sample {
  patients: {
    id: string
    mrn: string
    first: string
    last: string
    born: string
    phone: string
    email: string | null
  }[]
  doctors: string[]
  today: string
}

export async function takeSample(client: pg.Client): Promise<Sample> {
  // A sample from the whole range, the same in every run.
  const patients = await client.query<Sample['patients'][number]>(
    `select id, mrn, first_name as first, last_name as last, date_of_birth::text as born,
       contact_number as phone, email
     from patient
     where deceased_at is null and retired_at is null and mrn_number in (
       select 1000 + (place * (select max(mrn_number) - 1000 from patient)::bigint / 1500)::int
       from generate_series(0, 1499) place
     ) order by id`,
  )
  const found = await client.query<{ id: string }>(`select id from staff where role = 'doctor' order by id`)
  const today = await client.query<{ day: string }>(
    `select (now() at time zone (select time_zone from hospital))::date::text as day`,
  )
  return {
    patients: patients.rows,
    doctors: found.rows.map(({ id }) => id),
    today: today.rows[0]?.day ?? '',
  }
}
