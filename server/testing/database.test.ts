import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startApp } from './app.ts'
import { createTestDatabase } from './database.ts'
import { fingerprint } from './fingerprint.ts'

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

test('what holds after it differs from before, for each table; what changes nothing does not', async () => {
  const app = await startApp()
  onTestFinished(() => app.close())
  const before = await fingerprint(app)
  await app.asOwner('update hospital set name = name')
  await app.asOwner(
    `insert into audit_entry (action, patient_ids, outcome) values ('signIn', '{}', 'forbidden')`,
  )
  await expect(
    app.asOwner(`insert into storage_location (name) values ('Shelf'), ('Shelf')`),
  ).rejects.toMatchObject({ constraint: 'storage_location_name_once' })
  expect(await fingerprint(app)).toEqual(before)

  const changes = {
    hospital: `update hospital set name = 'Another'`,
    storage_location: `insert into storage_location (name) values ('Shelf')`,
    audit_entry: `insert into audit_entry (action, patient_ids, outcome) values ('signIn', '{}', 'done')`,
  }
  for (const [table, change] of Object.entries(changes)) {
    const was = await fingerprint(app)
    await app.asOwner(change)
    expect(await fingerprint(app)).toEqual({ ...was, [table]: (was[table] ?? 0) + 1 })
  }
  const was = await fingerprint(app)
  await app.asOwner(`delete from storage_location`)
  expect(await fingerprint(app)).not.toEqual(was)
})
