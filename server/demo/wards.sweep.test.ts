import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { fillDemo } from './fill.ts'

const opened: { database: TestDatabase; client: pg.Client }[] = []
afterAll(async () => {
  for (const { database, client } of opened) {
    await client.end()
    await database.drop()
  }
})

async function hospitalOn(today: string, seed = 1858) {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  opened.push({ database, client })
  await fillDemo(database.ownerUrl, { today, seed, timeZone: 'Europe/Berlin', accounts: false })
  const count = async (from: string, values: unknown[] = []) =>
    Number((await client.query<{ n: string }>(`select count(*) as n from ${from}`, values)).rows[0]?.n)
  return { client, count }
}

const days = ['2026-11-23', '2026-03-29', '2027-01-01']

test.each(days)(
  'the wards on %s: thirty beds, most of them taken, a history without a fault',
  async (today) => {
    const { client, count } = await hospitalOn(today)
    const now = `(timestamp '${today} 11:20' at time zone 'Europe/Berlin')`

    expect(await count('bed')).toBe(30)
    expect(await count('(select distinct ward from bed) as ward')).toBe(6)
    expect(await count('(select distinct unit_id from bed) as unit')).toBe(7)
    const taken = await count('stay where ended_at is null')
    const out = await count('bed where maintenance_since is not null')
    expect(taken).toBeGreaterThanOrEqual(20)
    expect(taken).toBeLessThanOrEqual(26)
    expect(out).toBe(2)

    expect(await count('(select distinct status from admission) as status')).toBe(3)
    expect(
      await count('(select distinct destination from admission where destination is not null) as place'),
    ).toBeGreaterThanOrEqual(3)
    expect(await count(`admission where admitted_at < ${now} - interval '90 days'`)).toBeGreaterThan(5)
    expect(
      await count('(select admission_id from stay group by admission_id having count(*) > 1) as moved'),
    ).toBeGreaterThan(10)
    expect(await count('admission where discharged_at is null and expected_discharge < $1', [today])).toBe(1)
    expect(
      await count('admission where discharged_at is null and expected_discharge = $1', [today]),
    ).toBeGreaterThan(0)
    expect(await count(`acuity_entry where at > ${now}`)).toBe(0)

    // An admission begins with its first stay, ends with its last, and has no gaps between them.
    expect(
      await count(`(
      select from admission join stay on stay.admission_id = admission.id group by admission.id
      having min(started_at) <> admitted_at or max(ended_at) filter (where ended_at is not null) > now() + interval '1 year'
        or (discharged_at is not null and max(ended_at) <> discharged_at)
        or count(*) filter (where ended_at is null) <> (discharged_at is null)::int
    ) as wrong`),
    ).toBe(0)
    expect(
      await count(`(
      select ended_at, lead(started_at) over (partition by admission_id order by started_at) as next from stay
    ) as step where next is not null and next <> ended_at`),
    ).toBe(0)
    expect(
      await count(`admission join patient on patient.id = patient_id
      where admitted_at < patient.created_at or greatest(admitted_at, discharged_at) > ${now}`),
    ).toBe(0)
    expect(
      await count(`bed join stay on stay.bed_id = bed.id
      where maintenance_since < coalesce(ended_at, 'infinity') or maintenance_since > ${now}`),
    ).toBe(0)

    // Only inpatients die, and a patient has no appointment after their death.
    expect(
      await count(`patient where (deceased_at is not null)
      <> exists (select from admission where patient_id = patient.id and destination = 'DIED' and discharged_at = deceased_at)`),
    ).toBe(0)
    expect(
      await count(`appointment join patient on patient.id = patient_id
      where status <> 'CANCELLED' and date > (deceased_at at time zone 'Europe/Berlin')::date`),
    ).toBe(0)
    expect(
      await count(`admission join appointment using (patient_id) where appointment.status in ('IN_QUEUE', 'IN_PROGRESS')
      and discharged_at is null`),
    ).toBe(0)

    // Children and mothers lie where they belong.
    const wrong = await client.query(
      `select ward, first_name from stay join bed on bed.id = bed_id join admission on admission.id = admission_id
     join patient on patient.id = patient_id
     where (ward = 'PEDIATRIC') <> (age($1::date, date_of_birth) < interval '17 years')
       and (ward = 'PEDIATRIC' or age($1::date, date_of_birth) < interval '15 years')
       or ward = 'MATERNITY' and gender <> 'FEMALE'`,
      [today],
    )
    expect(wrong.rows).toEqual([])
  },
)

test('one seed makes the same stays twice, another seed others', async () => {
  const sum = `select md5(string_agg(stay::text, '' order by stay::text)) as sum from stay`
  const hospitals = [
    await hospitalOn(days[0] ?? ''),
    await hospitalOn(days[0] ?? ''),
    await hospitalOn(days[0] ?? '', 3),
  ]
  const [first, second, other] = await Promise.all(
    hospitals.map(async ({ client }) => (await client.query<{ sum: string }>(sum)).rows[0]?.sum),
  )
  expect(second).toBe(first)
  expect(other).not.toBe(first)
})
