import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../testing/database.ts'
import { bringUpToDate, runMigration, withAddedValues } from './bring-up-to-date.ts'
import { printSchema } from './print-schema.ts'
import { inShortLocks } from './short-locks.ts'
import { readSources, sourceOf } from './sources.ts'

const sources = await readSources()

async function givenOwner() {
  const database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  onTestFinished(async () => {
    await owner.end()
    await database.drop()
  })
  return owner
}

/** Brings the database up to date with these migrations after all others, as a start of Lantern does. */
async function start(owner: pg.Client, planted: typeof sources.migrations = [], changes = {}) {
  return bringUpToDate(
    owner,
    { ...sources, migrations: [...sources.migrations, ...planted], ...changes },
    { within: (step) => inShortLocks(owner, step), isRestore: false },
  )
}

test('schema.sql is the schema that the baseline, the migrations and the functions make', async () => {
  const owner = await givenOwner()
  const written = await readFile(new URL('../schema.sql', import.meta.url), 'utf8')
  // `npm run types` writes it.
  expect(await printSchema(owner)).toBe(written)
  // Functions may call one another whichever comes first, so their bodies are checked once all are there.
  for (const { text } of sources.functions) await owner.query(text)
  expect(await printSchema(owner)).toBe(written)
})

test('a change of a table, a rule, a trigger, a function or a right is seen in the printed schema', async () => {
  const owner = await givenOwner()
  const before = await printSchema(owner)
  for (const change of [
    'alter table patient add column planted text',
    'alter table appointment drop constraint appointment_queue_number_once_a_day',
    'alter table appointment alter column notes set not null',
    'drop index appointment_one_per_doctor_slot',
    'drop trigger appointment_transition on appointment',
    'grant execute on function next_mrn_number() to public',
    `create or replace function hospital_now() returns timestamptz language sql stable parallel safe return now() + interval '1 s'`,
    `alter type ward add value 'PLANTED'`,
  ]) {
    await owner.query('begin')
    await owner.query(change)
    expect(await printSchema(owner), change).not.toBe(before)
    await owner.query('rollback')
  }
})

test('migrations are run once, in their order, and functions again when they have changed', async () => {
  const owner = await givenOwner()
  const first = sourceOf(
    '29991231-2358-first.sql',
    'create table planted (told text); insert into planted values (1)',
  )
  const second = sourceOf('29991231-2359-second.sql', 'update planted set told = told || 2')
  expect(await start(owner, [first, second])).toBe(true)
  expect(await start(owner, [first, second])).toBe(false)
  expect((await owner.query('select told from planted')).rows).toEqual([{ told: '12' }])

  const answer = (number: number) =>
    sourceOf(
      'functions/planted.sql',
      `-- The answer.\ncreate or replace function planted() returns int language sql return ${number};`,
    )
  for (const number of [41, 42]) {
    const functions = [...sources.functions, answer(number)]
    expect(await start(owner, [first, second], { functions })).toBe(true)
    expect(await start(owner, [first, second], { functions })).toBe(false)
    expect((await owner.query('select planted() as is')).rows).toEqual([{ is: number }])
  }
})

test('comments and white space of what was applied may change, and nothing else', async () => {
  const owner = await givenOwner()
  const name = '29991231-2359-planted.sql'
  await start(owner, [sourceOf(name, 'create table planted (id int);')])
  expect(await start(owner, [sourceOf(name, '-- Why.\ncreate table planted\n  (id int);\n')])).toBe(false)
  await expect(start(owner, [sourceOf(name, 'create table planted (id bigint);')])).rejects.toThrow(
    `${name} has changed since this database had it. Put it back as it was, and write another migration.`,
  )
})

test('a migration that comes late into the order is refused, and nothing is changed', async () => {
  const owner = await givenOwner()
  const later = sourceOf('29991231-2359-later.sql', 'create table planted (id int)')
  const earlier = sourceOf('29991231-2358-earlier.sql', 'create table planted_too (id int)')
  await start(owner, [later])
  await expect(start(owner, [earlier, later])).rejects.toThrow(
    '29991231-2358-earlier.sql comes before 29991231-2359-later.sql, which this database has had.',
  )
  expect((await owner.query(`select to_regclass('planted_too') as it`)).rows).toEqual([{ it: null }])
})

test('a database of a newer or of an older Lantern is refused with what to start', async () => {
  const owner = await givenOwner()
  await owner.query(`insert into migration (name) values ('29991231-2359-newer.sql')`)
  await expect(start(owner)).rejects.toThrow(
    'This database was made by a newer Lantern (29991231-2359-newer.sql). Start that version.',
  )
  await owner.query(
    `delete from migration; insert into migration (name) values ('0001_foundation.sql'), ('0056_alerts_by_time.sql')`,
  )
  await expect(start(owner)).rejects.toThrow(
    'This database was made by an older Lantern (0056_alerts_by_time.sql). Start a version that has 0213_mailed_orders.sql on it once, then this one.',
  )
})

test('a large table is rewritten in batches, each in a transaction of its own', async () => {
  const owner = await givenOwner()
  await owner.query(
    'create table planted (id int primary key, is_new boolean); insert into planted select generate_series(1, 250)',
  )
  const batches = sourceOf(
    '29991231-2359-batches.sql',
    `-- in batches\nupdate planted set is_new = true where id in (select id from planted where is_new is null order by id limit 100)`,
  )
  expect(await start(owner, [batches])).toBe(true)
  const { rows } = await owner.query(
    'select count(*)::int as rows, count(distinct xmin::text)::int as transactions from planted where is_new',
  )
  expect(rows).toEqual([{ rows: 250, transactions: 3 }])
})

test('an index is built beside those who write, and in the one transaction of a restore', async () => {
  const owner = await givenOwner()
  await owner.query('create table planted (id int)')
  const index = sourceOf(
    '29991231-2359-index.sql',
    '-- outside a transaction\ncreate index concurrently if not exists planted_by_id on planted (id)',
  )
  expect(await start(owner, [index])).toBe(true)
  await owner.query('drop index planted_by_id; begin')
  await runMigration(owner, index, { within: (step) => step(), isRestore: true })
  await owner.query('commit')
  expect((await owner.query(`select to_regclass('planted_by_id')::text as it`)).rows).toEqual([
    { it: 'planted_by_id' },
  ])
})

test('a restore makes the enums with the values that migrations add, in the same order', async () => {
  const owner = await givenOwner()
  const { rows } = await owner.query<{ type: string; values: string }>(
    `select typname as type, string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) as values
     from pg_enum join pg_type on pg_type.oid = enumtypid and typnamespace = 'public'::regnamespace group by typname`,
  )
  const { text } = withAddedValues(sources.baseline, sources.migrations)
  // A migration that makes a type makes it whole.
  const made = [text, ...sources.migrations.map((migration) => migration.text)]
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('( ', '(')
    .replaceAll(' )', ')')
  expect(rows.length).toBeGreaterThan(10)
  for (const { type, values } of rows) expect(made).toContain(`create type ${type} as enum (${values})`)
})

test('an index that was interrupted is built again', async () => {
  const owner = await givenOwner()
  await owner.query('create table planted (id int); insert into planted values (1), (1)')
  const index = sourceOf(
    '29991231-2359-index.sql',
    '-- outside a transaction\ncreate unique index concurrently if not exists planted_once on planted (id)',
  )
  await expect(start(owner, [index])).rejects.toThrow('could not create unique index')
  await owner.query('truncate planted')
  expect(await start(owner, [index])).toBe(true)
  const { rows } = await owner.query(
    `select indisvalid as "isValid" from pg_index where indexrelid = 'planted_once'::regclass`,
  )
  expect(rows).toEqual([{ isValid: true }])
})
