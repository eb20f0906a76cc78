import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../testing/app.ts'
import { givenItem, move } from '../../testing/factories/items.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { givenOrder } from '../../testing/factories/purchase-orders.ts'
import { connect } from './connect.ts'
import { callable, findGranted, grantsTo, tableClasses } from './grants.ts'
import { nobodyWaits } from './time-limits.ts'

const app = await startApp()
const keeper = await app.signIn('inventory_manager')
const desk = await app.signIn('receptionist')
const item = await givenItem(keeper, { quantity: 5 })
await move(keeper, item, { kind: 'ISSUE', quantity: 1, ward: 'ICU' })
await givenOrder(keeper)
await givenPatient(desk)
/** The server's account, for statements that the server never sends. */
const { pool } = connect(app.database.appUrl, { connections: 1, limits: nobodyWaits })
afterAll(async () => {
  await pool.end()
  await app.close()
})

const forbidden = [
  // Stock quantities only follow from the ledger of movements.
  'update inventory_item set quantity = quantity + 1',
  'update inventory_item set next_expiry = null',
  `insert into inventory_item (name, category, unit, reorder_level, cost, quantity) values ('Gift', 'MEDICINE', 'pcs', 0, 1, 9)`,
  'update batch set quantity = 0',
  'update batch set cost = 0',
  `insert into batch (item_id, batch_number, quantity) select id, 'Gift', 9 from inventory_item`,
  'update stock_movement set quantity = 1',
  'delete from stock_movement',
  `insert into stock_movement (item_id, batch_id, kind, quantity, ward, balance)
     select item_id, id, 'ISSUE', -1, 'ICU', 77 from batch`,
  `insert into stock_movement (item_id, batch_id, kind, quantity, ward, at)
     select item_id, id, 'ISSUE', -1, 'ICU', now() - interval '1 year' from batch`,
  `insert into stock_movement (item_id, batch_id, kind, quantity, ward, worth)
     select item_id, id, 'ISSUE', -1, 'ICU', 0 from batch`,
  'update stock_movement set worth = 0',
  'update batch set worth = 0',
  'update inventory_item set worth = 0',
  'update store_tally set value = 0',
  'delete from stock_alert',
  `insert into stock_alert (item_id, kind) select id, 'OUT' from inventory_item`,
  // Each number is given once, in order.
  'update mrn_counter set last_number = 1',
  'delete from mrn_counter',
  'update patient set mrn_number = mrn_number + 1',
  `insert into patient (mrn_number, first_name, last_name, date_of_birth, gender, contact_number, address)
     values (7, 'Ada', 'Okafor', '1990-01-01', 'FEMALE', '1', 'Here')`,
  `insert into queue_day values ('2026-11-21', 100)`,
  'update queue_day set last_number = 0',
  'update purchase_order_counter set last_number = 0',
  'update purchase_order set number = 1',
  'update patient_tally set current = 0',
  // The time of a status change is the time at which it was made.
  'update appointment set status_at = now() - interval $$1 day$$, undoable = true',
  'update appointment set queued_at = now() - interval $$1 day$$',
  `insert into appointment_status_change (appointment_id, to_status, at)
     values (gen_random_uuid(), 'COMPLETED', now())`,
  'delete from appointment_status_change',
  'update audit_entry set staff_id = null',
  'delete from audit_entry',
  ...['audit_sight', 'audit_sighting', 'audit_following', 'audit_unfollowing'].flatMap((table) => [
    `update ${table} set at = now()`,
    `delete from ${table}`,
  ]),
  'truncate audit_entry',
  // An entry always gets the next number, and seals can't be changed.
  `insert into audit_entry (id, action) values (1, 'Gift')`,
  `insert into audit_unfollowing (serial, id, at) values (1, gen_random_uuid(), now())`,
  `select setval('audit_serial', 1)`,
  'update audit_seal set signature = $$x$$',
  'delete from audit_seal',
  'truncate audit_seal',
  'insert into audit_sighting values (gen_random_uuid(), true, now(), gen_random_uuid())',
  // The tables of the trail's months can't be read or changed; only those that are due can be created or dropped.
  'select from audit_month.entry_other',
  'delete from audit_month.entry_other',
  'alter table audit_entry detach partition audit_month.entry_other',
  'drop table audit_month.entry_other',
  'drop schema audit_month cascade',
  `select make_audit_month('2027-01-01')`,
  'update acuity_entry set note = null',
  // A clinical entry is never changed; it is marked as made in error, at the current time.
  'update vital_signs set pulse = 70',
  'update vital_signs set patient_id = gen_random_uuid()',
  'update vital_signs set taken_at = now()',
  'update vital_signs set struck_at = now() - interval $$1 day$$',
  'delete from vital_signs',
  // A note changes hands only when a draft is taken over.
  'update visit_note set recorded_by = gen_random_uuid()',
  'update visit_note_takeover set taken_from = taken_by',
  'delete from visit_note_takeover',
  `insert into vital_signs (patient_id, taken_at, recorded_by, pulse, recorded_at)
     select id, now(), gen_random_uuid(), 70, now() - interval '1 year' from patient`,
  // Records are retired, never deleted.
  ...[
    'patient',
    'appointment',
    'admission',
    'stay',
    'inventory_item',
    'batch',
    'purchase_order',
    'staff',
    'hospital',
  ].map((table) => `delete from ${table}`),
  'truncate supplier',
  'update server_secret set value = $$x$$',
  'update migration set name = $$x$$',
  'alter table patient disable trigger all',
  'set session_replication_role = replica',
]

test.each(forbidden)('the server’s account may not: %s', async (statement) => {
  expect(await isKeptFrom(pool, statement)).toBe(true)
})

/** Whether a statement is refused for lack of rights, and not because of the data. */
function isKeptFrom(asked: Pick<pg.Pool, 'query'>, statement: string): Promise<boolean> {
  return asked.query(statement).then(
    () => false,
    (error: pg.DatabaseError) => error.code === '42501',
  )
}

/** The forbidden statements that are still refused after these, each in a transaction that is rolled back. */
async function keptFrom(beginning: readonly string[]): Promise<string[]> {
  const owner = new pg.Client({ connectionString: app.database.ownerUrl })
  await owner.connect()
  try {
    const kept: string[] = []
    for (const statement of forbidden) {
      await owner.query('begin')
      for (const one of beginning) await owner.query(one)
      if (await isKeptFrom(owner, statement)) kept.push(statement)
      await owner.query('rollback')
    }
    return kept
  } finally {
    await owner.end()
  }
}

test('a server that runs as the owner of the database would be found by every one of them', async () => {
  expect(await keptFrom([])).toEqual([])
})

test('a GRANT too many is found by those that it lets through, and by no other', async () => {
  const account = pg.escapeIdentifier(new URL(app.database.appUrl).username)
  const become = `set local role ${account}`
  expect(await keptFrom([become])).toEqual(forbidden)
  const granted = await keptFrom([`grant update (quantity) on inventory_item to ${account}`, become])
  expect(forbidden.filter((statement) => !granted.includes(statement))).toEqual([
    'update inventory_item set quantity = quantity + 1',
  ])
})

/** Tables in no class or in several, with the number of classes, and names in a class that are not tables. */
function outOfClass(tables: readonly string[]): string[] {
  const classed = Object.values(tableClasses).flat()
  const counted = (name: string) => classed.filter((one) => one === name).length
  return [
    ...tables.filter((name) => counted(name) !== 1).map((name) => `${name}: ${counted(name)} classes`),
    ...classed.filter((name) => !tables.includes(name)).map((name) => `${name}: no table`),
  ]
}

test('every table belongs to exactly one class of rights, and a new one can do nothing before it does', async () => {
  const account = pg.escapeIdentifier(new URL(app.database.appUrl).username)
  const names = async (asked: Pick<pg.Client, 'query'>) => {
    const { rows } = await asked.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') order by 1`,
    )
    return rows.map(({ name }) => name)
  }
  const owner = new pg.Client({ connectionString: app.database.ownerUrl })
  await owner.connect()
  try {
    expect(outOfClass(await names(owner))).toEqual([])
    await owner.query('begin')
    await owner.query('create table forgotten (word text)')
    expect(outOfClass(await names(owner))).toEqual(['forgotten: 0 classes'])
    await owner.query(grantsTo(account, await findGranted(owner)))
    await owner.query(`set local role ${account}`)
    for (const statement of ['select from forgotten', 'insert into forgotten values (1)']) {
      await owner.query('savepoint before')
      expect(await isKeptFrom(owner, statement)).toBe(true)
      await owner.query('rollback to before')
    }
    await owner.query('rollback')
  } finally {
    await owner.end()
  }
})

/** Functions that run with the owner's rights or may write, and whether any account or the server's may call each. */
async function callers(owner: pg.Client) {
  const { rows } = await owner.query<{ name: string; byAnybody: boolean; byServer: boolean }>(
    `select p.oid::regprocedure::text as name, has_function_privilege('public', p.oid, 'execute') as "byAnybody",
       has_function_privilege($1, p.oid, 'execute') as "byServer"
     from pg_proc p join pg_namespace on pg_namespace.oid = pronamespace
     where nspname in ('public', 'audit_month') and (prosecdef or provolatile = 'v' and prorettype <> 'trigger'::regtype)
       and not exists (select from pg_depend where objid = p.oid and deptype = 'e') order by 1`,
    [new URL(app.database.appUrl).username],
  )
  return {
    anybody: rows.filter(({ byAnybody }) => byAnybody).map(({ name }) => name),
    server: rows.filter(({ byServer }) => byServer).map(({ name }) => name),
  }
}

test('a function that runs as its owner or writes can be called by the server’s account alone, if it is named', async () => {
  const owner = new pg.Client({ connectionString: app.database.ownerUrl })
  await owner.connect()
  try {
    const named = await owner.query<{ name: string }>(
      'select one::regprocedure::text as name from unnest($1::text[]) one order by 1',
      [callable],
    )
    const names = named.rows.map(({ name }) => name)
    expect(await callers(owner)).toEqual({ anybody: [], server: names })
    await owner.query('begin')
    await owner.query(`create function forgotten() returns void language sql as 'delete from notification'`)
    expect((await callers(owner)).anybody).toEqual(['forgotten()'])
    const account = pg.escapeIdentifier(new URL(app.database.appUrl).username)
    await owner.query(grantsTo(account, await findGranted(owner)))
    expect(await callers(owner)).toEqual({ anybody: [], server: names })
    await owner.query('rollback')
  } finally {
    await owner.end()
  }
})

test('what the account may not write is written all the same, by what it may do', async () => {
  const moved = await move(keeper, item, { kind: 'ISSUE', quantity: 4, ward: 'ICU' })
  expect(moved.body.item.quantity).toBe(0)
  const alerts = await app.asOwner('select kind from stock_alert where item_id = $1 and cleared_at is null', [
    item.id,
  ])
  expect(alerts).toEqual([{ kind: 'OUT' }])
  const [first, second] = [await givenPatient(desk), await givenPatient(desk)]
  expect(Number(second.mrn.slice(3))).toBe(Number(first.mrn.slice(3)) + 1)
})
