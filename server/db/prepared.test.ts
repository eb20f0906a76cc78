import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { connect } from './connect.ts'

const database = await createTestDatabase()
const { db } = connect(database.appUrl, { connections: 1 })
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const preparedHere = async () =>
  (
    await sql<{ name: string }>`select name from pg_prepared_statements where name like 'lantern%'`.execute(
      db,
    )
  ).rows.length

test('a statement with parameters is prepared once, planned for its values, and there can not be too many', async () => {
  const before = await preparedHere()
  for (const value of [1, 2, 3]) {
    const { rows } = await sql<{ sum: number }>`select ${value}::int + ${10}::int as sum`.execute(db)
    expect(rows).toEqual([{ sum: value + 10 }])
  }
  expect(await preparedHere()).toBe(before + 1)
  const plans = await sql<{ generic: number; custom: number }>`
    select generic_plans as generic, custom_plans as custom from pg_prepared_statements where statement like '%as sum'
  `.execute(db)
  expect(plans.rows).toEqual([{ generic: 0, custom: 3 }])

  for (let place = 0; place < 300; place++) {
    await sql`select ${place}::int as ${sql.ref(`place_${place}`)}`.execute(db)
  }
  expect(await preparedHere()).toBeLessThanOrEqual(100)
})

test('a statement that failed works again, prepared as it is', async () => {
  const divide = (by: number) => sql<{ half: number }>`select 10 / ${by}::int as half`.execute(db)
  await expect(divide(0)).rejects.toThrow('division by zero')
  expect((await divide(2)).rows).toEqual([{ half: 5 }])
})
