import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from './database.ts'

const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
afterAll(async () => {
  await first.drop()
  await second.drop()
})

test('two test databases share the schema and no rows, and the server account can not change either', async () => {
  const owner = new pg.Client({ connectionString: first.ownerUrl })
  const app = new pg.Client({ connectionString: second.appUrl })
  await owner.connect()
  await app.connect()
  await owner.query('create table only_here (id int)')
  const tables = await app.query(`select tablename from pg_tables where schemaname = 'public'`)
  expect(tables.rows.length).toBeGreaterThan(1)
  expect(tables.rows).not.toContainEqual({ tablename: 'only_here' })
  await expect(app.query('create table mine (id int)')).rejects.toThrow('permission denied')
  await owner.end()
  await app.end()
})
