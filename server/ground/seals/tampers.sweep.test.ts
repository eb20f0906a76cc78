import { generateKeyPairSync, randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { connect, type Database } from '../db/connect.ts'
import { nobodyWaits } from '../db/time-limits.ts'
import { sealKeyOf } from './key.ts'
import { summaryOf } from './leaves.ts'
import { copyOf, digestOf, type KeptSeal, lineOf, type SealRow, sealOf, sealsAfter } from './seal.ts'
import { sealTrail } from './sealing.ts'
import { digestOfNames } from './staff-names.ts'
import { verifyTrail } from './verify.ts'

const database = await createTestDatabase()
const owner = new pg.Client({ connectionString: database.ownerUrl })
await owner.connect()
/** As the owner of the database, who may do everything. */
const { db } = connect(database.ownerUrl, { connections: 2, limits: nobodyWaits })
afterAll(async () => {
  await owner.end()
  await db.destroy()
  await database.drop()
})

const key = sealKeyOf(generateKeyPairSync('ed25519').privateKey)
const stranger = sealKeyOf(generateKeyPairSync('ed25519').privateKey)

await owner.query(`insert into staff (id, name, first_name, last_name, email)
  select ('00000000-0000-4000-8000-00000000000' || n)::uuid, 'Amina ' || n, 'Amina', n::text, n || '@example.org'
  from generate_series(1, 3) n`)

// Some minutes of a hospital: what names a patient, what shows a list, what was changed, what screens were told.
const minutes = 12
let now = Date.now() - minutes * 60_000
for (let minute = 0; minute < minutes; minute++) {
  await owner.query(
    `with sight as (
       insert into audit_sight (id, at, patient_ids, process_id, scope)
         select gen_random_uuid(), $1::timestamptz, array[gen_random_uuid(), gen_random_uuid(), gen_random_uuid()],
           case when n = 1 then gen_random_uuid() end, case when n = 1 then 'queue' end
         from generate_series(1, 3) n returning id, scope),
     following as (
       insert into audit_following (id, at, process_id, scope, staff_id, address, request_id)
         values (gen_random_uuid(), $1, gen_random_uuid(), 'queue', gen_random_uuid(), '10.0.0.1', 'f') returning id),
     ended as (insert into audit_unfollowing (id, at) select id, $1 from following)
     insert into audit_entry (at, staff_id, action, subject_id, patient_ids, sight_id, changes, address, request_id)
       select $1::timestamptz + n * interval '1 s',
         case when n < 4 then ('00000000-0000-4000-8000-00000000000' || n)::uuid else gen_random_uuid() end, 'act' || n, gen_random_uuid(),
         case when n > 3 then array[gen_random_uuid()] else '{}' end,
         (select id from sight where scope is null and n < 3 limit 1),
         jsonb_build_object('contactNumber', jsonb_build_array('1', n::text)), '10.0.0.1', 'r' || n
       from generate_series(1, 20) n`,
    [new Date(now).toISOString()],
  )
  now += 60_000
  await sealTrail({ db, key, clock: () => new Date(now) })
}
const copy: string[] = []
for await (const seal of sealsAfter(db, 0)) copy.push(copyOf(seal))

const check = (trail: Database, withCopy = true) =>
  verifyTrail(trail, { keys: [key.public], ...(withCopy && { copy }) })

class TakenBack extends Error {}

/** The faults that the check finds while the trail is tampered with; the change is rolled back. */
async function checkAfter<Done>(tamper: (trail: Database) => Promise<Done>) {
  let result: { done: Done; faults: Awaited<ReturnType<typeof check>>['faults'] } | undefined
  await db
    .transaction()
    .execute(async (trx) => {
      const done = await tamper(trx)
      result = { done, faults: (await check(trx)).faults }
      throw new TakenBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error
    })
  if (!result) throw new Error('Nothing was checked')
  return result
}

function oneOf<Thing>(things: readonly Thing[]): Thing {
  const one = things[randomInt(things.length)]
  if (one === undefined) throw new Error('Of nothing there is none')
  return one
}

const numbers = {
  audit_entry: 'id',
  audit_sight: 'serial',
  audit_following: 'serial',
  audit_unfollowing: 'serial',
}
type Table = keyof typeof numbers
const tables = Object.keys(numbers) as Table[]

async function rowOf(trail: Database, table: Table, where = sql`true`): Promise<number> {
  const { rows } = await sql<{ serial: number }>`
    select ${sql.ref(numbers[table])} as serial from ${sql.table(table)} where ${where} order by random() limit 1
  `.execute(trail)
  return rows[0]?.serial ?? 0
}

const other = sql`gen_random_uuid()`
const columns: Record<Table, Record<string, RawBuilder<unknown>>> = {
  audit_entry: {
    at: sql`at + interval '1 us'`,
    staff_id: oneOf([other, sql`null`]),
    action: sql`action || 's'`,
    subject_id: other,
    changes: sql`jsonb_set(changes, '{contactNumber,0}', '"2"')`,
    address: sql`'10.0.0.2'`,
    request_id: sql`null`,
    outcome: sql`'forbidden'`,
  },
  audit_sight: { at: sql`at - interval '1 day'`, patient_ids: sql`patient_ids[2:]`, id: other },
  audit_following: { at: sql`at + interval '1 s'`, staff_id: other, scope: sql`'beds'`, address: sql`null` },
  audit_unfollowing: { at: sql`at - interval '1 minute'`, id: other },
}

/** Signs the seals from a number on anew, over what there is now. */
async function reseal(trail: Database, signer: typeof key, from: number) {
  let before: SealRow | undefined
  const seals: KeptSeal[] = []
  for await (const seal of sealsAfter(trail, 0)) seals.push(seal)
  for (const row of seals) {
    const seal = sealOf(row.line)
    if (seal && row.number >= from) {
      const { months, leaves } = await summaryOf(trail, seal.after, seal.until)
      const previous = before ? digestOf(before.line) : null
      const names = digestOfNames(row.names ?? '[]')
      row.line = lineOf({ ...seal, all: true, names, months, previous, key: signer.public.id })
      await sql`
        update audit_seal set line = ${row.line}, signature = ${signer.sign(row.line)}, leaves = ${leaves}
        where number = ${row.number}
      `.execute(trail)
    }
    before = row
  }
}

/** Each answers the number of the row that has to be named, if it is one. */
const tampers: Record<string, (trail: Database) => Promise<number | void>> = {
  async 'a column is changed'(trail) {
    const table = oneOf(tables)
    const [column, value] = oneOf(Object.entries(columns[table]))
    const serial = await rowOf(trail, table)
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ${sql.ref(numbers[table])} = ${serial}
    `.execute(trail)
    return serial
  },
  async 'a row is deleted'(trail) {
    const table = oneOf(tables)
    const serial = await rowOf(trail, table)
    await sql`delete from ${sql.table(table)} where ${sql.ref(numbers[table])} = ${serial}`.execute(trail)
    return serial
  },
  async 'an entry is put into the past'(trail) {
    const sealed = await rowOf(trail, 'audit_entry')
    const serial = oneOf([sealed, 0, -5, 10 ** 12])
    await sql`insert into audit_entry (id, at, action) values (${serial}, now() - interval '5 minutes', 'put in')`.execute(
      trail,
    )
    return serial
  },
  async 'a row is put into the past where a number was given up'(trail) {
    const serial = await rowOf(trail, 'audit_entry')
    await sql`update audit_entry set id = ${10 ** 9} where id = ${serial}`.execute(trail)
    await sql`insert into audit_unfollowing (serial, id, at) values (${serial}, gen_random_uuid(), now())`.execute(
      trail,
    )
    return serial
  },
  async 'two entries are swapped'(trail) {
    const one = await rowOf(trail, 'audit_entry')
    const two = await rowOf(trail, 'audit_entry', sql`id <> ${one}`)
    await sql`
      update audit_entry set id = case id when ${one} then ${two}::bigint else ${one}::bigint end
      where id in (${one}, ${two})
    `.execute(trail)
    return one
  },
  async 'a patient is taken out of those by whom a sight is found'(trail) {
    await sql`
      delete from audit_sighting where (patient_id, at, sight_id) = (
        select patient_id, at, sight_id from audit_sighting order by random() limit 1)
    `.execute(trail)
  },
  async 'a seal is changed'(trail) {
    const number = randomInt(1, minutes + 1)
    const change = oneOf([
      sql`line = replace(line, '"at":"20', '"at":"19')`,
      sql`line = regexp_replace(line, '",[0-9]+,"', '",7,"')`,
      sql`signature = 'AAAA' || substr(signature, 5)`,
      sql`leaves = substr(leaves, 9)`,
      sql`names = replace(names, 'Amina', 'Somebody')`,
      sql`number = number + 100`,
    ])
    await sql`update audit_seal set ${change} where number = ${number}`.execute(trail)
  },
  async 'somebody is given another name'(trail) {
    await sql`update staff set name = 'Somebody Else' where last_name = ${String(randomInt(1, 4))}`.execute(
      trail,
    )
  },
  async 'a seal is removed'(trail) {
    await sql`delete from audit_seal where number = ${randomInt(1, minutes + 1)}`.execute(trail)
  },
  async 'the last seals are removed'(trail) {
    await sql`delete from audit_seal where number > ${randomInt(0, minutes)}`.execute(trail)
  },
  async 'entries are changed and all seals made again with another key'(trail) {
    await sql`update audit_entry set outcome = 'forbidden' where id = ${await rowOf(trail, 'audit_entry')}`.execute(
      trail,
    )
    await reseal(trail, stranger, 1)
  },
  async 'the last seals are made again over changed entries with the right key'(trail) {
    const serial = await rowOf(trail, 'audit_entry')
    await sql`update audit_entry set staff_id = null where id = ${serial}`.execute(trail)
    await reseal(trail, key, 1)
  },
}

test('what nobody touched holds', async () => {
  expect(await check(db)).toMatchObject({ seals: minutes, copied: minutes, unsealed: 0, faults: [] })
})

test('of a hundred random tampers a hundred are found, with the row where it is one, and none where there is none', async () => {
  const kinds = Object.keys(tampers)
  for (let times = 0; times < 100; times++) {
    const kind = kinds[times % kinds.length] ?? ''
    const { done, faults } = await checkAfter(async (trail) => tampers[kind]?.(trail))
    expect(faults, kind).not.toEqual([])
    const isNamed = typeof done !== 'number' || faults.some(({ serial }) => serial === done)
    expect(isNamed, `${kind}, row ${done}: ${JSON.stringify(faults)}`).toBe(true)
    const untouched = times % 5 === 0 ? (await check(db)).faults : []
    expect(untouched, `after ${kind}`).toEqual([])
  }
})

test('an entry that tells of two days ago is found though it was sealed, and a rename that is on record is none', async () => {
  const staff = '00000000-0000-4000-8000-000000000001'
  const { done } = await checkAfter(async (trail) => {
    const forged = await sql<{ id: number }>`
      insert into audit_entry (at, action) values (${new Date(now - 2 * 86_400_000)}, 'readPatient') returning id
    `.execute(trail)
    await sql`update staff set first_name = 'Aisha', name = 'Aisha 1' where id = ${staff}`.execute(trail)
    await sql`
      insert into audit_entry (at, action, staff_id, subject_id, changes)
      values (${new Date(now)}, 'editProfile', ${staff}, ${staff}, '{"firstName": ["Amina", "Aisha"]}')
    `.execute(trail)
    const [id] = forged.rows.map((row) => row.id)
    const seals: SealRow[] = []
    for await (const seal of sealsAfter(trail, 0)) seals.push(seal)
    const last = seals.at(-1)
    const before = last && sealOf(last.line)
    const { rows } = await sql<{ end: number }>`select max(id) as end from audit_entry`.execute(trail)
    const until = rows[0]?.end ?? 0
    const { months, leaves } = await summaryOf(trail, before?.until ?? 0, until)
    const names = JSON.stringify([[staff, 'Aisha 1']])
    const line = lineOf({
      number: minutes + 1,
      at: new Date(now + 60_000).toISOString(),
      after: before?.until ?? 0,
      until,
      months,
      previous: last ? digestOf(last.line) : null,
      key: key.public.id,
      all: true,
      names: digestOfNames(names),
    })
    await sql`
      insert into audit_seal (number, line, signature, leaves, names)
      values (${minutes + 1}, ${line}, ${key.sign(line)}, ${leaves}, ${names})
    `.execute(trail)
    return { id, checked: await check(trail) }
  })
  expect(done.checked.faults).toEqual([
    {
      at: new Date(now + 60_000).toISOString(),
      serial: done.id,
      says: `Entry ${done.id} (readPatient) tells of another time than that in which it was added.`,
    },
  ])
})

test('that the last seals were removed is found by the copy alone', async () => {
  const { done } = await checkAfter(async (trail) => {
    await sql`delete from audit_seal where number > ${minutes - 3}`.execute(trail)
    return [await check(trail, false), await check(trail)]
  })
  expect(done.map(({ faults }) => faults.map(({ says }) => says))).toEqual([
    [],
    [2, 1, 0].map((ago) => `Seal ${minutes - ago} is in the copy and was removed from the database.`),
  ])
})
