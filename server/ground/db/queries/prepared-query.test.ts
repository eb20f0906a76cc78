import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/database.ts'
import { connect } from '../connect.ts'

const database = await createTestDatabase()
const { db, pool } = connect(database.ownerUrl, { connections: 1 })
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Each statement three times, so that it is prepared, and once more without a description. */
async function often<Row>(ask: () => Promise<Row>): Promise<Row> {
  for (let times = 0; times < 3; times++) await ask()
  return ask()
}

beforeAll(async () => {
  await sql`create table ward_list (id int primary key, name text not null, seen timestamptz, beds numeric)`.execute(
    db,
  )
})

test('a row is read alike before and after its statement was described', async () => {
  const ask = () =>
    sql`select ${1}::int as id, ${'Ward “7”'}::text as "the name", null::date as day, true as "isOpen",
      '2026-03-01 08:30:00.25+00'::timestamptz as at, 12.50::numeric as cost, array['a', 'b'] as words,
      '{"a": 1}'::jsonb as said`.execute(db)
  const first = await ask()
  expect(await often(ask)).toEqual(first)
  expect(first.rows).toEqual([
    {
      id: 1,
      'the name': 'Ward “7”',
      day: null,
      isOpen: true,
      at: '2026-03-01T08:30:00.250Z',
      cost: 12.5,
      words: ['a', 'b'],
      said: { a: 1 },
    },
  ])
})

test('what a write changed is counted, with and without rows of its own', async () => {
  let next = 0
  const insert = () => sql`insert into ward_list (id, name) values (${++next}, ${'A'})`.execute(db)
  expect((await often(insert)).numAffectedRows).toBe(1n)
  expect((await often(() => sql`update ward_list set name = ${'B'}`.execute(db))).numAffectedRows).toBe(4n)
  const returning = () => sql`update ward_list set name = ${'C'} where id < ${3} returning id`.execute(db)
  expect((await often(returning)).rows).toHaveLength(2)
  expect((await often(() => sql`select id from ward_list where id > ${100}`.execute(db))).rows).toEqual([])
})

test('an error is told to who asked, and the connection serves the next', async () => {
  const ask = (by: number) => sql<{ n: number }>`select 12 / ${by}::int as n`.execute(db)
  await often(() => ask(3))
  await expect(ask(0)).rejects.toMatchObject({ code: '22012' })
  expect((await ask(4)).rows).toEqual([{ n: 3 }])
})

test('a statement that fails while it is prepared is prepared when it is asked again', async () => {
  const ask = () => sql`select * from not_yet where 1 = ${1}`.execute(db)
  for (let times = 0; times < 5; times++) await expect(ask()).rejects.toMatchObject({ code: '42P01' })
  await sql`create table not_yet (id int)`.execute(db)
  expect((await often(ask)).rows).toEqual([])
})

test('a table that was changed is an error, and never a row that is read as another', async () => {
  const ask = () => sql`select * from ward_list where id = ${1}`.execute(db)
  expect((await often(ask)).rows).toHaveLength(1)
  await sql`alter table ward_list drop column seen`.execute(db)
  await expect(ask()).rejects.toMatchObject({ code: '0A000' })
})

test('a value that can’t be written is refused, and the connection serves the next', async () => {
  const ask = (value: unknown) => sql<{ said: unknown }>`select ${value}::jsonb as said`.execute(db)
  await often(() => ask({ a: 1 }))
  const circle: { self?: unknown } = {}
  circle.self = circle
  await expect(ask(circle)).rejects.toThrow('circular')
  expect((await ask({ b: 2 })).rows).toEqual([{ said: { b: 2 } }])
})

test('PostgreSQL describes a statement once for each connection', async () => {
  const client = await pool.connect()
  let described = 0
  const count = () => described++
  client.connection.on('rowDescription', count)
  const ask = () => sql`select ${7}::int as lucky`.execute(db)
  client.release()
  for (let times = 0; times < 8; times++) await ask()
  client.connection.off('rowDescription', count)
  // Twice before it is prepared, and once then.
  expect(described).toBe(3)
})
