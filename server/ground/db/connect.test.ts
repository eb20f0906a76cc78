import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { connect } from './connect.ts'
import { type Put, plannedWithValues, statement, statementOf } from './prepared.ts'

const database = await createTestDatabase()
const { db, pool } = connect(database.appUrl, { connections: 1 })
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

async function preparedHere(like = '%') {
  const { rows } = await sql<{ generic: number; custom: number }>`
    select generic_plans as generic, custom_plans as custom from pg_prepared_statements
    where name like 'lantern%' and statement like ${like}
  `.execute(db)
  return rows
}
/** Looking is a statement as well, which is prepared with the third look. */
for (let looks = 0; looks < 3; looks++) await preparedHere()

test('a statement that comes again is prepared once, and its plan is kept from the sixth time on', async () => {
  for (const value of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    const { rows } = await sql<{ sum: number }>`select ${value}::int + ${10}::int as sum`.execute(db)
    expect(rows).toEqual([{ sum: value + 10 }])
  }
  const prepared = await preparedHere('%as sum')
  expect(prepared).toHaveLength(1)
  expect(prepared[0]?.custom).toBe(5)
  expect(prepared[0]?.generic).toBeGreaterThan(0)
})

test('so is one without parameters, while the beginning and the end of a transaction are sent as they are', async () => {
  for (let times = 0; times < 5; times++) {
    await db.transaction().execute((trx) => sql`select 7 as lucky`.execute(trx))
  }
  expect(await preparedHere('%as lucky')).toHaveLength(1)
  expect(await preparedHere('begin%')).toHaveLength(0)
})

test('one that says so is planned for its values each time', async () => {
  for (const value of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await sql`${plannedWithValues} select ${value}::int as planned`.execute(db)
  }
  expect(await preparedHere('%as planned')).toHaveLength(0)
})

test('of forms that come once there can be any number, and of prepared ones not too many', async () => {
  const before = (await preparedHere()).length
  for (let form = 0; form < 300; form++)
    await sql`select ${form}::int as ${sql.ref(`once_${form}`)}`.execute(db)
  expect(await preparedHere()).toHaveLength(before)
  for (let form = 0; form < 300; form++) {
    for (let times = 0; times < 3; times++)
      await sql`select ${form}::int as ${sql.ref(`often_${form}`)}`.execute(db)
  }
  expect(await preparedHere()).toHaveLength(200)
})

test('a statement that failed works again, prepared as it is', async () => {
  const divide = (by: number) => sql<{ half: number }>`select 10 / ${by}::int as half`.execute(db)
  await expect(divide(0)).rejects.toThrow('division by zero')
  expect((await divide(2)).rows).toEqual([{ half: 5 }])
})

test('a moment is read as the API says it, of any year and with any part of a second, as JSON has it too', async () => {
  const { rows } = await sql<{ read: string | null; written: string | null }>`
    select moment as read, iso(moment) as written from unnest(array[
      '2026-03-01 08:30:00+00', '2026-03-01 08:30:00.25+00', '2026-03-01 08:30:00.1239999+00',
      '2026-12-31 23:59:59.999999+00', '2026-07-01 02:15:00+05:45', '1850-01-01 00:00:00+00', '0001-01-01 00:00:00+00',
      '12026-03-01 08:30:00.007+00', null
    ]::timestamptz[]) as moment
  `.execute(db)
  expect(rows.map(({ read }) => read)).toEqual([
    '2026-03-01T08:30:00.000Z',
    '2026-03-01T08:30:00.250Z',
    '2026-03-01T08:30:00.124Z',
    '2026-12-31T23:59:59.999Z',
    '2026-06-30T20:30:00.000Z',
    '1850-01-01T00:00:00.000Z',
    '0001-01-01T00:00:00.000Z',
    '12026-03-01T08:30:00.007Z',
    null,
  ])
  for (const { read, written } of rows) expect(read).toBe(written)
})

test('what reads rows one by one gets the same', async () => {
  const moments: string[] = []
  const query = sql<{ at: string }>`select '2026-03-01 08:30:00.5+00'::timestamptz as at`.compile(db)
  await db.connection().execute(async (connection) => {
    for await (const { rows } of connection.getExecutor().stream(query, 10))
      moments.push(...rows.map(({ at }) => at))
  })
  expect(moments).toEqual(['2026-03-01T08:30:00.500Z'])
})

test('what others send through the pool gets dates', async () => {
  const { rows } = await pool.query<{ at: Date }>(`select '2026-03-01 08:30:00.5+00'::timestamptz as at`)
  expect(rows[0]?.at).toEqual(new Date('2026-03-01T08:30:00.500Z'))
})

interface Row {
  said: string | null
}

describe('a statement that is built once', () => {
  test('takes its values each time, in any order and more than once', async () => {
    const say = statement(
      (first: string, second: string) => sql<Row>`select ${second} || ${first} || ${second} as said`,
    )
    expect(await say(db, 'b', 'a')).toEqual([{ said: 'aba' }])
    expect(await say(db, 'y', 'x')).toEqual([{ said: 'xyx' }])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a value of its own', () => statement(() => sql<Row>`select ${'OPEN'}::text as said`)(db)],
    [
      'what was worked out from a value',
      () => statement((name: string) => sql<Row>`select ${String(name)}::text as said`)(db, 'x'),
    ],
    [
      'an eleventh value',
      () =>
        statement((...values: string[]) => sql<Row>`select ${values[10]}::text as said`)(
          db,
          ...'abcdefghijk',
        ),
    ],
    [
      'a value that was not put in',
      () => statementOf((_: Put<string>) => sql<Row>`select ${'OPEN'}::text as said`)(db, 'x'),
    ],
  ])('refuses %s, which would be sent as NULL, each time that it is asked', async (_, ask) => {
    for (let times = 0; times < 2; times++) await expect(ask()).rejects.toThrow('is built once')
  })
})
