import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'

const database = await createTestDatabase()
const owner = await connected(database.ownerUrl)
const server = await connected(database.appUrl)
afterAll(async () => {
  await Promise.all([owner.end(), server.end()])
  await database.drop()
})

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC' })
  await client.connect()
  return client
}

/** The first day, in UTC, of the month that is `ahead` months from this one. */
function month(ahead: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString().slice(0, 10)
}
const nameOf = (day: string) => day.slice(0, 7).replace('-', '_')

/** Which part of a table of the trail holds what; `entry` without its `audit_month.`. */
async function partsOf(client: pg.Client, where = 'true', table = 'audit_entry') {
  const { rows } = await client.query<{ part: string; what: string }>(
    `select tableoid::regclass::text as part, ${table === 'audit_entry' ? 'action' : `id::text`} as what
     from ${table} where ${where} order by at, 2`,
  )
  return rows.map(({ part, what }) => [part.replace('audit_month.', ''), what])
}

async function made(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ made: string }>(
    'select made::text from audit_months() made order by 1',
  )
  return rows.map((row) => row.made)
}

test('this month and the next three are there from the start', async () => {
  expect(await made(owner)).toEqual([0, 1, 2, 3].map(month))
})

test('a month begins at midnight of UTC, wherever the hospital is', async () => {
  await owner.query(`update hospital set time_zone = 'Asia/Kolkata'`)
  const begin = `${month(1)}T00:00:00Z`
  await server.query(
    `insert into audit_entry (at, action) values ($1::timestamptz - interval '1 us', 'edge-before'), ($1, 'edge-after')`,
    [begin],
  )
  expect(await partsOf(server, `action like 'edge-%'`)).toEqual([
    [`entry_${nameOf(month(0))}`, 'edge-before'],
    [`entry_${nameOf(month(1))}`, 'edge-after'],
  ])
})

test('what is told of a month that was not made is refused by nobody, and moves there when it is made', async () => {
  const late = `${month(0)}T00:00:00Z`
  // As if the job had not run since the month before the last.
  await owner.query(`select make_audit_month('${month(-2)}')`)
  for (const kind of ['entry', 'sight', 'sighting', 'following', 'unfollowing']) {
    await owner.query(`drop table audit_month.${kind}_${nameOf(month(0))}`)
  }
  const patient = '00000000-0000-4000-8000-000000000001'
  await server.query(
    `insert into audit_entry (at, action) values ($1, 'late-now'), ($1::timestamptz - interval '1 s', 'late-before')`,
    [late],
  )
  await server.query(
    `insert into audit_sight (id, at, patient_ids) values (gen_random_uuid(), $1, array['${patient}'::uuid])`,
    [late],
  )
  expect((await partsOf(server, `action like 'late-%'`)).map(([part]) => part)).toEqual([
    'entry_other',
    'entry_other',
  ])
  await server.query('select make_audit_months()')
  expect(await made(owner)).toEqual([-2, -1, 0, 1, 2, 3].map(month))
  expect(await partsOf(server, `action like 'late-%'`)).toEqual([
    [`entry_${nameOf(month(-1))}`, 'late-before'],
    [`entry_${nameOf(month(0))}`, 'late-now'],
  ])
  const { rows } = await owner.query(
    'select tableoid::regclass::text as part from audit_sighting where patient_id = $1',
    [patient],
  )
  expect(rows).toEqual([{ part: `audit_month.sighting_${nameOf(month(0))}` }])
})

test('months are dropped as a whole, once they are older than the hospital keeps them, and that is told', async () => {
  for (const ahead of [-26, -25, -24]) await owner.query(`select make_audit_month('${month(ahead)}')`)
  const tell = (ahead: number) =>
    server.query('insert into audit_entry (at, action) values ($1, $2)', [month(ahead), `old${ahead}`])
  for (const ahead of [-26, -25, -24]) await tell(ahead)
  const drop = async () => (await server.query('select drop_audit_months() as dropped')).rows[0].dropped
  const old = () => partsOf(server, `action like 'old%'`)
  expect(await drop()).toEqual([])
  expect(await old()).toHaveLength(3)

  await server.query('update hospital set audit_retention_months = 24')
  expect(await drop()).toEqual([month(-26), month(-25)].map((day) => day.slice(0, 7)))
  expect(await old()).toEqual([[`entry_${nameOf(month(-24))}`, 'old-24']])
  const { rows } = await owner.query(`select changes from audit_entry where action = 'dropAuditMonths'`)
  expect(rows).toEqual([{ changes: { dropped: [month(-26), month(-25)].map((day) => day.slice(0, 7)) } }])
  expect(await drop()).toEqual([])
})

test.each([0, 23, 241])(
  'a hospital keeps its trail for two years at least: %s months are refused',
  async (months) => {
    await expect(server.query('update hospital set audit_retention_months = $1', [months])).rejects.toThrow(
      'hospital_audit_retention_bounded',
    )
  },
)
